// Encodes frames of GIF: palette, dither and LZW.
#include <stdlib.h>
#include <string.h>

#include "CSegueCodecs.h"
#include "common.h"
#include "palette.h"

enum { LZW_SLOTS = 16384, LZW_CODES = 4096 };

struct segue_gif_encoder {
  palette palette;
  // One byte per pixel: at first 1 if the pixel is drawn, later its palette index.
  segue_buffer indices;
  // The LZW string table as a hash table. An entry has 20 bits for the prefix's code and the next pixel, and
  // 12 bits for the string's code; 0 marks a free entry.
  uint32_t strings[LZW_SLOTS];
};

segue_gif_encoder *segue_gif_encoder_create(void) { return calloc(1, sizeof(segue_gif_encoder)); }

void segue_gif_encoder_free(segue_gif_encoder *encoder) {
  if (!encoder) return;
  segue_buffer_free(&encoder->indices);
  free(encoder);
}

// A writer of LZW codes in sub-blocks: a length byte, then up to 255 bytes.
typedef struct {
  segue_buffer *out;
  uint32_t bits;
  int bit_count;
  uint8_t block[256];
  bool is_out_of_memory;
} code_writer;

static void end_block(code_writer *writer) {
  if (!segue_buffer_append(writer->out, writer->block, 1 + (size_t)writer->block[0])) writer->is_out_of_memory = true;
  writer->block[0] = 0;
}

static void put_code(code_writer *writer, uint32_t code, int width) {
  writer->bits |= code << writer->bit_count;
  writer->bit_count += width;
  while (writer->bit_count >= 8) {
    writer->block[1 + writer->block[0]++] = (uint8_t)writer->bits;
    writer->bits >>= 8;
    writer->bit_count -= 8;
    if (writer->block[0] == 255) end_block(writer);
  }
}

bool segue_gif_append_lzw(segue_gif_encoder *encoder, segue_buffer *out, const uint8_t *indices, size_t count,
                          int depth) {
  const uint8_t least = (uint8_t)depth;
  if (!segue_buffer_append(out, &least, 1)) return false;
  const uint32_t clear = 1u << depth, end = clear + 1;
  code_writer writer = {.out = out};
  uint32_t next = end + 1, string = indices[0];
  int width = depth + 1;
  memset(encoder->strings, 0, sizeof encoder->strings);
  put_code(&writer, clear, width);
  for (size_t i = 1; i < count; i++) {
    const uint32_t key = string << 8 | indices[i];
    uint32_t slot = key * 2654435761u >> 18;
    while (encoder->strings[slot] && encoder->strings[slot] >> 12 != key) slot = (slot + 1) % LZW_SLOTS;
    if (encoder->strings[slot]) {
      string = encoder->strings[slot] % LZW_CODES;
      continue;
    }
    put_code(&writer, string, width);
    string = indices[i];
    encoder->strings[slot] = key << 12 | next;
    if (next++ == 1u << width) width++;
    // Clears the table when it is full. Keeping a full table that compresses well would make photographs 1 %
    // smaller, but frames of blocks, as in a pixellate, 14 % larger.
    if (next == LZW_CODES) {
      put_code(&writer, clear, width);
      memset(encoder->strings, 0, sizeof encoder->strings);
      next = end + 1;
      width = depth + 1;
    }
  }
  put_code(&writer, string, width);
  if (next == 1u << width && width < 12) width++;
  put_code(&writer, end, width);
  put_code(&writer, 0, 7);
  if (writer.block[0]) end_block(&writer);
  end_block(&writer);
  return !writer.is_out_of_memory;
}

// Sets the mark of each pixel in a part of the frame: 1 if the pixel is to be drawn, otherwise 0. Opaque
// pixels that differ from the previous frame are drawn. Returns the number of these pixels.
static size_t mark_drawn(const segue_gif_frame *frame, segue_rectangle part, uint8_t *marks) {
  size_t count = 0;
  for (uint32_t y = 0; y < part.height; y++) {
    const uint8_t *row = frame->pixels + (part.y + y) * frame->stride + 4 * (size_t)part.x;
    const uint8_t *before =
        frame->previous ? frame->previous + (part.y + y) * frame->previous_stride + 4 * (size_t)part.x : NULL;
    uint8_t *mark = marks + (size_t)y * part.width;
    for (uint32_t x = 0; x < part.width; x++) {
      mark[x] = row[4 * x + 3] >= 128 && !(before && memcmp(row + 4 * x, before + 4 * x, 4) == 0);
      count += mark[x];
    }
  }
  return count;
}

static int difference(const uint8_t *a, const uint8_t *b) {
  int most = 0;
  for (int channel = 0; channel < 3; channel++) {
    int one = abs(a[channel] - b[channel]);
    most = one > most ? one : most;
  }
  return most;
}

// Returns the variation around a pixel: the largest difference of a channel between the pixels eight columns
// to the left and right, or eight rows above and below.
static int change_around(const segue_gif_frame *frame, uint32_t x, uint32_t y) {
  const uint32_t reach = 8, right = frame->dimensions.width - 1, bottom = frame->dimensions.height - 1;
  const uint8_t *row = frame->pixels + y * frame->stride, *column = frame->pixels + 4 * (size_t)x;
  const uint32_t from_x = x < reach ? 0 : x - reach, to_x = right - x < reach ? right : x + reach;
  const uint32_t from_y = y < reach ? 0 : y - reach, to_y = bottom - y < reach ? bottom : y + reach;
  const int across = difference(row + 4 * (size_t)from_x, row + 4 * (size_t)to_x);
  const int down = difference(column + from_y * frame->stride, column + to_y * frame->stride);
  return across > down ? across : down;
}

static int clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

static int index_of(palette *palette, const uint8_t *pixel, int lighter) {
  return palette_index(palette, clamp(pixel[0] + lighter), clamp(pixel[1] + lighter), clamp(pixel[2] + lighter));
}

// The variation, in 8-bit levels of a channel, from which an area counts as textured.
enum { TEXTURE = 16 };

// Returns the palette index of a pixel in a smooth area. Ordered dither, which depends on the pixel's
// position, avoids banding and does not flicker between frames.
static int dithered_index(palette *palette, const uint8_t *pixel, uint32_t x, uint32_t y, int change) {
  // With twice this amplitude, less banding would remain, but the dither pattern would be visible.
  int32_t amplitude = palette->spread * 5 / 4;
  if (amplitude > 128) amplitude = 128;
  if (change > TEXTURE / 2) amplitude = amplitude * (TEXTURE - change) / (TEXTURE / 2);
  // A low-discrepancy offset: Roberts' R2 sequence, steps of 1/p and 1/p² where p³ = p + 1.
  const int32_t even = (int32_t)((x * 3242174889u + y * 2447445413u) >> 24);
  const int32_t offset = (2 * even - 255) * amplitude;
  return index_of(palette, pixel, (offset + (offset < 0 ? -2040 : 2040)) / 4080);
}

static int32_t square_of_error(const palette *palette, int index, const uint8_t *pixel) {
  int32_t sum = 0;
  for (int channel = 0; channel < 3; channel++) {
    int32_t error = palette->colors[index][channel] - pixel[channel];
    sum += error * error;
  }
  return sum;
}

// Returns the palette index of a pixel in a textured area: the previous pixel's index if its color is nearly
// as close as the closest color. (Compared with the closest color throughout, files of photographs are 7 %
// smaller, and their PSNR is 0.3 dB lower.)
static int textured_index(palette *palette, const uint8_t *pixel, int before) {
  const int index = index_of(palette, pixel, 0);
  const int32_t more = square_of_error(palette, before, pixel) - square_of_error(palette, index, pixel);
  return 64 * more <= palette->spread * palette->spread ? before : index;
}

segue_result segue_gif_encode(segue_gif_encoder *encoder, segue_buffer *out, const segue_gif_frame *frame,
                              segue_rectangle part, uint16_t hundredths) {
  const size_t count = (size_t)part.width * part.height;
  encoder->indices.count = 0;
  out->count = 0;
  if (!segue_buffer_reserve(&encoder->indices, count)) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  uint8_t *indices = encoder->indices.data;
  palette *palette = &encoder->palette;
  const size_t drawn = mark_drawn(frame, part, indices);
  const bool has_gaps = drawn < count;
  const uint8_t *corner = frame->pixels + part.y * frame->stride + 4 * (size_t)part.x;
  palette->count = 0;
  if (drawn > 0)
    palette_find(palette, corner, frame->stride, indices, part.width, part.height, frame->colors - has_gaps);

  const uint8_t gap = (uint8_t)palette->count;
  for (uint32_t y = 0; y < part.height; y++) {
    uint8_t *index = indices + (size_t)y * part.width;
    const uint8_t *row = corner + y * frame->stride;
    for (uint32_t x = 0; x < part.width; x++) {
      const uint8_t *pixel = row + 4 * (size_t)x;
      const bool is_drawn = index[x];
      const int change = is_drawn && palette->spread > 0 ? change_around(frame, part.x + x, part.y + y) : 0;
      if (!is_drawn) {
        index[x] = gap;
      } else if (change == 0) {
        index[x] = (uint8_t)index_of(palette, pixel, 0);
      } else if (change < TEXTURE) {
        index[x] = (uint8_t)dithered_index(palette, pixel, part.x + x, part.y + y, change);
      } else {
        const int before = x > 0 && !(has_gaps && index[x - 1] == gap) ? index[x - 1] : 0;
        index[x] = (uint8_t)textured_index(palette, pixel, before);
      }
    }
  }

  int depth = 1;
  while (1 << depth < palette->count + has_gaps) depth++;
  const uint32_t sides[] = {part.x, part.y, part.width, part.height};
  uint8_t start[18] = {0x21, 0xf9, 4, (uint8_t)((frame->is_cleared ? 2 : 1) << 2 | has_gaps),
                       (uint8_t)hundredths, (uint8_t)(hundredths >> 8), gap, 0, 0x2c};
  for (int i = 0; i < 4; i++) {
    start[9 + 2 * i] = (uint8_t)sides[i];
    start[10 + 2 * i] = (uint8_t)(sides[i] >> 8);
  }
  start[17] = (uint8_t)(0x80 | (depth - 1));
  uint8_t colors[256][3] = {{0}};
  memcpy(colors, palette->colors, 3 * (size_t)palette->count);
  if (!segue_buffer_append(out, start, sizeof start) || !segue_buffer_append(out, colors, (size_t)3 << depth) ||
      !segue_gif_append_lzw(encoder, out, indices, count, depth < 2 ? 2 : depth))
    return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  return segue_success();
}
