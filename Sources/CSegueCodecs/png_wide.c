// Decodes PNG without libpng, for pictures of few but very wide rows: libpng's buffers for two rows would be
// as large as such a picture. A row is inflated into the last bytes of its memory in the picture, and then
// unfiltered and expanded in place, from the first pixel on, to four bytes a pixel.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "be32.h"
#include "common.h"

typedef struct {
  const uint8_t *data;
  size_t count, offset;
  z_stream stream;
  size_t width, stride;
  unsigned depth, channels;
} wide;

// Consumes the next chunk if it is complete and named `name`; NULL accepts any chunk that does not affect
// samples. The chunk's data becomes the input of `stream`.
static bool take(wide *file, const char *name) {
  if (file->count - file->offset < 12) return false;
  const uint8_t *chunk = file->data + file->offset;
  const uint32_t length = load_be32(chunk);
  if (length > file->count - file->offset - 12) return false;
  const bool is_aside = chunk[4] & 0x20 && memcmp(chunk + 4, "tRNS", 4) != 0;
  if (name ? memcmp(chunk + 4, name, 4) != 0 : !is_aside) return false;
  if (crc32(crc32(0, chunk + 4, 4), chunk + 8, length) != load_be32(chunk + 8 + length)) return false;
  file->stream.next_in = (Bytef *)chunk + 8;
  file->stream.avail_in = length;
  file->offset += 12 + (size_t)length;
  return true;
}

// Inflates `count` bytes, and reads as many chunks as necessary; returns zlib's last status.
static int inflate_bytes(wide *file, uint8_t *out, size_t count) {
  file->stream.next_out = out;
  file->stream.avail_out = (uInt)count;
  int result;
  do {
    result = inflate(&file->stream, Z_NO_FLUSH);
    if (result == Z_BUF_ERROR && file->stream.avail_in == 0 && take(file, "IDAT")) result = Z_OK;
  } while (result == Z_OK && file->stream.avail_out > 0);
  return result;
}

static inline uint8_t unfiltered(uint8_t raw, uint8_t filter, int a, int b, int c) {
  const int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
  const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  return (uint8_t)(raw + (filter == 0 ? 0 : filter == 1 ? a : filter == 2 ? b : filter == 3 ? (a + b) / 2 : paeth));
}

static void spread_bytes(const wide *file, uint8_t *row, const uint8_t *raw, uint8_t filter, bool is_first) {
  static const uint8_t places[4][4] = {{0}, {0, 3}, {0, 1, 2}, {0, 1, 2, 3}};
  const unsigned channels = file->channels;
  uint8_t left[4] = {0}, above[4] = {0}, corner[4] = {0};
  for (size_t x = 0; x < file->width; x++, row += 4, raw += channels) {
    for (unsigned i = 0; i < channels; i++) {
      if (!is_first) above[i] = (row - file->stride)[places[channels - 1][i]];
      left[i] = unfiltered(raw[i], filter, left[i], above[i], corner[i]);
      corner[i] = above[i];
    }
    row[0] = left[0];
    row[1] = left[channels < 3 ? 0 : 1];
    row[2] = left[channels < 3 ? 0 : 2];
    row[3] = channels == 4 ? left[3] : channels == 2 ? left[1] : 255;
  }
}

// Expands gray of fewer bits than 8. Filters include the padding bits of a row's last byte, so `last` keeps
// this byte for the next row.
static void spread_bits(const wide *file, uint8_t *row, const uint8_t *raw, uint8_t filter, bool is_first,
                        uint8_t *last) {
  const unsigned depth = file->depth, each = 8 / depth, most = (1u << depth) - 1;
  uint8_t left = 0, corner = 0;
  for (size_t x = 0; x < file->width; x += each) {
    uint8_t above = is_first ? 0 : *last;
    if (!is_first && file->width - x > each) {
      above = 0;
      for (unsigned i = 0; i < each; i++)
        above = (uint8_t)(above << depth | (row + 4 * (x + i) - file->stride)[0] >> (8 - depth));
    }
    left = unfiltered(*raw++, filter, left, above, corner);
    corner = above;
    for (unsigned i = 0; i < each && x + i < file->width; i++) {
      memset(row + 4 * (x + i), (left >> (8 - depth * (i + 1)) & most) * 255 / most, 3);
      row[4 * (x + i) + 3] = 255;
    }
  }
  *last = left;
}

bool segue_png_decode_wide(const uint8_t *data, size_t count, segue_dimensions dimensions, uint8_t *pixels,
                           size_t stride) {
  wide file = {.data = data, .count = count, .offset = 8, .width = dimensions.width, .stride = stride};
  if (count < 8 || !take(&file, "IHDR") || file.stream.avail_in != 13) return false;
  const uint8_t *header = file.stream.next_in;
  file.depth = header[8];
  file.channels = header[9] == 0 ? 1 : header[9] == 4 ? 2 : header[9] == 2 ? 3 : header[9] == 6 ? 4 : 0;
  const bool is_known = file.depth == 8 || (file.channels == 1 && (file.depth == 1 || file.depth == 2 || file.depth == 4));
  const size_t bytes = (file.width * file.depth * file.channels + 7) / 8;
  if (!is_known || file.channels == 0 || header[10] || header[11] || header[12] || bytes > UINT32_MAX) return false;
  while (take(&file, NULL)) {
  }
  file.stream.avail_in = 0;
  if (inflateInit2(&file.stream, 0) != Z_OK) return false;  // 0: the stream gives its window size
  int result = Z_OK;
  uint8_t filter = 0, last = 0, more;
  for (size_t y = 0; y < dimensions.height; y++) {
    uint8_t *row = pixels + y * stride, *raw = row + 4 * file.width - bytes;
    result = inflate_bytes(&file, &filter, 1);
    if (file.stream.avail_out == 0) result = inflate_bytes(&file, raw, bytes);
    if (file.stream.avail_out > 0 || filter > 4) break;
    if (file.depth == 8) {
      spread_bytes(&file, row, raw, filter, y == 0);
    } else {
      spread_bits(&file, row, raw, filter, y == 0, &last);
    }
  }
  // The file is valid if the stream and its chunks end with the picture.
  bool is_sound = file.stream.avail_out == 0 && filter <= 4 && (result == Z_OK || result == Z_STREAM_END);
  is_sound = is_sound && inflate_bytes(&file, &more, 1) == Z_STREAM_END && file.stream.avail_out == 1 &&
             file.stream.avail_in == 0;
  inflateEnd(&file.stream);
  while (take(&file, NULL)) {
  }
  return is_sound && take(&file, "IEND");
}
