// File system calls that the C library shows only to those who ask for its extensions.
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

#include <stddef.h>

// Renames `from` to `to`, both names in the open directory `directory`; fails with EEXIST when `to`
// stands there. Where the file system has no such rename, an ordinary one.
// Returns 0, or -1 with errno set.
int cfs_rename_new(int directory, const char *from, const char *to);

// Exchanges the names `one` and `other` of the open directory `directory` in one step.
// Returns 0, or -1 with errno set; EINVAL, ENOSYS or ENOTSUP: the file system cannot.
int cfs_exchange(int directory, const char *one, const char *other);

// Writes what is in memory of the file system of the open `file` to its disk.
// Returns 0, or -1 with errno set.
int cfs_flush(int file);

// Takes steps in the open folder `directory`, one after the other, up to the first that fails. A
// step is a letter and paths below the folder, each with a zero after it:
//
//     r FROM TO   renames, in place of a file that stands there
//     u PATH      removes a file; that it is missing is no failure
//     d PATH      removes a folder; that it is missing or not empty is no failure
//
// Where the system can, a process of its own takes them, so that they are taken even if the caller
// is killed meanwhile, alone or with its group. A signal does not end it.
//
// Returns how many of the `length` bytes were taken; fewer than all with errno set.
size_t cfs_take_steps(int directory, const char *steps, size_t length);

#endif
