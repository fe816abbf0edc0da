// Makes chosen calls of the program fail, for tests: compiled with `cc -shared`, loaded with LD_PRELOAD.
//
// FAULT_FOLDER  files in this folder count, others do not
// FAULT_CALL    the kind of call that fails: one of `names` below
// FAULT_NTH     the first call of that kind that fails, from 1
// FAULT_TIMES   how many calls fail
// FAULT_ERROR   the error number; 0 halves the number of bytes that are read or written
// FAULT_JUMP    for `clock`: the seconds by which the clock jumps, instead of an error
// FAULT_COUNTS  a file that gets the number of calls of each kind at exit

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, SYNC, FOLDER, TRUNCATE, CLOCK, MEMORY, KINDS };
static const char *const names[KINDS] = {
    "open", "read", "write", "sync", "folder", "truncate", "clock", "memory",
};
static atomic_long counts[KINDS];

static const char *folder = "";
static int chosen = KINDS, error;
static long nth, times, jump;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *call = getenv("FAULT_CALL");
    for (int kind = 0; call && kind < KINDS; kind++)
        if (strcmp(call, names[kind]) == 0) chosen = kind;
    if (getenv("FAULT_FOLDER")) folder = getenv("FAULT_FOLDER");
    nth = number("FAULT_NTH");
    times = number("FAULT_TIMES");
    error = (int)number("FAULT_ERROR");
    jump = number("FAULT_JUMP");
    // What happened before the program started does not count.
    for (int kind = 0; kind < KINDS; kind++) counts[kind] = 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNTS");
    if (!path) return;
    char text[512];
    int length = 0;
    for (int kind = 0; kind < KINDS; kind++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s %ld\n", names[kind],
                           (long)counts[kind]);
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    syscall(SYS_write, file, text, (size_t)length);
    syscall(SYS_close, file);
}

// Counts a call; returns whether it fails.
static int fails(enum kind kind) {
    long count = ++counts[kind];
    return (int)kind == chosen && count >= nth && count - nth < times;
}

static int refused(void) {
    errno = error;
    return -1;
}

// Returns whether a path is in the folder; a relative path is if the current folder is.
static int is_inside(const char *path) {
    char current[PATH_MAX];
    if (path[0] != '/' && syscall(SYS_getcwd, current, sizeof current) > 0) path = current;
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && strchr("/", path[length]) != NULL;
}

// Returns whether a descriptor is a regular file in the folder.
static int counts_file(int file) {
    char link[64], path[PATH_MAX];
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_inside(path);
}

// Decides what a call that moves bytes does: returns 0 if it fails, or sets the bytes that it moves.
static int moves(enum kind kind, int file, size_t *bytes) {
    if (!counts_file(file) || !fails(kind)) return 1;
    if (error == 0) *bytes = (*bytes + 1) / 2;
    return error == 0;
}

ssize_t read(int file, void *to, size_t bytes) {
    return moves(READ, file, &bytes) ? syscall(SYS_read, file, to, bytes) : refused();
}

ssize_t pread64(int file, void *to, size_t bytes, off64_t at) {
    return moves(READ, file, &bytes) ? syscall(SYS_pread64, file, to, bytes, at) : refused();
}

ssize_t write(int file, const void *from, size_t bytes) {
    return moves(WRITE, file, &bytes) ? syscall(SYS_write, file, from, bytes) : refused();
}

ssize_t pwrite64(int file, const void *from, size_t bytes, off64_t at) {
    return moves(WRITE, file, &bytes) ? syscall(SYS_pwrite64, file, from, bytes, at) : refused();
}

// A short write of several parts moves the first half of the first part.
ssize_t writev(int file, const struct iovec *parts, int number) {
    size_t bytes = number > 0 ? parts[0].iov_len : 0, all = bytes;
    if (!moves(WRITE, file, &bytes)) return refused();
    if (bytes < all) return syscall(SYS_write, file, parts[0].iov_base, bytes);
    return syscall(SYS_writev, file, parts, number);
}

// The tests do not lose power, so they need not wait for the disk.
int fsync(int file) {
    return counts_file(file) && fails(SYNC) ? refused() : 0;
}

int fdatasync(int file) {
    return fsync(file);
}

int ftruncate64(int file, off64_t size) {
    if (counts_file(file) && fails(TRUNCATE)) return refused();
    return (int)syscall(SYS_ftruncate, file, size);
}

static int open_at(int where, const char *path, int flags, mode_t mode) {
    // Folders are opened to list them or to remove what is in them.
    if (!(flags & O_DIRECTORY) && is_inside(path) && fails(OPEN)) return refused();
    return (int)syscall(SYS_openat, where, path, flags, mode);
}

#define MODE(flags, mode)                                \
    mode_t mode = 0;                                     \
    if (flags & O_CREAT) {                               \
        va_list rest;                                    \
        va_start(rest, flags);                           \
        mode = va_arg(rest, mode_t);                     \
        va_end(rest);                                    \
    }

int open(const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_at(AT_FDCWD, path, flags, mode);
}

// Calls of kind `folder` change a folder.
int mkdir(const char *path, mode_t mode) {
    if (is_inside(path) && fails(FOLDER)) return refused();
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to) {
    if (is_inside(to) && fails(FOLDER)) return refused();
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    if (is_inside(to) && fails(FOLDER)) return refused();
    return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

// From the chosen call on, the time of day is ahead or behind, and the other clocks by two seconds: a
// wait until a moment of such a clock ends when the kernel's clock, which does not jump, gets there.
int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (!fails(CLOCK) || result != 0) return result;
    time->tv_sec += clock == CLOCK_REALTIME ? jump : jump > 0 ? 2 : -2;
    if (time->tv_sec < 0) time->tv_sec = 0;
    return 0;
}

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static void *none(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t bytes) {
    return fails(MEMORY) ? none() : __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
    return fails(MEMORY) ? none() : __libc_calloc(number, bytes);
}

void *realloc(void *old, size_t bytes) {
    return fails(MEMORY) ? none() : __libc_realloc(old, bytes);
}

int posix_memalign(void **to, size_t alignment, size_t bytes) {
    if (fails(MEMORY)) return ENOMEM;
    *to = __libc_memalign(alignment, bytes);
    return *to ? 0 : ENOMEM;
}
