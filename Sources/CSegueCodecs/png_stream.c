// Writes PNG files from filtered rows, which are deflated by ISA-L if it was present at build time, otherwise
// by zlib.
#include "common.h"

#include <stdlib.h>
#include <string.h>

#include "be32.h"
#include "literals.h"

#if defined(SEGUE_ISAL)
#include <isa-l.h>
#include <stdatomic.h>
#include <sys/mman.h>

struct segue_deflater {
  size_t frame_chunk;  // the start of the current animation frame's chunk in the output
  struct isal_zstream stream;
  uint32_t adler;
  bool has_begun;
  uint8_t level_buffer[ISAL_DEF_LVL1_DEFAULT];
};

bool segue_deflates_with_isal(void) { return true; }

static uint32_t chunk_crc(const uint8_t *bytes, size_t count) { return crc32_gzip_refl(0, bytes, count); }

enum { slot_bytes = 1 << 16 };

// A freed deflater, kept for the next encoder, since segue_deflater_create searches for a suitable address,
// which takes 0.3 ms.
static _Atomic(segue_deflater *) spare;

// Returns the size of a deflater in bytes, rounded up to a multiple of `slot_bytes`.
static size_t deflater_bytes(void) { return (sizeof(segue_deflater) + slot_bytes - 1) & ~(size_t)(slot_bytes - 1); }

// Returns the bucket in ISA-L's table of matches for an address: the low 13 bits of the CRC-32C of its bits
// 16 to 47.
static uint32_t bucket(uintptr_t address) {
  uint32_t crc = (uint32_t)(address >> 16);
  for (int i = 0; i < 32; i++) crc = crc >> 1 ^ (0x82f63b78 & -(crc & 1));
  return crc & 0x1fff;
}

// Allocates a deflater at an address with bucket 1, so that equal rows give equal bytes.
//
// ISA-L 2.30 adds an entry to a bucket that follows from the address of its stream. In one of some 8,000
// batches, this entry changes a match, and the bytes differ from run to run. Every 2 GiB that begin at a
// multiple of 2 GiB have an address with bucket 1; the rest of the reserved address space is given back. If
// the address space of the process is limited, any address is used.
segue_deflater *segue_deflater_create(void) {
  segue_deflater *kept = atomic_exchange(&spare, NULL);
  if (kept) return kept;
  const size_t size = deflater_bytes(), range = (size_t)1 << 32;
  uint8_t *memory = mmap(NULL, range, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : (segue_deflater *)memory;
  }
  uint8_t *const end = memory + range;
  uint8_t *const first = memory + (-(uintptr_t)memory & (slot_bytes - 1));
  uint8_t *place = first;
  while (place + size <= end && bucket((uintptr_t)place) != 1) place += slot_bytes;
  if (place + size > end) place = first;
  if (place > memory) munmap(memory, (size_t)(place - memory));
  if (place + size < end) munmap(place + size, (size_t)(end - place) - size);
  if (mprotect(place, size, PROT_READ | PROT_WRITE) == 0) return (segue_deflater *)place;
  munmap(place, size);
  return NULL;
}

void segue_deflater_free(segue_deflater *deflater) {
  if (!deflater) return;
  segue_deflater *other = atomic_exchange(&spare, deflater);
  if (other) munmap(other, deflater_bytes());
}

static bool begin(segue_deflater *deflater) {
  deflater->adler = 1;
  deflater->has_begun = false;
  return true;
}

// Deflates a batch of rows with matches. Batches are independent, so that the next batch can be deflated with
// or without matches: each batch ends on a whole byte and does not refer to earlier batches. (In one stream
// with full flushes, ISA-L 2.30 did refer to bytes before a flush.)
static segue_status deflate_matches(segue_deflater *deflater, segue_buffer *out, const uint8_t *input, size_t count,
                                    bool last) {
  struct isal_zstream *stream = &deflater->stream;
  isal_deflate_stateless_init(stream);
  stream->level = 1;
  stream->level_buf = deflater->level_buffer;
  stream->level_buf_size = sizeof deflater->level_buffer;
  stream->gzip_flag = IGZIP_DEFLATE;
  stream->flush = FULL_FLUSH;
  stream->end_of_stream = last;
  stream->next_in = (uint8_t *)input;
  stream->avail_in = (uint32_t)count;
  // Incompressible bytes are stored, in blocks of up to 64 KiB with 5 bytes of overhead.
  const size_t room = count + count / 4096 + 4096;
  if (!segue_buffer_reserve(out, room)) return SEGUE_NO_MEMORY;
  stream->next_out = out->data + out->count;
  stream->avail_out = (uint32_t)room;
  if (isal_deflate_stateless(stream) != COMP_OK) return SEGUE_DAMAGED;
  out->count += room - stream->avail_out;
  return SEGUE_OK;
}

// Deflates all of `input`, and appends the result to `out`.
static segue_status deflate_all(segue_deflater *deflater, segue_buffer *out, const uint8_t *input, size_t count,
                                bool last) {
  static const uint8_t zlib_header[2] = {0x78, 0x01};
  if (!deflater->has_begun && !segue_buffer_append(out, zlib_header, 2)) return SEGUE_NO_MEMORY;
  deflater->has_begun = true;
  deflater->adler = isal_adler32(deflater->adler, input, count);
  segue_literal_code code;
  if (segue_literals_suffice(input, count, &code)) {
    if (!segue_append_literals(out, input, count, &code, last)) return SEGUE_NO_MEMORY;
  } else {
    segue_status status = deflate_matches(deflater, out, input, count, last);
    if (status != SEGUE_OK) return status;
  }
  uint8_t check[4];
  store_be32(check, deflater->adler);
  return !last || segue_buffer_append(out, check, 4) ? SEGUE_OK : SEGUE_NO_MEMORY;
}

#else
#include <zlib.h>

struct segue_deflater {
  size_t frame_chunk;  // the start of the current animation frame's chunk in the output
  z_stream stream;
  bool open;
};

bool segue_deflates_with_isal(void) { return false; }

static uint32_t chunk_crc(const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32_z(0, bytes, count);
}

segue_deflater *segue_deflater_create(void) { return calloc(1, sizeof(segue_deflater)); }

void segue_deflater_free(segue_deflater *deflater) {
  if (deflater && deflater->open) deflateEnd(&deflater->stream);
  free(deflater);
}

static bool begin(segue_deflater *deflater) {
  if (deflater->open) return deflateReset(&deflater->stream) == Z_OK;
  deflater->open = deflateInit(&deflater->stream, 1) == Z_OK;
  return deflater->open;
}

// Deflates all of `input`, and appends the result to `out`.
static segue_status deflate_all(segue_deflater *deflater, segue_buffer *out, const uint8_t *input, size_t count,
                                bool last) {
  z_stream *stream = &deflater->stream;
  stream->next_in = (uint8_t *)input;
  stream->avail_in = (uInt)count;
  for (;;) {
    if (!segue_buffer_reserve(out, count + 4096)) return SEGUE_NO_MEMORY;
    uInt room = (uInt)(out->capacity - out->count < (1u << 30) ? out->capacity - out->count : 1u << 30);
    stream->next_out = out->data + out->count;
    stream->avail_out = room;
    if (deflate(stream, last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) return SEGUE_DAMAGED;
    out->count += room - stream->avail_out;
    if (stream->avail_out != 0) return SEGUE_OK;
  }
}
#endif

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// Closes the chunk that starts at `start`: sets its length, and appends the CRC of its name and content.
static bool close_chunk(segue_buffer *out, size_t start) {
  store_be32(out->data + start, (uint32_t)(out->count - start - 8));
  uint8_t crc[4];
  store_be32(crc, chunk_crc(out->data + start + 4, out->count - start - 4));
  return segue_buffer_append(out, crc, 4);
}

static bool append_chunk(segue_buffer *out, const char *name, const void *bytes, size_t count) {
  uint8_t head[8] = {0};
  memcpy(head + 4, name, 4);
  size_t start = out->count;
  return segue_buffer_append(out, head, 8) && segue_buffer_append(out, bytes, count) && close_chunk(out, start);
}

static segue_result out_of_memory(void) { return segue_failure(SEGUE_NO_MEMORY, "out of memory"); }

static bool append_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint8_t bits) {
  uint8_t header[13] = {[8] = bits, [9] = alpha ? 6 : 2};
  store_be32(header, dimensions.width);
  store_be32(header + 4, dimensions.height);
  return segue_buffer_append(out, signature, 8) && append_chunk(out, "IHDR", header, 13) &&
         append_chunk(out, "sRGB", "\0", 1);
}

segue_result segue_png_begin(segue_deflater *deflater, segue_buffer *out, segue_dimensions dimensions, bool alpha,
                             uint8_t bits) {
  out->count = 0;
  return begin(deflater) && append_header(out, dimensions, alpha, bits) ? segue_success() : out_of_memory();
}

static segue_result check(segue_status status) {
  if (status == SEGUE_OK) return segue_success();
  return status == SEGUE_NO_MEMORY ? out_of_memory() : segue_failure(status, "the deflater failed");
}

segue_result segue_png_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                bool last) {
  if (count > 1u << 30) return segue_failure(SEGUE_UNSUPPORTED, "too many bytes in one call");
  size_t start = out->count;
  if (!segue_buffer_append(out, "\0\0\0\0IDAT", 8)) return out_of_memory();
  segue_result result = check(deflate_all(deflater, out, filtered, count, last));
  if (result.status != SEGUE_OK) return result;
  if (out->count == start + 8) {
    out->count = start;  // all output is still in the deflater
  } else if (!close_chunk(out, start)) {
    return out_of_memory();
  }
  return !last || append_chunk(out, "IEND", "", 0) ? result : out_of_memory();
}

segue_result segue_apng_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint32_t frames,
                               uint32_t loops) {
  uint8_t control[8];
  store_be32(control, frames);
  store_be32(control + 4, loops);
  out->count = 0;
  bool done = append_header(out, dimensions, alpha, 8) && append_chunk(out, "acTL", control, 8);
  return done ? segue_success() : out_of_memory();
}

segue_result segue_apng_trailer(segue_buffer *out) {
  out->count = 0;
  return append_chunk(out, "IEND", "", 0) ? segue_success() : out_of_memory();
}

segue_result segue_apng_begin_frame(segue_deflater *deflater, segue_buffer *out, uint32_t number, segue_rectangle part,
                                    segue_delay delay) {
  // Control and data chunks share one sequence of numbers; the first frame's data is IDAT, without a number.
  uint32_t sequence = number == 0 ? 0 : 2 * number - 1;
  uint8_t control[26] = {[20] = (uint8_t)(delay.numerator >> 8), [21] = (uint8_t)delay.numerator,
                         [22] = (uint8_t)(delay.denominator >> 8), [23] = (uint8_t)delay.denominator};
  store_be32(control, sequence);
  store_be32(control + 4, part.width);
  store_be32(control + 8, part.height);
  store_be32(control + 12, part.x);
  store_be32(control + 16, part.y);
  uint8_t head[12] = {[4] = 'f', 'd', 'A', 'T'};
  store_be32(head + 8, sequence + 1);
  out->count = 0;
  if (!begin(deflater) || !append_chunk(out, "fcTL", control, 26)) return out_of_memory();
  deflater->frame_chunk = out->count;
  bool done = number == 0 ? segue_buffer_append(out, "\0\0\0\0IDAT", 8) : segue_buffer_append(out, head, 12);
  return done ? segue_success() : out_of_memory();
}

segue_result segue_apng_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                 bool last) {
  if (count > 1u << 30) return segue_failure(SEGUE_UNSUPPORTED, "too many bytes in one call");
  segue_result result = check(deflate_all(deflater, out, filtered, count, last));
  if (result.status != SEGUE_OK || !last) return result;
  if (out->count - deflater->frame_chunk - 8 > INT32_MAX)
    return segue_failure(SEGUE_UNSUPPORTED, "the frame needs more bytes than a chunk of PNG can hold");
  return close_chunk(out, deflater->frame_chunk) ? result : out_of_memory();
}
