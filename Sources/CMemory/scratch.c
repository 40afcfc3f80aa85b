#ifdef __linux__
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CMemory.h"

#ifdef __APPLE__
#include <mach/mach.h>
#endif

// A file with a name, which is taken away at once.
static int named_file(const char *directory) {
  static const char name[] = "/.tilegen-scratch-XXXXXX";
  size_t length = strlen(directory);
  char *path = malloc(length + sizeof name);
  if (!path) return -1;
  memcpy(path, directory, length);
  memcpy(path + length, name, sizeof name);
  int file = mkstemp(path);
  if (file >= 0) {
    unlink(path);
    fcntl(file, F_SETFD, FD_CLOEXEC);
  }
  int code = errno;
  free(path);
  errno = code;
  return file;
}

int cmem_scratch_file(const char *directory) {
#ifdef O_TMPFILE
  int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  // Nobody asks when it was read, which would be noted a million times; it may be refused.
  if (file >= 0) fcntl(file, F_SETFL, O_NOATIME);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
#endif
  return named_file(directory);
}

#if defined(__APPLE__)

size_t cmem_resident(void) {
  mach_task_basic_info_data_t info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count)) return 0;
  return info.resident_size;
}

#else

size_t cmem_resident(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  char *rest;
  strtoull(text, &rest, 10);
  return (size_t)strtoull(rest, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

#endif
