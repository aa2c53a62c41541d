// What Swift cannot see of the system: GNU extensions for files, pipes and programs; and checksums.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// rename(2) that fails with EEXIST rather than replace a file.
int segue_rename_new(const char *from, const char *to);

// pipe(2) whose ends no child inherits.
int segue_open_pipe(int ends[2]);

// Gives a pipe room for 1 MiB, the most that anyone may ask for; leaves what is no pipe as it is.
void segue_widen_pipe(int descriptor);

// Waits until the reader of a pipe has taken all of it; false where it went away before.
bool segue_wait_until_read(int descriptor);

// What came of a program.
typedef enum {
  SEGUE_PROGRAM_ENDED,
  // It is not on the PATH.
  SEGUE_PROGRAM_MISSING,
  // The system did not start it; errno says why.
  SEGUE_PROGRAM_NOT_STARTED,
  // It wrote more than it may, or for longer, and was ended.
  SEGUE_PROGRAM_TOO_MUCH,
  SEGUE_PROGRAM_TOO_LONG,
} segue_program_outcome;

typedef struct {
  segue_program_outcome outcome;
  // Of its standard output; to be freed.
  unsigned char *bytes;
  size_t count;
  // Its standard error, as text; of a long one the beginning and the end.
  char complaint[2048];
  // As waitpid gives it; -1 where somebody else has waited for it.
  int status;
} segue_program_result;

// Runs a program of the PATH without a shell, in a process group of its own and without the descriptors of this one;
// writes to its standard input, and reads what it writes until it has ended. The thread waits meanwhile.
segue_program_result segue_run_program(
  const char *const arguments[], const unsigned char *input, size_t input_count, size_t most_output,
  double most_seconds);

// Starts a program in the same way, with descriptors of this process as its standard streams; one below 0 is /dev/null.
// Returns its process, or 0 where errno says why there is none.
int segue_start_program(const char *const arguments[], int input, int output, int error);

// Waits until a process has ended, which keeps its number.
void segue_wait_for_program(int process);

// Ends a process with all of its group.
void segue_kill_program(int process);

// Forgets a process that has ended; returns its status as waitpid gives it, -1 where somebody else has waited for it.
int segue_forget_program(int process);

// An empty file in memory, which no program inherits; -1 where errno says why there is none.
int segue_open_memory(void);

// A SHA-256 under way.
typedef struct {
  uint32_t state[8];
  unsigned char block[64];
  // Bytes so far.
  uint64_t count;
} segue_sha256;

void segue_sha256_start(segue_sha256 *hash);
void segue_sha256_add(segue_sha256 *hash, const unsigned char *bytes, size_t count);
// Ends it: nothing is added any more.
void segue_sha256_end(segue_sha256 *hash, unsigned char digest[32]);
