#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__

int cfs_rename_new(int directory, const char *from, const char *to) {
  if (renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  return renameat(directory, from, directory, to);
}

int cfs_exchange(int directory, const char *one, const char *other) {
  return renameat2(directory, one, directory, other, RENAME_EXCHANGE);
}

int cfs_flush(int file) { return syncfs(file); }

#else

int cfs_rename_new(int directory, const char *from, const char *to) {
  if (renameatx_np(directory, from, directory, to, RENAME_EXCL) == 0) return 0;
  if (errno != EINVAL && errno != ENOTSUP) return -1;
  return renameat(directory, from, directory, to);
}

int cfs_exchange(int directory, const char *one, const char *other) {
  return renameatx_np(directory, one, directory, other, RENAME_SWAP);
}

int cfs_flush(int file) {
  sync();
  return fcntl(file, F_FULLFSYNC) == -1 ? fsync(file) : 0;
}

#endif
