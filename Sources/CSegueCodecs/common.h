#pragma once

#include "CSegueCodecs.h"

segue_result segue_success(void);
segue_result segue_failure(segue_status status, const char *message);

// Reserves `count` more bytes; returns false if memory is exhausted.
bool segue_buffer_reserve(segue_buffer *buffer, size_t count);
bool segue_buffer_append(segue_buffer *buffer, const void *bytes, size_t count);
