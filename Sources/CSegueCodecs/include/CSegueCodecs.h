// Image files in memory.
//
// libpng and libjpeg report errors by longjmp, which must never cross a Swift frame: each function here has its own setjmp,
// and returns a status and a message.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  SEGUE_OK,
  SEGUE_NOT_THIS_FORMAT,
  SEGUE_TRUNCATED,
  SEGUE_DAMAGED,
  SEGUE_UNSUPPORTED,
  SEGUE_NO_MEMORY,
} segue_status;

typedef struct {
  segue_status status;
  char message[160];
} segue_result;

typedef struct {
  uint32_t width, height;
} segue_dimensions;

typedef struct {
  uint32_t x, y, width, height;
} segue_rectangle;

// Bytes that grow by realloc; reused from frame to frame, so that the pages stay mapped.
typedef struct {
  uint8_t *data;
  size_t count, capacity;
} segue_buffer;

void segue_buffer_free(segue_buffer *buffer);

// The smallest rectangle outside of which two pictures of four bytes a pixel are the same; empty where they are so
// everywhere.
segue_rectangle segue_changed(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                              segue_dimensions dimensions);

// PNG

bool segue_is_png(const uint8_t *data, size_t count);

// The size in the header, nothing else read. Allocates nothing.
segue_result segue_png_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions);

// Decodes to straight RGBA8; `dimensions` are those of the header, `pixels` has height·stride bytes.
// 16-bit samples are scaled with rounding, color management chunks are left aside.
segue_result segue_png_decode(const uint8_t *data, size_t count, segue_dimensions dimensions, uint8_t *pixels,
                              size_t stride);

// Decodes to how light each pixel is, 16 bits in the machine's order, rows without gaps: Rec. 601 of straight colors.
segue_result segue_png_decode_luma(const uint8_t *data, size_t count, segue_dimensions dimensions, uint16_t *luma);

// `segue_png_decode` by one inflater; ISA-L where it was there at build time. It refuses some files that zlib lets pass, and image
// data beyond what the header asks for is not inflated.
segue_result segue_png_decode_once(const uint8_t *data, size_t count, segue_dimensions dimensions, bool isal,
                                   uint8_t *pixels, size_t stride);

// The same without libpng, in no more memory than the picture: 8 bits a sample, or gray of fewer, not interlaced and without
// tRNS. False for any other file and for one that is not sound in every part; `pixels` are then anything.
bool segue_png_decode_wide(const uint8_t *data, size_t count, segue_dimensions dimensions, uint8_t *pixels,
                           size_t stride);

// The smallest file libpng makes: level 9, adaptive filters. `pixels` is packed straight RGBA or RGB.
segue_result segue_png_encode_small(segue_buffer *out, const uint8_t *pixels, segue_dimensions dimensions,
                                    bool alpha);

// The fast path: filtered rows in, chunks out. The deflater is reused from frame to frame.
typedef struct segue_deflater segue_deflater;

segue_deflater *segue_deflater_create(void);
void segue_deflater_free(segue_deflater *deflater);

// Whether rows are deflated by ISA-L; by zlib at level 1 where it was missing at build time.
bool segue_deflates_with_isal(void);

segue_result segue_png_begin(segue_deflater *deflater, segue_buffer *out, segue_dimensions dimensions, bool alpha);
segue_result segue_png_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                bool last);

// Animated PNG: one file of frames, each a rectangle of the canvas that replaces what was there. A frame is one chunk of
// image data, so that the numbers of its chunks follow from its own.

typedef struct {
  uint16_t numerator, denominator;  // seconds
} segue_delay;

// What stands before the frames: `loops` is 0 for ever.
segue_result segue_apng_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint32_t frames,
                               uint32_t loops);
// What stands after them.
segue_result segue_apng_trailer(segue_buffer *out);
// Frame 0 covers the whole canvas.
segue_result segue_apng_begin_frame(segue_deflater *deflater, segue_buffer *out, uint32_t number, segue_rectangle part,
                                    segue_delay delay);
segue_result segue_apng_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                 bool last);

// WebP

// Whether libwebp was there at build time; without it the functions below say so.
bool segue_has_webp(void);

typedef struct {
  bool lossless;
  int quality;  // 1…100, where lossy
  int effort;   // lossy 0…6, lossless 0…9
} segue_webp_options;

// A whole file of one picture, straight RGBA, or RGB and an ignored byte where not `alpha`. Sides end at 16383.
segue_result segue_webp_encode(segue_buffer *out, const uint8_t *pixels, size_t stride, segue_dimensions dimensions,
                               bool alpha, segue_webp_options options);

// Such a file as a frame of an animation, replacing the part of the canvas at x, y, both even.
segue_result segue_webp_wrap(segue_buffer *out, const segue_buffer *image, segue_rectangle part, uint32_t milliseconds);

// What stands before the frames of an animation of so many bytes; `loops` is 0 for ever.
segue_result segue_webp_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint16_t loops,
                               uint32_t file_bytes);

// JPEG

bool segue_is_jpeg(const uint8_t *data, size_t count);

segue_result segue_jpeg_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions);

// Decodes to opaque RGBA8, turned upright for an EXIF orientation of 1…8. `dimensions` are those of the header;
// `pixels` holds the upright picture (width and height swapped from orientation 5 on). libjpeg's own memory
// stays under `memory` bytes.
segue_result segue_jpeg_decode(const uint8_t *data, size_t count, segue_dimensions dimensions, int orientation,
                               size_t memory, uint8_t *pixels, size_t stride);

// Encodes planes of Y, Cb and Cr as JFIF has them. An encoder is used again from frame to frame.
typedef struct segue_jpeg_encoder segue_jpeg_encoder;

segue_jpeg_encoder *segue_jpeg_encoder_create(void);
void segue_jpeg_encoder_free(segue_jpeg_encoder *encoder);

// 4:2:0 chroma or 4:4:4; quality 1…100. All three calls for a frame get the same buffer.
segue_result segue_jpeg_begin(segue_jpeg_encoder *encoder, segue_buffer *out, segue_dimensions dimensions, int quality,
                              bool halve_chroma);
// The next 16 rows, 8 of each color; at 4:4:4 8 rows. Whole ones below the picture too, and columns up to a multiple
// of 8 in each plane.
segue_result segue_jpeg_add_rows(segue_jpeg_encoder *encoder, segue_buffer *out, const uint8_t *const planes[3],
                                 const size_t strides[3]);
segue_result segue_jpeg_end(segue_jpeg_encoder *encoder, segue_buffer *out);
