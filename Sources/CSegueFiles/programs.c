#define _GNU_SOURCE  // memfd_create, pipe2, posix_spawn_file_actions_addclosefrom_np
#include "CSegueFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void shut(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

// Starts a program with the given standard input, output and error; a negative descriptor stands for
// /dev/null. Returns 0 or an error number.
static int start(pid_t *pid, const char *const arguments[], int input, int output, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  // Duplicates descriptors to numbers above 2, so that setting one stream does not close the source of
  // another stream.
  int streams[3] = {input, output, error}, result = 0;
  for (int i = 0; i < 3; i++) {
    if (streams[i] >= 0) {
      streams[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 3);
      if (streams[i] < 0) result = errno;
      posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    } else {
      posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0);
    }
  }
#if __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
  sigset_t none, pipes;
  sigemptyset(&none);
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipes);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (result == 0)
    result = posix_spawnp(pid, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < 3; i++) shut(&streams[i]);
  return result;
}

// Enlarges the buffer of the output if it is full; returns false if memory is exhausted.
static bool grow(segue_program_result *result, size_t *room, size_t most) {
  if (result->count < *room) return true;
  // Allows one byte more than `most`, the limit, so that output above the limit is detected.
  size_t larger = *room < 1 << 16 ? 1 << 16 : *room * 2;
  if (larger > most + 1) larger = most + 1;
  unsigned char *bytes = realloc(result->bytes, larger);
  if (!bytes) return false;
  result->bytes = bytes;
  *room = larger;
  return true;
}

// Writes the program's input, and reads its output until the program has closed standard output and standard
// error.
static segue_program_outcome exchange(
  segue_program_result *result, int ends[3], const unsigned char *input, size_t input_count, size_t most,
  double end) {
  size_t room = 0, complaints = 0;
  while (ends[1] >= 0 || ends[2] >= 0) {
    if (input_count == 0) shut(&ends[0]);
    struct pollfd waits[3] = {
      {.fd = ends[0], .events = POLLOUT}, {.fd = ends[1], .events = POLLIN}, {.fd = ends[2], .events = POLLIN}};
    double left = end - now();
    if (left <= 0) return SEGUE_PROGRAM_TOO_LONG;
    int ready = poll(waits, 3, left > 1000 ? 1000000 : (int)(left * 1000) + 1);
    if (ready < 0 && errno != EINTR) return SEGUE_PROGRAM_NOT_STARTED;
    if (ready <= 0) continue;
    if (ends[0] >= 0 && waits[0].revents) {
      // Standard input is a socket, since writing to a pipe without a reader raises a signal.
      ssize_t sent = send(ends[0], input, input_count, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) {
        input += sent;
        input_count -= (size_t)sent;
      } else if (errno != EAGAIN && errno != EINTR) {
        shut(&ends[0]);
      }
    }
    if (ends[1] >= 0 && waits[1].revents) {
      if (!grow(result, &room, most)) return SEGUE_PROGRAM_TOO_MUCH;
      ssize_t got = read(ends[1], result->bytes + result->count, room - result->count);
      if (got > 0) {
        result->count += (size_t)got;
        if (result->count > most) return SEGUE_PROGRAM_TOO_MUCH;
      } else if (got == 0 || errno != EINTR) {
        shut(&ends[1]);
      }
    }
    if (ends[2] >= 0 && waits[2].revents) {
      char rest[512];
      ssize_t got = read(ends[2], rest, sizeof rest);
      if (got > 0) {
        // Keeps the beginning and the end of an error text that is too long.
        const size_t most_kept = sizeof result->complaint - 1;
        size_t total = complaints + (size_t)got, over = total > most_kept ? total - most_kept : 0;
        char *end_half = result->complaint + most_kept / 2;
        if (over > 0) memmove(end_half, end_half + over, complaints - most_kept / 2 - over);
        complaints -= over;
        memcpy(result->complaint + complaints, rest, (size_t)got);
        complaints += (size_t)got;
      } else if (got == 0 || errno != EINTR) {
        shut(&ends[2]);
      }
    }
  }
  return SEGUE_PROGRAM_ENDED;
}

segue_program_result segue_run_program(
  const char *const arguments[], const unsigned char *input, size_t input_count, size_t most_output,
  double most_seconds) {
  segue_program_result result = {.outcome = SEGUE_PROGRAM_NOT_STARTED};
  double end = now() + most_seconds;
  int given[2] = {-1, -1}, output[2] = {-1, -1}, error[2] = {-1, -1};
  pid_t pid = 0;
  if (
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, given) == 0 && pipe2(output, O_CLOEXEC) == 0
    && pipe2(error, O_CLOEXEC) == 0) {
    segue_widen_pipe(output[1]);
    int refusal = start(&pid, arguments, given[1], output[1], error[1]);
    if (refusal == ENOENT) result.outcome = SEGUE_PROGRAM_MISSING;
    errno = refusal;
  }
  int saved = errno;
  shut(&given[1]);
  shut(&output[1]);
  shut(&error[1]);
  int ends[3] = {given[0], output[0], error[0]};
  if (pid > 0) {
    result.outcome = exchange(&result, ends, input, input_count, most_output, end);
    saved = errno;
    if (result.outcome != SEGUE_PROGRAM_ENDED) kill(-pid, SIGKILL);
    // Waits for the end of the program, which may still run after it has closed its outputs.
    siginfo_t ended;
    while (result.outcome == SEGUE_PROGRAM_ENDED) {
      memset(&ended, 0, sizeof ended);
      if (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT | WNOHANG) != 0 || ended.si_pid != 0) break;
      if (now() > end) {
        kill(-pid, SIGKILL);
        result.outcome = SEGUE_PROGRAM_TOO_LONG;
      } else {
        poll(NULL, 0, 1);
      }
    }
    result.status = segue_forget_program(pid);
  }
  for (int i = 0; i < 3; i++) shut(&ends[i]);
  errno = saved;
  return result;
}

int segue_start_program(const char *const arguments[], int input, int output, int error) {
  pid_t pid = 0;
  errno = start(&pid, arguments, input, output, error);
  return errno == 0 ? pid : 0;
}

void segue_wait_for_program(int process) {
  siginfo_t ended;
  while (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
}

void segue_kill_program(int process) { kill(-process, SIGKILL); }

int segue_forget_program(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return status;
}

int segue_open_memory(void) { return memfd_create("segue", MFD_CLOEXEC); }
