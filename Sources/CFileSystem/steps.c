#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/wait.h>
#endif

// Takes steps; `taken` is told after each. Calls nothing but the system, as the memory is that of a
// process which may be ending. Of a step that was begun before nobody knows whether it was taken.
static void take(int directory, const char *steps, size_t length, int wasBegun,
                 volatile size_t *taken, volatile int *failure) {
  size_t place = 0;
  while (place < length) {
    const char *path = steps + place + 1;
    const char *end = path + strlen(path) + 1;
    int result = 0;
    switch (steps[place]) {
      case 'r':
        result = renameat(directory, path, directory, end);
        if (result != 0 && errno == ENOENT && wasBegun && place == 0 &&
            faccessat(directory, end, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
          result = 0;
        }
        end += strlen(end) + 1;
        break;
      case 'u':
        result = unlinkat(directory, path, 0);
        if (result != 0 && errno == ENOENT) result = 0;
        break;
      case 'd':
        result = unlinkat(directory, path, AT_REMOVEDIR);
        if (result != 0 && (errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST)) result = 0;
        break;
      default:
        errno = EINVAL;
        result = -1;
    }
    if (result != 0) {
      *failure = errno;
      return;
    }
    place = (size_t)(end - steps);
    *taken = place;
  }
}

size_t cfs_take_steps(int directory, const char *steps, size_t length) {
  volatile size_t taken = 0;
  volatile int failure = 0;
#ifdef __linux__
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // The child shares our memory, so that what it did is known here, and nothing is copied.
  pid_t child = vfork();
  if (child == 0) {
    setsid();
    take(directory, steps, length, 0, &taken, &failure);
    _exit(0);
  }
  if (child > 0) {
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  // What a child has left to do that was killed, or all where there was none.
  if (failure == 0 && taken < length) {
    volatile size_t rest = 0;
    take(directory, steps + taken, length - taken, 1, &rest, &failure);
    taken += rest;
  }
  errno = failure;
  return taken;
}
