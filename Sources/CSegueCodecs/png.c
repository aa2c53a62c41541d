// Decodes and encodes PNG with libpng. longjmp never leaves this file: the two functions that create libpng's
// structs set a jump buffer before any call that can fail by longjmp, and destroy the structs before they
// return.
#include "common.h"

#if !__has_include(<png.h>)
#error "png.h is missing: run scripts/bootstrap, or install libpng-dev"
#endif
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "be32.h"
#include "png_source.h"

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

bool segue_is_png(const uint8_t *data, size_t count) {
  // Compares only the first four bytes of the signature: if a text-mode transfer has changed the other bytes,
  // the file is reported as a damaged PNG.
  return count >= 4 && memcmp(data, signature, 4) == 0;
}

segue_result segue_png_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions) {
  if (count < 33) return segue_failure(SEGUE_TRUNCATED, "the file ends inside the PNG header");
  if (memcmp(data, signature, 8) != 0) return segue_failure(SEGUE_DAMAGED, "the PNG signature is damaged");
  if (memcmp(data + 8, "\0\0\0\rIHDR", 8) != 0) return segue_failure(SEGUE_DAMAGED, "the PNG header is missing");
  dimensions->width = load_be32(data + 16);
  dimensions->height = load_be32(data + 20);
  return segue_success();
}

// The state that the decoding function shares with its callbacks.
typedef struct {
  segue_result result;
  png_source *source;
  segue_buffer *out;
  bool has_dropped;  // whether libpng dropped a chunk with a wrong CRC
} png_job;

// The names of chunks that do not affect samples. Any other unknown chunk may be a critical chunk with a
// damaged name.
static const char *const aside[] = {"acTL", "bKGD", "cHRM", "cICP", "cLLI", "dSIG", "eXIf", "fcTL", "fdAT",
                                    "gAMA", "hIST", "iCCP", "iTXt", "mDCV", "oFFs", "pCAL", "pHYs", "sBIT",
                                    "sCAL", "sPLT", "sRGB", "sTER", "tEXt", "tIME", "zTXt"};
enum { ASIDE = sizeof aside / sizeof *aside };

static void fail(png_structp png, png_const_charp message) {
  png_job *job = png_get_error_ptr(png);
  if (job->result.status == SEGUE_OK) job->result = segue_failure(SEGUE_DAMAGED, message);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// Turns libpng's warning about a dropped chunk with a wrong CRC into an error, unless the chunk does not
// affect samples. If a chunk tRNS was dropped, transparency would be lost.
static void check_dropped(png_structp png, png_const_charp message) {
  if (strlen(message) < 4 || strcmp(message + 4, ": CRC error") != 0) return;
  png_job *job = png_get_error_ptr(png);
  bool is_aside = false;
  for (size_t i = 0; i < ASIDE; i++) is_aside = is_aside || memcmp(message, aside[i], 4) == 0;
  if (!is_aside) png_error(png, message);
  job->has_dropped = true;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  png_job *job = png_get_io_ptr(png);
  if (!png_source_read(job->source, bytes, count)) {
    job->result = segue_failure(SEGUE_TRUNCATED, "the file ends too early");
    png_error(png, "truncated");
  }
}

// The target layout of a row.
typedef enum { STRAIGHT_RGBA8, STRAIGHT_RGBA16, LUMA16 } layout;

// The number of bytes of a pixel, by layout.
static const size_t pixel_bytes[] = {4, 8, 2};

static void convert(segue_conversion *conversion, layout layout, uint8_t *row, size_t count) {
  if (!conversion) return;
  if (layout == STRAIGHT_RGBA8) segue_convert8(conversion, row, count);
  if (layout == STRAIGHT_RGBA16) segue_convert16(conversion, (uint16_t *)(void *)row, count);
}

static segue_result decode(png_source *source, segue_dimensions dimensions, bool is_checked, layout layout,
                           segue_conversion *conversion, uint8_t *pixels, size_t stride) {
  png_job job = {.result = segue_success(), .source = source};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, fail, check_dropped);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return job.result;
  }
  png_set_read_fn(png, &job, read_bytes);
  png_set_user_limits(png, dimensions.width, dimensions.height);
  png_set_chunk_cache_max(png, 64);
  png_set_chunk_malloc_max(png, 1 << 20);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
#if defined(PNG_IGNORE_ADLER32)
  if (is_checked) png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#else
  (void)is_checked;
#endif
  // Skips ancillary chunks, which leaves less attack surface to hostile files.
  png_byte names[ASIDE][5];
  for (size_t i = 0; i < ASIDE; i++) memcpy(names[i], aside[i], 5);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names[0], ASIDE);

  png_read_info(png, info);
  if (png_get_image_width(png, info) != dimensions.width || png_get_image_height(png, info) != dimensions.height)
    png_error(png, "the size changed between two reads of the header");
  // With a damaged length, a dropped chunk may have swallowed the chunks after it, such as tRNS.
  if (job.has_dropped && !png_get_valid(png, info, PNG_INFO_tRNS) && png_source_holds(source, "tRNS"))
    png_error(png, "CRC error before tRNS");
  png_set_expand(png);
  if (layout == LUMA16) {
    png_set_strip_alpha(png);
    // The weights of red and green are 0.299 and 0.587 in units of 1/100000, slightly increased, since libpng
    // truncates them to 15 bits.
    png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, 29902, 58701);
  } else {
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, layout == STRAIGHT_RGBA8 ? 0xff : 0xffff, PNG_FILLER_AFTER);
  }
  if (layout == STRAIGHT_RGBA8) {
    png_set_scale_16(png);
  } else {
    png_set_expand_16(png);
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1) png_set_swap(png);
  }
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != pixel_bytes[layout] * dimensions.width) png_error(png, "unexpected layout of rows");
  for (int pass = 0; pass < passes; pass++) {
    for (size_t y = 0; y < dimensions.height; y++) {
      png_read_row(png, pixels + y * stride, NULL);
      // Converts colors only in the last pass, since rows also contain the pixels of earlier passes.
      if (pass == passes - 1) convert(conversion, layout, pixels + y * stride, dimensions.width);
    }
  }
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return segue_success();
}

static segue_result decode_once(const uint8_t *data, size_t count, segue_dimensions dimensions, bool isal,
                                layout layout, segue_conversion *conversion, uint8_t *pixels, size_t stride) {
  // Deflate expands data at most 1032 times, so a short file with a large size in its header is rejected at
  // once.
  uint64_t packed = (uint64_t)dimensions.width * dimensions.height / 8;
  if (packed / 1032 > count) return segue_failure(SEGUE_TRUNCATED, "the file is too short for its size");

  png_source *source = png_source_create(data, count, isal);
  if (!source) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  segue_result result = decode(source, dimensions, isal, layout, conversion, pixels, stride);
  png_source_free(source);
  return result;
}

static segue_result decode_at_all(const uint8_t *data, size_t count, segue_dimensions dimensions, layout layout,
                                  segue_conversion *conversion, uint8_t *pixels, size_t stride) {
  const bool isal = segue_deflates_with_isal();
  segue_result result = decode_once(data, count, dimensions, isal, layout, conversion, pixels, stride);
  // After an error with ISA-L, decodes again with zlib, whose result counts. (ISA-L accepts a few invalid
  // code sets that zlib rejects; checksums still validate the bytes.)
  if (result.status == SEGUE_OK || result.status == SEGUE_NO_MEMORY || !isal) return result;
  return decode_once(data, count, dimensions, false, layout, conversion, pixels, stride);
}

segue_result segue_png_decode_once(const uint8_t *data, size_t count, segue_dimensions dimensions, bool isal,
                                   uint8_t *pixels, size_t stride) {
  return decode_once(data, count, dimensions, isal, STRAIGHT_RGBA8, NULL, pixels, stride);
}

segue_result segue_png_decode(const uint8_t *data, size_t count, segue_dimensions dimensions,
                              segue_conversion *conversion, uint8_t *pixels, size_t stride) {
  // libpng keeps two rows in memory; above this width, each row takes more than a megabyte.
  if (dimensions.width > 1 << 18 && segue_png_decode_wide(data, count, dimensions, pixels, stride)) {
    for (size_t y = 0; y < dimensions.height; y++)
      convert(conversion, STRAIGHT_RGBA8, pixels + y * stride, dimensions.width);
    return segue_success();
  }
  return decode_at_all(data, count, dimensions, STRAIGHT_RGBA8, conversion, pixels, stride);
}

segue_result segue_png_decode16(const uint8_t *data, size_t count, segue_dimensions dimensions,
                                segue_conversion *conversion, uint16_t *pixels, size_t stride) {
  return decode_at_all(data, count, dimensions, STRAIGHT_RGBA16, conversion, (uint8_t *)pixels, stride);
}

segue_result segue_png_decode_luma(const uint8_t *data, size_t count, segue_dimensions dimensions, uint16_t *luma) {
  return decode_at_all(data, count, dimensions, LUMA16, NULL, (uint8_t *)luma, 2 * (size_t)dimensions.width);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  png_job *job = png_get_io_ptr(png);
  if (!segue_buffer_append(job->out, bytes, count)) {
    job->result = segue_failure(SEGUE_NO_MEMORY, "out of memory");
    png_error(png, "out of memory");
  }
}

static void flush_nothing(png_structp png) { (void)png; }

segue_result segue_png_encode_small(segue_buffer *out, const uint8_t *pixels, segue_dimensions dimensions,
                                    bool alpha, int bits) {
  png_job job = {.result = segue_success(), .out = out};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, fail, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return job.result;
  }
  out->count = 0;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_write_fn(png, &job, write_bytes, flush_nothing);
  png_set_IHDR(png, info, dimensions.width, dimensions.height, bits,
               alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_compression_level(png, 9);
  png_set_compression_mem_level(png, 9);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_write_info(png, info);
  size_t stride = (size_t)dimensions.width * (alpha ? 4 : 3) * (size_t)(bits / 8);
  for (size_t y = 0; y < dimensions.height; y++) png_write_row(png, pixels + y * stride);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return segue_success();
}
