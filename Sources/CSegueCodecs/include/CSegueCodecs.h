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

// A library, and which version of it was there at build time, if one was.
typedef struct {
  const char *name;
  bool is_here;
  unsigned version[3];
} segue_library;

// The library at an index; its name is NULL behind the last one.
segue_library segue_library_at(size_t index);

// The commit that was built; NULL where that is not known.
const char *segue_commit(void);

// The day of that commit; NULL where that is not known.
const char *segue_commit_date(void);

// The smallest rectangle outside of which two pictures of four bytes a pixel are the same; empty where they are so
// everywhere.
segue_rectangle segue_changed(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                              segue_dimensions dimensions);

// Colors: what a file's samples mean, through lcms2

// Whether lcms2 was there at build time; without it no conversion is made.
bool segue_has_lcms(void);

// What the first samples of a pixel's four are: red, green and blue; the same gray three times; the amounts of four inks; or L*, a*
// and b* of D50 as version 4 of ICC's encoding has them.
typedef enum { SEGUE_RGB, SEGUE_GRAY, SEGUE_CMYK, SEGUE_LAB } segue_channels;

// How light a sample x of 0…1 is: (scale · x + offset)^exponent from `end` on, slope · x before it.
typedef struct {
  double exponent, scale, offset, slope, end;
} segue_transfer;

// x and y of white, red, green and blue.
typedef struct {
  double x[4], y[4];
} segue_chromaticities;

// From a file's colors to sRGB's, relative colorimetric with black point compensation; used from one thread at a time.
typedef struct segue_conversion segue_conversion;

// The conversion of a profile; NULL and SEGUE_OK where colors are sRGB's already. SEGUE_DAMAGED where the profile is not
// sound or is for other channels.
segue_result segue_conversion_of_profile(segue_conversion **out, const uint8_t *profile, size_t count,
                                         segue_channels channels);
// The same of red, green and blue as their chromaticities say; SEGUE_DAMAGED where no such colors can be.
segue_result segue_conversion_of_chromaticities(segue_conversion **out, segue_chromaticities chromaticities,
                                                segue_transfer transfer);
// The same of L*, a* and b*.
segue_result segue_conversion_of_lab(segue_conversion **out);
void segue_conversion_free(segue_conversion *conversion);

// Converts pixels of four samples in place; those of colors only where there is a conversion. The fourth sample stays, but of
// inks, where it becomes opaque.
void segue_convert8(segue_conversion *conversion, uint8_t *pixels, size_t count);
void segue_convert16(segue_conversion *conversion, uint16_t *pixels, size_t count);

// Amounts of inks to opaque colors without a profile: each ink takes its share of one light, and black of all.
void segue_cmyk_to_rgba(uint8_t *pixels, size_t count);
void segue_cmyk_to_rgba16(uint16_t *pixels, size_t count);

// PNG's checksum.
uint32_t segue_crc32(const uint8_t *data, size_t count);

// Inflates at most `limit` bytes of a zlib stream.
segue_result segue_inflate(segue_buffer *out, const uint8_t *data, size_t count, size_t limit);

// What is known of a picture before it is decoded.
typedef struct {
  segue_dimensions dimensions;  // as it stands in the file
  int orientation;              // how it is turned upright, as EXIF has it: 1…8
  segue_channels channels;
  bool is_wide;    // 16 bits a sample rather than 8
  uint32_t count;  // how many pictures the file has
} segue_picture;

// Turns a picture with pixels of 4 or 8 bytes upright; `to` has width and height swapped from orientation 5 on.
void segue_turn(const uint8_t *from, size_t from_stride, segue_dimensions stored, int orientation, size_t pixel_bytes,
                uint8_t *to, size_t to_stride);

// TIFF, through libtiff; any of its pictures

// Whether libtiff was there at build time, and is now; without it a file is not opened.
bool segue_has_tiff(void);

typedef struct segue_tiff segue_tiff;

// Opens picture `number`; SEGUE_UNSUPPORTED where it is none that is decoded, or there are not so many: `count` then says how
// many there are. The bytes must stay until it is closed. On failure there is nothing to close.
segue_result segue_tiff_open(segue_tiff **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture);
void segue_tiff_close(segue_tiff *tiff);
// The color profile; NULL where there is none.
const uint8_t *segue_tiff_profile(segue_tiff *tiff, size_t *count);
// XMP; NULL where there is none.
const uint8_t *segue_tiff_xmp(segue_tiff *tiff, size_t *count);
// Where the directory of the picture begins.
uint64_t segue_tiff_directory(segue_tiff *tiff);
// Pixels an inch; false where that is not said.
bool segue_tiff_resolution(segue_tiff *tiff, double *across, double *down);
// Decodes to straight RGBA or inks, not turned.
segue_result segue_tiff_decode(segue_tiff *tiff, void *pixels, size_t stride);

// HEIC and AVIF, through libheif; any of its pictures

// Whether libheif was there at build time, and is now; without it a file is not opened.
bool segue_has_heif(void);

typedef struct segue_heif segue_heif;

// As `segue_tiff_open`; pictures are upright.
segue_result segue_heif_open(segue_heif **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture);
void segue_heif_close(segue_heif *heif);
// Appends the ICC profile, if there is one; else sets what H.273 calls the colors, if that is there: 2 says nothing.
segue_result segue_heif_colors(segue_heif *heif, segue_buffer *profile, uint8_t *primaries, uint8_t *transfer);
// Appends EXIF, four bytes of a number before it, or XMP, where there is one; SEGUE_DAMAGED of more than `most` bytes.
segue_result segue_heif_metadata(segue_heif *heif, bool exif, size_t most, segue_buffer *out);
// Decodes to straight RGBA.
segue_result segue_heif_decode(segue_heif *heif, void *pixels, size_t stride);

// PNG

bool segue_is_png(const uint8_t *data, size_t count);

// The size in the header, nothing else read. Allocates nothing.
segue_result segue_png_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions);

// Decodes to straight RGBA8; `dimensions` are those of the header, `pixels` has height·stride bytes. 16-bit samples are
// scaled with rounding. Chunks of colors are left aside: they are converted as `conversion` says, which may be NULL.
segue_result segue_png_decode(const uint8_t *data, size_t count, segue_dimensions dimensions,
                              segue_conversion *conversion, uint8_t *pixels, size_t stride);

// The same with 16 bits a sample in the machine's order; `stride` counts bytes.
segue_result segue_png_decode16(const uint8_t *data, size_t count, segue_dimensions dimensions,
                                segue_conversion *conversion, uint16_t *pixels, size_t stride);

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

// What a file has; `count` is 1 where it does not move.
segue_result segue_webp_open(const uint8_t *data, size_t count, segue_picture *picture);
// Decodes picture `number` to straight RGBA: of moving ones the whole canvas.
segue_result segue_webp_decode(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                               uint8_t *pixels, size_t stride);

// A whole file of one picture, straight RGBA, or RGB and an ignored byte where not `alpha`. Sides end at 16383.
segue_result segue_webp_encode(segue_buffer *out, const uint8_t *pixels, size_t stride, segue_dimensions dimensions,
                               bool alpha, segue_webp_options options);

// Such a file as a frame of an animation, replacing the part of the canvas at x, y, both even.
segue_result segue_webp_wrap(segue_buffer *out, const segue_buffer *image, segue_rectangle part, uint32_t milliseconds);

// What stands before the frames of an animation of so many bytes; `loops` is 0 for ever.
segue_result segue_webp_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint16_t loops,
                               uint32_t file_bytes);

// GIF

// An encoder is used again from frame to frame.
typedef struct segue_gif_encoder segue_gif_encoder;

segue_gif_encoder *segue_gif_encoder_create(void);
void segue_gif_encoder_free(segue_gif_encoder *encoder);

typedef struct {
  segue_dimensions dimensions;
  const uint8_t *pixels;  // straight RGBA
  size_t stride;
  const uint8_t *previous;  // the frame before, NULL for none: pixels that are the same stay as they are shown
  size_t previous_stride;
  bool is_cleared;  // before the next frame
} segue_gif_frame;

// A part of a frame with a palette of its own. Pixels of an alpha below 128 are not drawn, others are opaque.
segue_result segue_gif_encode(segue_gif_encoder *encoder, segue_buffer *out, const segue_gif_frame *frame,
                              segue_rectangle part, uint16_t hundredths);

// Indices below 2^depth, at least one, as a GIF has them: a depth of 2…8, and blocks of its LZW. False when memory is out.
bool segue_gif_append_lzw(segue_gif_encoder *encoder, segue_buffer *out, const uint8_t *indices, size_t count,
                          int depth);

// JPEG

bool segue_is_jpeg(const uint8_t *data, size_t count);

// The size in the header, and what its samples are.
segue_result segue_jpeg_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions,
                                   segue_channels *channels);

// Decodes to opaque RGBA8, turned upright for an EXIF orientation of 1…8; colors are converted as `conversion` says, which
// may be NULL. `dimensions` are those of the header; `pixels` holds the upright picture (width and height swapped from
// orientation 5 on), its sides divided by `part`: 1, 2, 4 or 8, rounded up. libjpeg's own memory stays under `memory` bytes.
// `lacks_end` is set where all pixels are there and only the end marker is missing.
segue_result segue_jpeg_decode(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                               int orientation, segue_conversion *conversion, size_t memory, uint8_t *pixels,
                               size_t stride, bool *lacks_end);

// The same of a picture that stands upright: gives its rows, 16 at a time and fewer at the end, without gaps, to `take`.
segue_result segue_jpeg_decode_rows(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                                    segue_conversion *conversion, size_t memory,
                                    void (*take)(void *context, const uint8_t *rows, size_t count), void *context,
                                    bool *lacks_end);

// Encodes planes of Y, Cb and Cr as JFIF has them. An encoder is used again from frame to frame.
typedef struct segue_jpeg_encoder segue_jpeg_encoder;

segue_jpeg_encoder *segue_jpeg_encoder_create(void);
void segue_jpeg_encoder_free(segue_jpeg_encoder *encoder);

// 4:2:0 chroma or 4:4:4; quality 1…100; a color profile, or no bytes of one. All three calls for a frame get the same buffer.
segue_result segue_jpeg_begin(segue_jpeg_encoder *encoder, segue_buffer *out, segue_dimensions dimensions, int quality,
                              bool halve_chroma, const uint8_t *profile, size_t profile_count);
// The next 16 rows, 8 of each color; at 4:4:4 8 rows. Whole ones below the picture too, and columns up to a multiple
// of 8 in each plane.
segue_result segue_jpeg_add_rows(segue_jpeg_encoder *encoder, segue_buffer *out, const uint8_t *const planes[3],
                                 const size_t strides[3]);
segue_result segue_jpeg_end(segue_jpeg_encoder *encoder, segue_buffer *out);
