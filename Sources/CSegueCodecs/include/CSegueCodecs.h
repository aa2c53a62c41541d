// Codecs for image files in memory.
//
// libpng and libjpeg report errors by longjmp, which must not cross a Swift frame: each function here has its
// own setjmp, and returns a status with a message.
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

// A growing buffer; reused from frame to frame, so that its pages stay mapped.
typedef struct {
  uint8_t *data;
  size_t count, capacity;
} segue_buffer;

void segue_buffer_free(segue_buffer *buffer);

// A library and its version at build time, if present.
typedef struct {
  const char *name;
  bool is_here;
  unsigned version[3];
} segue_library;

// The library at an index; the name is NULL after the last one.
segue_library segue_library_at(size_t index);

// The commit of this build; NULL if unknown.
const char *segue_commit(void);

// The date of that commit; NULL if unknown.
const char *segue_commit_date(void);

// The bounding rectangle of differences between two pictures of four bytes a pixel; empty if they are equal.
segue_rectangle segue_changed(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                              segue_dimensions dimensions);

// Colors: conversion of a file's samples, by lcms2

// Whether lcms2 was present at build time; otherwise colors are not converted.
bool segue_has_lcms(void);

// The channels of a pixel's four samples: red, green and blue; gray three times; four inks; or L*, a* and b*
// of D50 in the encoding of ICC version 4.
typedef enum { SEGUE_RGB, SEGUE_GRAY, SEGUE_CMYK, SEGUE_LAB } segue_channels;

// HDR transfer functions: PQ (SMPTE ST 2084) and HLG (ITU-R BT.2100).
typedef enum { SEGUE_SDR, SEGUE_HDR_PQ, SEGUE_HDR_HLG } segue_hdr;

// The light of a sample x of 0…1: (scale · x + offset)^exponent from `end` on, slope · x below. With an HDR
// transfer function, which replaces these numbers, luminance of up to 1000 nits is compressed to that of SDR, with
// white at 203 nits.
typedef struct {
  double exponent, scale, offset, slope, end;
  segue_hdr hdr;
} segue_transfer;

// The x and y of white, red, green and blue.
typedef struct {
  double x[4], y[4];
} segue_chromaticities;

// A conversion to sRGB, relative colorimetric with black point compensation; for one thread at a time.
typedef struct segue_conversion segue_conversion;

// Makes the conversion from a profile to sRGB; NULL with SEGUE_OK if colors are sRGB already. SEGUE_DAMAGED
// if the profile is invalid or for other channels.
segue_result segue_conversion_of_profile(segue_conversion **out, const uint8_t *profile, size_t count,
                                         segue_channels channels);
// Makes the conversion for chromaticities of white, red, green and blue; SEGUE_DAMAGED if they are
// impossible.
segue_result segue_conversion_of_chromaticities(segue_conversion **out, segue_chromaticities chromaticities,
                                                segue_transfer transfer);
// Makes the conversion for CIELAB samples (L*, a*, b*).
segue_result segue_conversion_of_lab(segue_conversion **out);
void segue_conversion_free(segue_conversion *conversion);

// Converts pixels of four samples in place. Leaves the fourth sample unchanged, except for inks, whose fourth
// sample becomes opaque alpha.
void segue_convert8(segue_conversion *conversion, uint8_t *pixels, size_t count);
void segue_convert16(segue_conversion *conversion, uint16_t *pixels, size_t count);

// Converts inks to opaque colors without a profile: cyan, magenta and yellow each absorb one channel, black
// absorbs all channels.
void segue_cmyk_to_rgba(uint8_t *pixels, size_t count);
void segue_cmyk_to_rgba16(uint16_t *pixels, size_t count);

// PNG's checksum.
uint32_t segue_crc32(const uint8_t *data, size_t count);

// Inflates at most `limit` bytes of a zlib stream.
segue_result segue_inflate(segue_buffer *out, const uint8_t *data, size_t count, size_t limit);

// The properties of a picture before decoding.
typedef struct {
  segue_dimensions dimensions;  // as stored in the file
  int orientation;              // EXIF's orientation, 1…8
  segue_channels channels;
  bool is_wide;    // 16 bits a sample rather than 8
  bool has_alpha;  // whether pixels may be transparent
  uint16_t depth;  // bits of a sample in the file; of a palette's colors 8
  uint32_t count;  // the number of pictures in the file
} segue_picture;

// Rotates a picture with pixels of 4 or 8 bytes upright; `to` has width and height swapped from orientation 5
// on.
void segue_turn(const uint8_t *from, size_t from_stride, segue_dimensions stored, int orientation, size_t pixel_bytes,
                uint8_t *to, size_t to_stride);

// TIFF, by libtiff; any picture of a file

// Whether libtiff was present at build time, and is now; otherwise files cannot be opened.
bool segue_has_tiff(void);

typedef struct segue_tiff segue_tiff;

// Opens picture `number`. SEGUE_UNSUPPORTED if pictures of its kind are not decoded, or if it does not exist;
// `count` of `picture` is then the number of pictures. `data` must stay valid until the close. A failure
// needs no close.
segue_result segue_tiff_open(segue_tiff **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture);
void segue_tiff_close(segue_tiff *tiff);
// The color profile; NULL if none.
const uint8_t *segue_tiff_profile(segue_tiff *tiff, size_t *count);
// XMP; NULL if none.
const uint8_t *segue_tiff_xmp(segue_tiff *tiff, size_t *count);
// The offset of the picture's directory.
uint64_t segue_tiff_directory(segue_tiff *tiff);
// Pixels an inch; false if not given.
bool segue_tiff_resolution(segue_tiff *tiff, double *across, double *down);
// Decodes to four samples a pixel, of the picture's `channels`; alpha is straight, the orientation as stored.
segue_result segue_tiff_decode(segue_tiff *tiff, void *pixels, size_t stride);

// HEIC and AVIF, by libheif; a file may have several pictures

// Whether libheif was present at build time, and is now; otherwise files cannot be opened.
bool segue_has_heif(void);

typedef struct segue_heif segue_heif;

// Opens picture `number`, as `segue_tiff_open` does; pictures are rotated upright.
segue_result segue_heif_open(segue_heif **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture);
void segue_heif_close(segue_heif *heif);
// Appends the ICC profile, if there is one. Else sets the codes of primaries and transfer from H.273, if
// given; 2 means unspecified.
segue_result segue_heif_colors(segue_heif *heif, segue_buffer *profile, uint8_t *primaries, uint8_t *transfer);
// Appends EXIF, after a four-byte offset, or XMP, if present; SEGUE_DAMAGED for more than `most` bytes.
segue_result segue_heif_metadata(segue_heif *heif, bool exif, size_t most, segue_buffer *out);
// Decodes to straight RGBA.
segue_result segue_heif_decode(segue_heif *heif, void *pixels, size_t stride);

// PNG

bool segue_is_png(const uint8_t *data, size_t count);

// Reads the size from the header. Allocates nothing.
segue_result segue_png_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions);

// Decodes to straight RGBA8; `dimensions` are those of the header, `pixels` has height·stride bytes. 16-bit
// samples are rounded. Color chunks are ignored; `conversion` converts colors, and may be NULL.
segue_result segue_png_decode(const uint8_t *data, size_t count, segue_dimensions dimensions,
                              segue_conversion *conversion, uint8_t *pixels, size_t stride);

// Decodes to 16 bits a sample in native byte order; `stride` is in bytes.
segue_result segue_png_decode16(const uint8_t *data, size_t count, segue_dimensions dimensions,
                                segue_conversion *conversion, uint16_t *pixels, size_t stride);

// Decodes to luma (Rec. 601 of straight colors), 16 bits in native byte order, rows without gaps.
segue_result segue_png_decode_luma(const uint8_t *data, size_t count, segue_dimensions dimensions, uint16_t *luma);

// Decodes by one inflater only: ISA-L, if present at build time, or zlib. ISA-L rejects some files that zlib
// accepts, and does not inflate image data beyond the header's size.
segue_result segue_png_decode_once(const uint8_t *data, size_t count, segue_dimensions dimensions, bool isal,
                                   uint8_t *pixels, size_t stride);

// Decodes without libpng, in no more memory than the picture takes. Handles 8 bits a sample, and gray of
// fewer bits, if not interlaced and without tRNS. False for other files and damaged ones; `pixels` are then
// undefined.
bool segue_png_decode_wide(const uint8_t *data, size_t count, segue_dimensions dimensions, uint8_t *pixels,
                           size_t stride);

// Encodes the smallest PNG that libpng makes: compression level 9, adaptive filters. `pixels` is straight RGBA or
// RGB without padding, with 8 bits a sample, or 16 bits in big-endian order.
segue_result segue_png_encode_small(segue_buffer *out, const uint8_t *pixels, segue_dimensions dimensions,
                                    bool alpha, int bits);

// The fast path of PNG encoding: takes filtered rows, appends chunks. The deflater is reused from frame to
// frame.
typedef struct segue_deflater segue_deflater;

segue_deflater *segue_deflater_create(void);
void segue_deflater_free(segue_deflater *deflater);

// Whether ISA-L deflates rows; otherwise zlib at level 1.
bool segue_deflates_with_isal(void);

segue_result segue_png_begin(segue_deflater *deflater, segue_buffer *out, segue_dimensions dimensions, bool alpha,
                             uint8_t bits);
segue_result segue_png_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                bool last);

// Animated PNG: one file of frames, each a rectangle that replaces a part of the canvas. A frame is one chunk
// of image data, so that sequence numbers follow from its index.

typedef struct {
  uint16_t numerator, denominator;  // seconds
} segue_delay;

// Appends the header; `loops` is 0 for endless.
segue_result segue_apng_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint32_t frames,
                               uint32_t loops);
// Appends the trailer.
segue_result segue_apng_trailer(segue_buffer *out);
// Frame 0 covers the whole canvas.
segue_result segue_apng_begin_frame(segue_deflater *deflater, segue_buffer *out, uint32_t number, segue_rectangle part,
                                    segue_delay delay);
segue_result segue_apng_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                 bool last);

// WebP

// Whether libwebp was present at build time; otherwise the functions below fail with a message that says so.
bool segue_has_webp(void);

typedef struct {
  bool lossless;
  int quality;  // 1…100, if lossy
  int effort;   // lossy 0…6, lossless 0…9
} segue_webp_options;

// Reads the properties of a file; `picture->count` is 1 for a still picture.
segue_result segue_webp_open(const uint8_t *data, size_t count, segue_picture *picture);
// Decodes picture `number` to straight RGBA; for animations the whole canvas.
segue_result segue_webp_decode(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                               uint8_t *pixels, size_t stride);

// Encodes one picture, straight RGBA, or RGB with an ignored byte unless `alpha`. Sides are at most 16383.
segue_result segue_webp_encode(segue_buffer *out, const uint8_t *pixels, size_t stride, segue_dimensions dimensions,
                               bool alpha, segue_webp_options options);

// Wraps an encoded picture as a frame of an animation, which replaces the part of the canvas at x, y, both
// even.
segue_result segue_webp_wrap(segue_buffer *out, const segue_buffer *image, segue_rectangle part, uint32_t milliseconds);

// The header of an animation whose file has `file_bytes` bytes; `loops` is 0 for endless.
segue_result segue_webp_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint16_t loops,
                               uint32_t file_bytes);

// GIF

// An encoder, reused from frame to frame.
typedef struct segue_gif_encoder segue_gif_encoder;

segue_gif_encoder *segue_gif_encoder_create(void);
void segue_gif_encoder_free(segue_gif_encoder *encoder);

typedef struct {
  segue_dimensions dimensions;
  const uint8_t *pixels;  // straight RGBA
  size_t stride;
  const uint8_t *previous;  // the previous frame, or NULL: equal pixels are left transparent
  size_t previous_stride;
  bool is_cleared;  // whether the encoded part is cleared before the next frame
  uint16_t colors;  // the maximum number of colors, 2…256, transparency included
} segue_gif_frame;

// Encodes a part of a frame with its own palette. Pixels with an alpha below 128 are transparent, others
// opaque.
segue_result segue_gif_encode(segue_gif_encoder *encoder, segue_buffer *out, const segue_gif_frame *frame,
                              segue_rectangle part, uint16_t hundredths);

// Appends palette indices below 2^depth, at least one, as GIF's LZW blocks; depth 2…8. False if memory is
// exhausted.
bool segue_gif_append_lzw(segue_gif_encoder *encoder, segue_buffer *out, const uint8_t *indices, size_t count,
                          int depth);

// JPEG

bool segue_is_jpeg(const uint8_t *data, size_t count);

// Reads the size and the kind of samples from the header.
segue_result segue_jpeg_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions,
                                   segue_channels *channels);

// Decodes to opaque RGBA8, rotated upright for an EXIF orientation of 1…8; `conversion` converts colors, and
// may be NULL. `dimensions` are those of the header; `pixels` has the upright picture (width and height
// swapped from orientation 5 on), its sides divided by `part`: 1, 2, 4 or 8, rounded up. libjpeg's memory is
// limited to `memory` bytes.
// `lacks_end` is set if all pixels are there and only the end marker is missing.
segue_result segue_jpeg_decode(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                               int orientation, segue_conversion *conversion, size_t memory, uint8_t *pixels,
                               size_t stride, bool *lacks_end);

// Decodes an upright picture row by row: passes rows to `take`, 16 at a time and fewer at the end, without
// gaps.
segue_result segue_jpeg_decode_rows(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                                    segue_conversion *conversion, size_t memory,
                                    void (*take)(void *context, const uint8_t *rows, size_t count), void *context,
                                    bool *lacks_end);

// Encodes planes of Y, Cb and Cr as in JFIF. An encoder is reused from frame to frame.
typedef struct segue_jpeg_encoder segue_jpeg_encoder;

segue_jpeg_encoder *segue_jpeg_encoder_create(void);
void segue_jpeg_encoder_free(segue_jpeg_encoder *encoder);

// Begins a file: 4:2:0 chroma or 4:4:4, quality 1…100, and a color profile, which may be empty. All three
// calls for a frame get the same buffer.
segue_result segue_jpeg_begin(segue_jpeg_encoder *encoder, segue_buffer *out, segue_dimensions dimensions, int quality,
                              bool halve_chroma, const uint8_t *profile, size_t profile_count);
// Adds the next 16 rows, 8 of each chroma plane; 8 rows at 4:4:4. Rows are padded below the picture, and
// columns to a multiple of 8 in each plane.
segue_result segue_jpeg_add_rows(segue_jpeg_encoder *encoder, segue_buffer *out, const uint8_t *const planes[3],
                                 const size_t strides[3]);
segue_result segue_jpeg_end(segue_jpeg_encoder *encoder, segue_buffer *out);
