// What Swift cannot see of the system: GNU extensions for files and pipes.
#pragma once

#include <stdbool.h>

// rename(2) that fails with EEXIST rather than replace a file.
int segue_rename_new(const char *from, const char *to);

// pipe(2) whose ends no child inherits.
int segue_open_pipe(int ends[2]);

// Gives a pipe room for 1 MiB, the most that anyone may ask for; leaves what is no pipe as it is.
void segue_widen_pipe(int descriptor);

// Waits until the reader of a pipe has taken all of it; false where it went away before.
bool segue_wait_until_read(int descriptor);
