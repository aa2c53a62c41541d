#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

segue_result segue_success(void) { return (segue_result){.status = SEGUE_OK}; }

segue_result segue_failure(segue_status status, const char *message) {
  segue_result result = {.status = status};
  snprintf(result.message, sizeof result.message, "%s", message);
  return result;
}

bool segue_buffer_reserve(segue_buffer *buffer, size_t count) {
  if (count > SIZE_MAX / 4 - buffer->count) return false;
  size_t needed = buffer->count + count;
  if (needed <= buffer->capacity) return true;
  size_t capacity = buffer->capacity < 65536 ? 65536 : buffer->capacity + buffer->capacity / 2;
  if (capacity < needed) capacity = needed;
  uint8_t *data = realloc(buffer->data, capacity);
  if (!data) return false;
  buffer->data = data;
  buffer->capacity = capacity;
  return true;
}

bool segue_buffer_append(segue_buffer *buffer, const void *bytes, size_t count) {
  if (!segue_buffer_reserve(buffer, count)) return false;
  memcpy(buffer->data + buffer->count, bytes, count);
  buffer->count += count;
  return true;
}

void segue_buffer_free(segue_buffer *buffer) {
  free(buffer->data);
  *buffer = (segue_buffer){0};
}
