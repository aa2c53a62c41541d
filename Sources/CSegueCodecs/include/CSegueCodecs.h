// Codecs for image files in memory.
//
// libpng and libjpeg report errors by longjmp, which must not cross a Swift frame: each function that calls
// these libraries sets its own jump buffer by setjmp, and reports an error by its result.
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

// A library: its name, its version at build time, and whether it was present at build time.
typedef struct {
  const char *name;
  bool is_here;
  unsigned version[3];
} segue_library;

// Returns the library at an index; for an index after the last library, the name is NULL.
segue_library segue_library_at(size_t index);

// Returns the commit of this build; NULL if unknown.
const char *segue_commit(void);

// Returns the date of the commit of this build; NULL if unknown.
const char *segue_commit_date(void);

// Returns the bounding rectangle of differences between two pictures of four bytes a pixel; an empty
// rectangle if the pictures are equal.
segue_rectangle segue_changed(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                              segue_dimensions dimensions);

// Colors: conversion of a file's samples, by lcms2

// Returns whether lcms2 was present at build time; otherwise colors are not converted.
bool segue_has_lcms(void);

// The channels of a pixel's four samples: red, green and blue; gray three times; the four inks of CMYK; or
// L*, a* and b* relative to D50, in the encoding of ICC version 4.
typedef enum { SEGUE_RGB, SEGUE_GRAY, SEGUE_CMYK, SEGUE_LAB } segue_channels;

// HDR transfer functions: PQ (SMPTE ST 2084) and HLG (ITU-R BT.2100).
typedef enum { SEGUE_SDR, SEGUE_HDR_PQ, SEGUE_HDR_HLG } segue_hdr;

// The linear light of a sample x of 0…1: (scale · x + offset)^exponent if x ≥ `end`, otherwise slope · x. An
// HDR transfer function replaces this formula: it compresses luminances of up to 1000 nits to the range of
// SDR, whose white is at 203 nits.
typedef struct {
  double exponent, scale, offset, slope, end;
  segue_hdr hdr;
} segue_transfer;

// The CIE chromaticities x and y of white, red, green and blue, in this order.
typedef struct {
  double x[4], y[4];
} segue_chromaticities;

// A conversion to sRGB, relative colorimetric with black point compensation. Only one thread at a time may
// use a conversion.
typedef struct segue_conversion segue_conversion;

// Makes the conversion from a profile to sRGB; sets `out` to NULL and returns SEGUE_OK if colors are sRGB
// already. Returns SEGUE_DAMAGED if the profile is invalid, or is for other channels.
segue_result segue_conversion_of_profile(segue_conversion **out, const uint8_t *profile, size_t count,
                                         segue_channels channels);
// Makes the conversion for chromaticities of white, red, green and blue; returns SEGUE_DAMAGED if the
// chromaticities are invalid. Sets `out` to NULL and returns SEGUE_OK if colors are sRGB already.
segue_result segue_conversion_of_chromaticities(segue_conversion **out, segue_chromaticities chromaticities,
                                                segue_transfer transfer);
// Makes the conversion from CIELAB samples (L*, a*, b*) to sRGB.
segue_result segue_conversion_of_lab(segue_conversion **out);
void segue_conversion_free(segue_conversion *conversion);

// Converts pixels of four samples in place. Leaves the fourth sample unchanged, except in CMYK, where it
// becomes opaque alpha.
void segue_convert8(segue_conversion *conversion, uint8_t *pixels, size_t count);
void segue_convert16(segue_conversion *conversion, uint16_t *pixels, size_t count);
// Converts premultiplied floats in place; values may be outside 0…1. Returns false if memory is exhausted.
bool segue_convert_floats(segue_conversion *conversion, float *pixels, size_t count);

// Converts CMYK to opaque RGBA without a profile: cyan, magenta and yellow each absorb one channel, and black
// absorbs all channels.
void segue_cmyk_to_rgba(uint8_t *pixels, size_t count);
void segue_cmyk_to_rgba16(uint16_t *pixels, size_t count);

// Computes the checksum of PNG chunks, CRC-32.
uint32_t segue_crc32(const uint8_t *data, size_t count);

// Inflates a zlib stream, and appends the result to `out`; returns SEGUE_DAMAGED if the stream is invalid, or
// if `out` has more than `limit` bytes afterwards.
segue_result segue_inflate(segue_buffer *out, const uint8_t *data, size_t count, size_t limit);

// The properties of a picture that are known before decoding.
typedef struct {
  segue_dimensions dimensions;  // as stored in the file
  int orientation;              // EXIF's orientation, 1…8
  segue_channels channels;
  bool is_wide;    // whether decoded samples have 16 bits rather than 8
  bool is_float;   // whether decoded samples are floats of 32 bits, which are premultiplied
  bool has_alpha;  // whether pixels may be transparent
  uint16_t depth;  // bits of a sample in the file; 8 for a palette
  uint32_t count;  // the number of pictures in the file
} segue_picture;

// Rotates or mirrors a picture, with pixels of 4, 8 or 16 bytes, to upright orientation; for orientations
// 5…8, width and height are swapped in `to`.
void segue_turn(const uint8_t *from, size_t from_stride, segue_dimensions stored, int orientation, size_t pixel_bytes,
                uint8_t *to, size_t to_stride);

// TIFF, by libtiff; a file may have several pictures

// Returns whether libtiff was present at build time, and can be loaded now; otherwise TIFF files cannot be
// opened.
bool segue_has_tiff(void);

typedef struct segue_tiff segue_tiff;

// Opens picture `number`. Returns SEGUE_UNSUPPORTED if pictures of its kind are not decoded, or if the
// picture does not exist; in the latter case, `picture->count` is the number of pictures. `data` must stay
// valid until `segue_tiff_close`, which need not be called after a failure.
segue_result segue_tiff_open(segue_tiff **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture);
void segue_tiff_close(segue_tiff *tiff);
// Returns the color profile; NULL if the picture has no profile.
const uint8_t *segue_tiff_profile(segue_tiff *tiff, size_t *count);
// Returns the XMP; NULL if the picture has no XMP.
const uint8_t *segue_tiff_xmp(segue_tiff *tiff, size_t *count);
// Returns the offset of the picture's directory in the file.
uint64_t segue_tiff_directory(segue_tiff *tiff);
// Sets `across` and `down` to the resolution in pixels per inch; returns false if the picture has no
// resolution.
bool segue_tiff_resolution(segue_tiff *tiff, double *across, double *down);
// Decodes to four samples a pixel, of the picture's `channels`; alpha is straight unless samples are floats,
// and the orientation is as stored.
segue_result segue_tiff_decode(segue_tiff *tiff, void *pixels, size_t stride);

// HEIC and AVIF, by libheif; a file may have several pictures

// Returns whether libheif was present at build time, and can be loaded now; otherwise HEIC and AVIF files
// cannot be opened.
bool segue_has_heif(void);

typedef struct segue_heif segue_heif;

// Opens picture `number`, as `segue_tiff_open` does; pictures are rotated upright.
segue_result segue_heif_open(segue_heif **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture);
void segue_heif_close(segue_heif *heif);
// Appends the ICC profile, if the picture has one. Otherwise sets the codes of ITU-T H.273 for primaries and
// transfer function, where 2 means unspecified.
segue_result segue_heif_colors(segue_heif *heif, segue_buffer *profile, uint8_t *primaries, uint8_t *transfer);
// Appends the picture's EXIF, preceded by a four-byte offset, or its XMP if `exif` is false. Appends nothing
// if the picture has no such metadata. Returns SEGUE_DAMAGED for more than `most` bytes.
segue_result segue_heif_metadata(segue_heif *heif, bool exif, size_t most, segue_buffer *out);
// Decodes to straight RGBA.
segue_result segue_heif_decode(segue_heif *heif, void *pixels, size_t stride);

// PNG

bool segue_is_png(const uint8_t *data, size_t count);

// Reads the size from the header. Allocates nothing.
segue_result segue_png_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions);

// Decodes to straight RGBA8; `dimensions` must be the size in the header, and `pixels` has height·stride
// bytes. 16-bit samples are rounded. Color chunks are ignored; `conversion` converts colors, and may be NULL.
segue_result segue_png_decode(const uint8_t *data, size_t count, segue_dimensions dimensions,
                              segue_conversion *conversion, uint8_t *pixels, size_t stride);

// Decodes to 16 bits a sample in native byte order; `stride` is in bytes.
segue_result segue_png_decode16(const uint8_t *data, size_t count, segue_dimensions dimensions,
                                segue_conversion *conversion, uint16_t *pixels, size_t stride);

// Decodes to luma (Rec. 601 of straight colors) with 16 bits in native byte order, without padding between
// rows.
segue_result segue_png_decode_luma(const uint8_t *data, size_t count, segue_dimensions dimensions, uint16_t *luma);

// Decodes with one inflater only: ISA-L if `isal` is true and ISA-L was present at build time, otherwise
// zlib. ISA-L rejects some files that zlib accepts, and does not inflate image data beyond the header's size.
segue_result segue_png_decode_once(const uint8_t *data, size_t count, segue_dimensions dimensions, bool isal,
                                   uint8_t *pixels, size_t stride);

// Decodes without libpng, in no more memory than the picture takes. Handles files with 8 bits a sample, or
// gray of fewer bits, without a palette, interlacing or tRNS. Returns false for other files and for damaged
// files; `pixels` are then undefined.
bool segue_png_decode_wide(const uint8_t *data, size_t count, segue_dimensions dimensions, uint8_t *pixels,
                           size_t stride);

// Encodes a PNG file of few bytes with libpng: compression level 9, adaptive filters. `pixels` is straight
// RGBA or RGB without padding, with 8 bits a sample, or 16 bits in big-endian order.
segue_result segue_png_encode_small(segue_buffer *out, const uint8_t *pixels, segue_dimensions dimensions,
                                    bool alpha, int bits);

// The fast path of PNG encoding: deflates filtered rows, and appends chunks. The deflater is reused from
// frame to frame.
typedef struct segue_deflater segue_deflater;

segue_deflater *segue_deflater_create(void);
void segue_deflater_free(segue_deflater *deflater);

// Returns whether ISA-L deflates rows; otherwise zlib does at level 1.
bool segue_deflates_with_isal(void);

segue_result segue_png_begin(segue_deflater *deflater, segue_buffer *out, segue_dimensions dimensions, bool alpha,
                             uint8_t bits);
segue_result segue_png_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                bool last);

// Animated PNG: one file of frames, each a rectangle that replaces a part of the canvas. A frame is one chunk
// of image data, so that the sequence numbers of its chunks follow from the frame's index.

typedef struct {
  uint16_t numerator, denominator;  // the duration of a frame in seconds
} segue_delay;

// Sets `out` to the header; `loops` is 0 for endless repetition.
segue_result segue_apng_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint32_t frames,
                               uint32_t loops);
// Sets `out` to the trailer.
segue_result segue_apng_trailer(segue_buffer *out);
// Begins a frame in `out`, which is emptied. Frame 0 must cover the whole canvas.
segue_result segue_apng_begin_frame(segue_deflater *deflater, segue_buffer *out, uint32_t number, segue_rectangle part,
                                    segue_delay delay);
segue_result segue_apng_add_rows(segue_deflater *deflater, segue_buffer *out, const uint8_t *filtered, size_t count,
                                 bool last);

// WebP

// Returns whether libwebp was present at build time; otherwise the functions below fail with a message that
// names the missing library.
bool segue_has_webp(void);

typedef struct {
  bool lossless;
  int quality;  // 1…100, if lossy
  int effort;   // lossy 0…6, lossless 0…9
} segue_webp_options;

// Reads the properties of a file; `picture->count` is 1 for a still picture.
segue_result segue_webp_open(const uint8_t *data, size_t count, segue_picture *picture);
// Decodes picture `number` to straight RGBA; for animations, the whole canvas after frame `number`.
segue_result segue_webp_decode(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                               uint8_t *pixels, size_t stride);

// Encodes one picture of four bytes a pixel: straight RGBA or, if `alpha` is false, RGB and an ignored byte.
// Width and height are at most 16383 pixels.
segue_result segue_webp_encode(segue_buffer *out, const uint8_t *pixels, size_t stride, segue_dimensions dimensions,
                               bool alpha, segue_webp_options options);

// Wraps an encoded picture as a frame of an animation. The frame replaces the rectangle `part` of the canvas;
// x and y of `part` must be even.
segue_result segue_webp_wrap(segue_buffer *out, const segue_buffer *image, segue_rectangle part, uint32_t milliseconds);

// Sets `out` to the header of an animation whose file has `file_bytes` bytes; `loops` is 0 for endless
// repetition.
segue_result segue_webp_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint16_t loops,
                               uint32_t file_bytes);

// GIF

// An encoder of GIF frames, reused from frame to frame.
typedef struct segue_gif_encoder segue_gif_encoder;

segue_gif_encoder *segue_gif_encoder_create(void);
void segue_gif_encoder_free(segue_gif_encoder *encoder);

typedef struct {
  segue_dimensions dimensions;
  const uint8_t *pixels;  // straight RGBA
  size_t stride;
  const uint8_t *previous;  // the previous frame, or NULL: pixels equal to it are left transparent
  size_t previous_stride;
  bool is_cleared;  // whether the encoded part is cleared before the next frame
  uint16_t colors;  // the maximum number of colors, 2…256, transparency included
} segue_gif_frame;

// Encodes a part of a frame, with a palette for this part. Pixels with an alpha below 128 are transparent,
// others opaque.
segue_result segue_gif_encode(segue_gif_encoder *encoder, segue_buffer *out, const segue_gif_frame *frame,
                              segue_rectangle part, uint16_t hundredths);

// Appends palette indices as GIF's LZW blocks. There must be at least one index, and indices must be below
// 2^depth, where `depth` is 2…8. Returns false if memory is exhausted.
bool segue_gif_append_lzw(segue_gif_encoder *encoder, segue_buffer *out, const uint8_t *indices, size_t count,
                          int depth);

// JPEG

bool segue_is_jpeg(const uint8_t *data, size_t count);

// Reads the size and the kind of samples from the header.
segue_result segue_jpeg_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions,
                                   segue_channels *channels);

// Decodes to opaque RGBA8, rotated upright for an EXIF orientation of 1…8; `conversion` converts colors, and
// may be NULL. `dimensions` must be the size in the header. `pixels` gets the upright picture (width and
// height are swapped for orientations 5…8); its sides are divided by `part`, which is 1, 2, 4 or 8, and
// rounded up. libjpeg's memory is limited to `memory` bytes. `lacks_end` is set if all pixels are there and
// only the end marker is missing.
segue_result segue_jpeg_decode(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                               int orientation, segue_conversion *conversion, size_t memory, uint8_t *pixels,
                               size_t stride, bool *lacks_end);

// Decodes an upright picture row by row: passes rows without padding to `take`, 16 at a time and fewer at the
// end.
segue_result segue_jpeg_decode_rows(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                                    segue_conversion *conversion, size_t memory,
                                    void (*take)(void *context, const uint8_t *rows, size_t count), void *context,
                                    bool *lacks_end);

// Encodes planes of Y, Cb and Cr as in JFIF. An encoder is reused from frame to frame.
typedef struct segue_jpeg_encoder segue_jpeg_encoder;

segue_jpeg_encoder *segue_jpeg_encoder_create(void);
void segue_jpeg_encoder_free(segue_jpeg_encoder *encoder);

// Begins a file: 4:2:0 chroma or 4:4:4, quality 1…100, and a color profile, which may be empty. All calls for
// a frame (begin, add_rows and end) must get the same buffer.
segue_result segue_jpeg_begin(segue_jpeg_encoder *encoder, segue_buffer *out, segue_dimensions dimensions, int quality,
                              bool halve_chroma, const uint8_t *profile, size_t profile_count);
// Adds the next 16 rows of Y and 8 rows of each chroma plane or, for 4:4:4, 8 rows of each plane. The caller
// pads rows below the picture, and columns to a multiple of 8 in each plane.
segue_result segue_jpeg_add_rows(segue_jpeg_encoder *encoder, segue_buffer *out, const uint8_t *const planes[3],
                                 const size_t strides[3]);
segue_result segue_jpeg_end(segue_jpeg_encoder *encoder, segue_buffer *out);
