// File system calls that the C library shows only to those who ask for its extensions.
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

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

#endif
