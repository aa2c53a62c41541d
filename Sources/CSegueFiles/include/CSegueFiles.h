// System interfaces that Swift cannot import: GNU extensions for files, pipes and programs; and SHA-256.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Renames a file like rename(2), but fails with EEXIST instead of replacing a file.
int segue_rename_new(const char *from, const char *to);

// Opens a pipe like pipe(2), with close-on-exec.
int segue_open_pipe(int ends[2]);

// Enlarges the buffer of a pipe to 1 MiB, the default maximum without privileges; ignores other descriptors.
void segue_widen_pipe(int descriptor);

// Waits until the reader of a pipe has read everything; returns false if the reader closes the pipe first.
bool segue_wait_until_read(int descriptor);

// The outcome of running a program.
typedef enum {
  SEGUE_PROGRAM_ENDED,
  // The program is not on the PATH.
  SEGUE_PROGRAM_MISSING,
  // The system could not start the program, or could not wait for its output; see errno.
  SEGUE_PROGRAM_NOT_STARTED,
  // The program was killed: its output exceeded the limit of bytes or the available memory (TOO_MUCH), or its
  // time exceeded the limit (TOO_LONG).
  SEGUE_PROGRAM_TOO_MUCH,
  SEGUE_PROGRAM_TOO_LONG,
} segue_program_outcome;

typedef struct {
  segue_program_outcome outcome;
  // The bytes of the program's standard output; the caller frees them.
  unsigned char *bytes;
  size_t count;
  // The text of the program's standard error; a text that is too long loses its middle.
  char complaint[2048];
  // The exit status, as from waitpid; -1 if other code has reaped the process.
  int status;
} segue_program_result;

// Runs a program in its own process group, without a shell and without inherited descriptors; the program is
// found on the PATH. Writes the input to the program, reads its output, and blocks until the program ends or
// exceeds a limit.
segue_program_result segue_run_program(
  const char *const arguments[], const unsigned char *input, size_t input_count, size_t most_output,
  double most_seconds);

// Starts a program as `segue_run_program` does, with descriptors of this process as its standard streams; a
// negative descriptor stands for /dev/null. Returns the process id, or 0 with errno.
int segue_start_program(const char *const arguments[], int input, int output, int error);

// Waits until a process has ended, without reaping it.
void segue_wait_for_program(int process);

// Kills the process group of a process.
void segue_kill_program(int process);

// Waits for the end of a process and reaps it; returns its exit status, as from waitpid, or -1 if other code
// has reaped the process.
int segue_forget_program(int process);

// Opens an empty file in memory with close-on-exec; returns -1 with errno on failure.
int segue_open_memory(void);

// The state of a SHA-256 computation.
typedef struct {
  uint32_t state[8];
  unsigned char block[64];
  // The number of bytes added so far.
  uint64_t count;
} segue_sha256;

void segue_sha256_start(segue_sha256 *hash);
void segue_sha256_add(segue_sha256 *hash, const unsigned char *bytes, size_t count);
// Finishes the hash and writes the digest; no bytes can be added afterwards.
void segue_sha256_end(segue_sha256 *hash, unsigned char digest[32]);
