// TIFF by libtiff. Samples of gray, RGB, Lab and CMYK with 8 or 16 bits, and floats of gray and RGB, are read
// directly, so that profiles apply and no bit of integers is lost; floats of 64 bits are rounded to 32 bits.
// libtiff converts other kinds (bilevel, palette, YCbCr) to RGBA of 8 bits.
#include "common.h"

#if defined(SEGUE_TIFF)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// The library is loaded on first use, since loading libtiff and its codecs takes 1.2 ms.
#if TIFFLIB_VERSION >= 20221213
#define LIBRARY "libtiff.so.6"
#define OPENING(X) \
  X(TIFFClientOpenExt) \
  X(TIFFOpenOptionsAlloc) \
  X(TIFFOpenOptionsFree) \
  X(TIFFOpenOptionsSetErrorHandlerExtR) \
  X(TIFFOpenOptionsSetMaxSingleMemAlloc) \
  X(TIFFOpenOptionsSetWarningHandlerExtR)
#else
#define LIBRARY "libtiff.so.5"
#define OPENING(X) \
  X(TIFFClientOpen) \
  X(TIFFSetErrorHandler) \
  X(TIFFSetWarningHandler)
#endif
#define FUNCTIONS(X) \
  OPENING(X) \
  X(TIFFClose) \
  X(TIFFComputeTile) \
  X(TIFFCurrentDirOffset) \
  X(TIFFGetField) \
  X(TIFFGetFieldDefaulted) \
  X(TIFFGetStrileByteCount) \
  X(TIFFGetStrileOffset) \
  X(TIFFIsTiled) \
  X(TIFFNumberOfDirectories) \
  X(TIFFNumberOfStrips) \
  X(TIFFNumberOfTiles) \
  X(TIFFRGBAImageBegin) \
  X(TIFFRGBAImageEnd) \
  X(TIFFRGBAImageGet) \
  X(TIFFRGBAImageOK) \
  X(TIFFReadEncodedTile) \
  X(TIFFReadScanline) \
  X(TIFFScanlineSize) \
  X(TIFFSetDirectory) \
  X(TIFFSetField) \
  X(TIFFTileRowSize) \
  X(TIFFTileSize) \
  X(TIFFVStripSize)

#include "loaded.h"

bool segue_has_tiff(void) { return is_loaded(); }

struct segue_tiff {
  const uint8_t *data;
  size_t count, offset;
  TIFF *file;
  char message[128];
  bool is_short;  // whether a read exceeded the file's end
  uint32_t width, height;
  uint16_t bits, samples, photometric, planar;
  // is_raw: whether samples are read directly; floats are always read directly.
  bool is_raw, is_float, has_alpha, is_associated;
  // The index of the alpha sample in a pixel; the color samples precede it.
  uint16_t alpha;
};

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t count) {
  segue_tiff *tiff = handle;
  size_t left = tiff->offset < tiff->count ? tiff->count - tiff->offset : 0;
  size_t taken = (size_t)count < left ? (size_t)count : left;
  if (taken < (size_t)count) tiff->is_short = true;
  memcpy(out, tiff->data + tiff->offset, taken);
  tiff->offset += taken;
  return (tmsize_t)taken;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
  segue_tiff *tiff = handle;
  toff_t base = origin == SEEK_CUR ? tiff->offset : origin == SEEK_END ? tiff->count : 0;
  toff_t place = base + offset;
  if (place > SIZE_MAX / 2) return (toff_t)-1;
  tiff->offset = (size_t)place;
  return place;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size(thandle_t handle) { return ((segue_tiff *)handle)->count; }

#if TIFFLIB_VERSION >= 20221213
static int keep_message(TIFF *file, void *data, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  segue_tiff *tiff = data;
  // Keeps only the first message, which names the cause.
  if (!tiff->message[0]) vsnprintf(tiff->message, sizeof tiff->message, format, arguments);
  return 1;
}

static int ignore_message(TIFF *file, void *data, const char *module, const char *format, va_list arguments) {
  (void)file, (void)data, (void)module, (void)format, (void)arguments;
  return 1;
}

static TIFF *open_file(segue_tiff *tiff) {
  TIFFOpenOptions *options = library.TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  library.TIFFOpenOptionsSetErrorHandlerExtR(options, keep_message, tiff);
  library.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_message, tiff);
  library.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)1 << 30);
  TIFF *file = library.TIFFClientOpenExt("image", "rm", tiff, read_bytes, write_nothing, seek, close_nothing, size, NULL, NULL, options);
  library.TIFFOpenOptionsFree(options);
  return file;
}
#else
static TIFF *open_file(segue_tiff *tiff) {
  library.TIFFSetErrorHandler(NULL);
  library.TIFFSetWarningHandler(NULL);
  return library.TIFFClientOpen("image", "rm", tiff, read_bytes, write_nothing, seek, close_nothing, size, NULL, NULL);
}
#endif

static segue_result failure(const segue_tiff *tiff, segue_status status, const char *otherwise) {
  if (tiff->is_short) return segue_failure(SEGUE_TRUNCATED, "the file ends too early");
  return segue_failure(status, tiff->message[0] ? tiff->message : otherwise);
}

void segue_tiff_close(segue_tiff *tiff) {
  if (tiff && tiff->file) library.TIFFClose(tiff->file);
  free(tiff);
}

static bool is_lab(uint16_t photometric) { return photometric == PHOTOMETRIC_CIELAB || photometric == PHOTOMETRIC_ICCLAB; }

// Returns the number of color samples of a photometric interpretation that is read directly; 0 for other
// interpretations.
static uint16_t color_samples(uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: return 1;
    case PHOTOMETRIC_RGB: return 3;
    case PHOTOMETRIC_SEPARATED: return 4;
    // Reads Lab directly if lcms2 is present, since libtiff's own conversion does not adapt the white point
    // from D50.
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB: return segue_has_lcms() ? 3 : 0;
    default: return 0;
  }
}

static segue_result describe(segue_tiff *tiff, segue_picture *picture) {
  TIFF *file = tiff->file;
  uint16_t format = SAMPLEFORMAT_UINT, orientation = 1, compression = COMPRESSION_NONE, inks = INKSET_CMYK;
  if (!library.TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &tiff->width) ||
      !library.TIFFGetField(file, TIFFTAG_IMAGELENGTH, &tiff->height))
    return segue_failure(SEGUE_DAMAGED, "it does not say its size");
  library.TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &tiff->bits);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &tiff->samples);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &tiff->planar);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_INKSET, &inks);
  if (!library.TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &tiff->photometric)) tiff->photometric = PHOTOMETRIC_MINISBLACK;
  // JPEG in TIFF is converted to RGB by libjpeg, which upsamples chroma smoothly.
  if (tiff->photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG && tiff->planar == PLANARCONFIG_CONTIG) {
    library.TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    tiff->photometric = PHOTOMETRIC_RGB;
  }
  const uint16_t colors = color_samples(tiff->photometric);
  tiff->is_float = format == SAMPLEFORMAT_IEEEFP && (colors == 1 || tiff->photometric == PHOTOMETRIC_RGB) &&
                   tiff->samples >= colors && tiff->samples <= 32 &&
                   (tiff->bits == 16 || tiff->bits == 32 || tiff->bits == 64);
  tiff->is_raw = tiff->is_float ||
                 (colors > 0 && tiff->samples >= colors && tiff->samples <= 32 && (tiff->bits == 8 || tiff->bits == 16) &&
                 // Reads signed gray directly, since libtiff's conversion to RGBA drops 16-bit alpha and does
                 // not premultiply 8-bit gray.
                 (format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID ||
                  (format == SAMPLEFORMAT_INT && (colors == 1 || is_lab(tiff->photometric)))) &&
                 (tiff->photometric != PHOTOMETRIC_SEPARATED || inks == INKSET_CMYK));
  uint16_t extras = 0, *kinds = NULL;
  library.TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extras, &kinds);
  if (tiff->is_raw) {
    for (uint16_t i = 0; i < extras && colors + i < tiff->samples && !tiff->has_alpha && colors < 4; i++) {
      tiff->has_alpha = kinds[i] == EXTRASAMPLE_ASSOCALPHA || kinds[i] == EXTRASAMPLE_UNASSALPHA;
      tiff->is_associated = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
      tiff->alpha = (uint16_t)(colors + i);
    }
    if (tiff->is_associated && is_lab(tiff->photometric))
      return segue_failure(SEGUE_UNSUPPORTED, "L*a*b* that is multiplied by its opacity");
  } else {
    char reason[1024] = "";
    if (!library.TIFFRGBAImageOK(file, reason)) {
      tiff->message[0] = 0;
      return segue_failure(SEGUE_UNSUPPORTED, reason[0] ? reason : "libtiff does not decode this kind of TIFF");
    }
  }
  *picture = (segue_picture){
      .dimensions = {tiff->width, tiff->height},
      .orientation = orientation >= 1 && orientation <= 8 ? orientation : 1,
      .channels = tiff->is_raw && is_lab(tiff->photometric) ? SEGUE_LAB : tiff->is_raw && colors == 4 ? SEGUE_CMYK : tiff->is_raw && colors == 1 ? SEGUE_GRAY : SEGUE_RGB,
      .is_wide = tiff->is_raw && !tiff->is_float && tiff->bits == 16,
      .is_float = tiff->is_float,
      .has_alpha = tiff->is_raw ? tiff->has_alpha : extras > 0,
      .depth = tiff->photometric == PHOTOMETRIC_PALETTE ? 8 : tiff->bits,
      .count = 1};
  return segue_success();
}

segue_result segue_tiff_open(segue_tiff **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture) {
  if (!is_loaded())
    return segue_failure(SEGUE_UNSUPPORTED, "TIFF needs libtiff, which cannot be loaded: apt-get install libtiff6");
  segue_tiff *tiff = calloc(1, sizeof *tiff);
  if (!tiff) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  tiff->data = data;
  tiff->count = count;
  tiff->file = open_file(tiff);
  segue_result result;
  if (!tiff->file) {
    result = failure(tiff, SEGUE_DAMAGED, "it cannot be opened");
  } else if (number > 0 && (number > UINT16_MAX || !library.TIFFSetDirectory(tiff->file, (tdir_t)number))) {
    picture->count = library.TIFFNumberOfDirectories(tiff->file);
    result = segue_failure(SEGUE_UNSUPPORTED, "there are not so many pictures");
  } else {
    result = describe(tiff, picture);
  }
  if (result.status == SEGUE_OK) {
    *out = tiff;
  } else {
    segue_tiff_close(tiff);
  }
  return result;
}

static const uint8_t *bytes_of(segue_tiff *tiff, uint32_t tag, size_t *count) {
  uint32_t length = 0;
  void *bytes = NULL;
  if (!library.TIFFGetField(tiff->file, tag, &length, &bytes) || length == 0) return NULL;
  *count = length;
  return bytes;
}

const uint8_t *segue_tiff_profile(segue_tiff *tiff, size_t *count) { return bytes_of(tiff, TIFFTAG_ICCPROFILE, count); }
const uint8_t *segue_tiff_xmp(segue_tiff *tiff, size_t *count) { return bytes_of(tiff, TIFFTAG_XMLPACKET, count); }

uint64_t segue_tiff_directory(segue_tiff *tiff) { return library.TIFFCurrentDirOffset(tiff->file); }

bool segue_tiff_resolution(segue_tiff *tiff, double *across, double *down) {
  float x = 0, y = 0;
  uint16_t unit = RESUNIT_INCH;
  if (!library.TIFFGetField(tiff->file, TIFFTAG_XRESOLUTION, &x) || !library.TIFFGetField(tiff->file, TIFFTAG_YRESOLUTION, &y)) return false;
  library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_RESOLUTIONUNIT, &unit);
  const double inches = unit == RESUNIT_CENTIMETER ? 1 / 2.54 : 1;
  *across = (double)x / inches;
  *down = (double)y / inches;
  return unit == RESUNIT_INCH || unit == RESUNIT_CENTIMETER;
}

// Stores sample c of pixel x in a row with four samples a pixel, of 8 or 16 bits.
static void store(const segue_tiff *tiff, void *row, size_t x, size_t c, unsigned value) {
  if (tiff->bits == 8) {
    ((uint8_t *)row)[4 * x + c] = (uint8_t)value;
  } else {
    ((uint16_t *)row)[4 * x + c] = (uint16_t)value;
  }
}

// Returns the XOR mask that inverts color samples if 0 is white; otherwise 0.
static unsigned flip_of(const segue_tiff *tiff) {
  return tiff->photometric == PHOTOMETRIC_MINISWHITE ? (1u << tiff->bits) - 1 : 0;
}

// Stores the sample with index `sample` of each of `count` pixels, from pixel x of the row on. In `samples`,
// the samples of successive pixels are `step` samples apart.
static void spread(const segue_tiff *tiff, const void *samples, size_t step, uint16_t sample, void *row, size_t x, size_t count) {
  const uint16_t colors = color_samples(tiff->photometric);
  const bool is_alpha = tiff->has_alpha && sample == tiff->alpha;
  if (sample >= colors && !is_alpha) return;
  const unsigned flip = is_alpha ? 0 : flip_of(tiff);
  for (size_t i = 0; i < count; i++) {
    unsigned value = tiff->bits == 8 ? ((const uint8_t *)samples)[i * step] : ((const uint16_t *)samples)[i * step];
    value ^= flip;
    if (is_alpha) {
      store(tiff, row, x + i, 3, value);
    } else if (colors == 1) {
      for (size_t c = 0; c < 3; c++) store(tiff, row, x + i, c, value);
    } else {
      store(tiff, row, x + i, sample, value);
    }
  }
}

// Stores the sample with index `sample` of each of `count` pixels of floats, as `spread` does; NaN becomes 0.
static void spread_floats(const segue_tiff *tiff, const void *samples, size_t step, uint16_t sample, float *row, size_t x, size_t count) {
  const uint16_t colors = color_samples(tiff->photometric);
  const bool is_alpha = tiff->has_alpha && sample == tiff->alpha;
  if (sample >= colors && !is_alpha) return;
  for (size_t i = 0; i < count; i++) {
    float value = tiff->bits == 16   ? (float)((const _Float16 *)samples)[i * step]
                  : tiff->bits == 32 ? ((const float *)samples)[i * step]
                                     : (float)((const double *)samples)[i * step];
    // Limits infinities, which filters and scaling would spread as NaN.
    value = value != value ? 0 : fminf(fmaxf(value, -1e9f), 1e9f);
    if (!is_alpha && tiff->photometric == PHOTOMETRIC_MINISWHITE) value = 1 - value;
    float *pixel = row + 4 * (x + i);
    if (is_alpha) {
      pixel[3] = value;
    } else if (colors == 1) {
      pixel[0] = pixel[1] = pixel[2] = value;
    } else {
      pixel[sample] = value;
    }
  }
}

// Sets the alpha of an opaque picture of floats to 1; premultiplies the colors of a picture with alpha.
static void premultiply_floats(const segue_tiff *tiff, float *row) {
  const bool is_flipped = tiff->photometric == PHOTOMETRIC_MINISWHITE;
  for (size_t x = 0; x < tiff->width; x++) {
    float *pixel = row + 4 * x;
    if (!tiff->has_alpha) pixel[3] = 1;
    for (size_t c = 0; c < 3 && tiff->has_alpha; c++) {
      if (!tiff->is_associated) {
        pixel[c] *= pixel[3];
      } else if (is_flipped) {
        // The stored samples, 1 - `pixel[c]`, are premultiplied.
        pixel[c] = pixel[3] - (1 - pixel[c]);
      }
    }
  }
}

// Stores all samples of interleaved pixels or, for separate planes, one sample of each pixel.
static void spread_all(const segue_tiff *tiff, const uint8_t *samples, uint16_t plane, void *row, size_t x, size_t count) {
  const bool is_plane = tiff->planar == PLANARCONFIG_SEPARATE;
  const uint16_t first = is_plane ? plane : 0, end = is_plane ? plane + 1 : tiff->samples;
  for (uint16_t c = first; c < end; c++) {
    const uint8_t *start = samples + (c - first) * (tiff->bits / 8);
    if (tiff->is_float) {
      spread_floats(tiff, start, end - first, c, row, x, count);
    } else {
      spread(tiff, start, end - first, c, row, x, count);
    }
  }
}

// Unpremultiplies colors. In a file where 0 is white, the stored, inverted samples are premultiplied (TIFF
// 6.0, section 18), so samples are inverted again before the division.
static void straighten(const segue_tiff *tiff, void *row) {
  const unsigned most = (1u << tiff->bits) - 1, flip = flip_of(tiff);
  for (size_t x = 0; x < tiff->width; x++) {
    uint8_t *bytes = (uint8_t *)row + 4 * x;
    uint16_t *words = (uint16_t *)row + 4 * x;
    const unsigned alpha = tiff->bits == 8 ? bytes[3] : words[3];
    if (alpha == 0 || alpha == most) continue;
    for (size_t c = 0; c < 3; c++) {
      const unsigned sample = (tiff->bits == 8 ? bytes[c] : words[c]) ^ flip;
      const uint64_t value = ((uint64_t)sample * most + alpha / 2) / alpha;
      store(tiff, row, x, c, (value < most ? (unsigned)value : most) ^ flip);
    }
  }
}

// Converts L*, a* and b* to the encoding of ICC version 4, where a* or b* of 0 is stored as 128 in 8 bits, or
// as 0x8080 in 16 bits. CIELab stores a* and b* with a sign; 16-bit ICCLab uses the encoding of version 2,
// whose largest L* is 0xff00.
static void encode_lab(const segue_tiff *tiff, void *row) {
  const bool has_sign = tiff->photometric == PHOTOMETRIC_CIELAB;
  for (size_t x = 0; x < tiff->width; x++) {
    for (size_t c = 0; c < 3; c++) {
      if (tiff->bits == 8) {
        if (has_sign && c > 0) ((uint8_t *)row)[4 * x + c] ^= 0x80;
      } else if (!has_sign || c > 0) {
        const uint32_t old = ((uint16_t *)row)[4 * x + c] ^ (has_sign ? 0x8000u : 0u), value = (old * 257 + 128) / 256;
        store(tiff, row, x, c, value < 65535 ? value : 65535);
      }
    }
  }
}

static bool decode_lines(segue_tiff *tiff, uint8_t *pixels, size_t stride, uint8_t *buffer, uint16_t planes) {
  for (uint16_t plane = 0; plane < planes; plane++) {
    for (uint32_t y = 0; y < tiff->height; y++) {
      if (library.TIFFReadScanline(tiff->file, buffer, y, plane) != 1) return false;
      spread_all(tiff, buffer, plane, pixels + y * stride, 0, tiff->width);
    }
  }
  return true;
}

static bool decode_tiles(segue_tiff *tiff, uint8_t *pixels, size_t stride, uint8_t *buffer, size_t bytes, uint16_t planes) {
  uint32_t wide = 0, high = 0;
  library.TIFFGetField(tiff->file, TIFFTAG_TILEWIDTH, &wide);
  library.TIFFGetField(tiff->file, TIFFTAG_TILELENGTH, &high);
  const size_t row_bytes = (size_t)library.TIFFTileRowSize(tiff->file);
  if (wide == 0 || high == 0 || row_bytes == 0 || bytes / row_bytes < high) return false;
  for (uint16_t plane = 0; plane < planes; plane++) {
    // Uses 64-bit coordinates, since the last tile may end beyond 2^32.
    for (size_t y = 0; y < tiff->height; y += high) {
      for (size_t x = 0; x < tiff->width; x += wide) {
        const uint32_t tile = library.TIFFComputeTile(tiff->file, (uint32_t)x, (uint32_t)y, 0, plane);
        if (library.TIFFReadEncodedTile(tiff->file, tile, buffer, (tmsize_t)bytes) != (tmsize_t)bytes) return false;
        const size_t columns = tiff->width - x < wide ? tiff->width - x : wide;
        for (size_t row = 0; row < high && y + row < tiff->height; row++)
          spread_all(tiff, buffer + row * row_bytes, plane, pixels + (y + row) * stride, x, columns);
      }
    }
  }
  return true;
}

static segue_result decode_rgba(segue_tiff *tiff, uint8_t *pixels, size_t stride) {
  TIFFRGBAImage image;
  char reason[1024] = "";
  if (!library.TIFFRGBAImageBegin(&image, tiff->file, 1, reason)) return segue_failure(SEGUE_UNSUPPORTED, reason);
  // Keeps the stored orientation; the caller rotates the picture.
  image.req_orientation = image.orientation;
  uint32_t *raster = malloc((size_t)tiff->width * tiff->height * 4);
  const bool is_done = raster && library.TIFFRGBAImageGet(&image, raster, tiff->width, tiff->height);
  const bool has_alpha = image.alpha != 0;
  library.TIFFRGBAImageEnd(&image);
  if (is_done) {
    const segue_tiff bytes = {.width = tiff->width, .bits = 8, .photometric = PHOTOMETRIC_RGB};
    for (size_t y = 0; y < tiff->height; y++) {
      uint8_t *row = pixels + y * stride;
      for (size_t x = 0; x < tiff->width; x++) {
        const uint32_t pixel = raster[y * tiff->width + x];
        row[4 * x] = (uint8_t)TIFFGetR(pixel);
        row[4 * x + 1] = (uint8_t)TIFFGetG(pixel);
        row[4 * x + 2] = (uint8_t)TIFFGetB(pixel);
        row[4 * x + 3] = has_alpha ? (uint8_t)TIFFGetA(pixel) : 255;
      }
      if (has_alpha) straighten(&bytes, row);
    }
  }
  segue_result result = is_done    ? segue_success()
                        : raster ? failure(tiff, SEGUE_DAMAGED, "its pixels cannot be decoded")
                                 : segue_failure(SEGUE_NO_MEMORY, "out of memory");
  free(raster);
  return result;
}

// Checks that each strip or tile lies inside the file and, if uncompressed, is long enough. Otherwise libtiff
// would read from the file's start for a missing strip or tile.
static segue_result check_parts(const segue_tiff *tiff) {
  uint16_t compression = COMPRESSION_NONE;
  library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_COMPRESSION, &compression);
  // Does not check old-style JPEG, which has its own table of positions.
  if (compression == COMPRESSION_OJPEG) return segue_success();
  const bool is_tiled = library.TIFFIsTiled(tiff->file);
  uint32_t rows = UINT32_MAX;
  library.TIFFGetFieldDefaulted(tiff->file, TIFFTAG_ROWSPERSTRIP, &rows);
  if (rows == 0 || rows > tiff->height) rows = tiff->height;
  const uint32_t parts = is_tiled ? library.TIFFNumberOfTiles(tiff->file) : library.TIFFNumberOfStrips(tiff->file);
  const uint32_t strips = (uint32_t)(((uint64_t)tiff->height + rows - 1) / rows);
  for (uint32_t i = 0; i < parts; i++) {
    const uint64_t start = library.TIFFGetStrileOffset(tiff->file, i), bytes = library.TIFFGetStrileByteCount(tiff->file, i);
    if (start == 0 || bytes == 0) return segue_failure(SEGUE_DAMAGED, "a strip or tile is missing");
    if (start > tiff->count || bytes > tiff->count - start) return segue_failure(SEGUE_TRUNCATED, "the file ends too early");
    if (compression != COMPRESSION_NONE) continue;
    const uint32_t first = i % strips * rows, left = tiff->height - first;
    const tmsize_t needed = is_tiled ? library.TIFFTileSize(tiff->file) : library.TIFFVStripSize(tiff->file, left < rows ? left : rows);
    if (needed <= 0 || bytes < (uint64_t)needed) return segue_failure(SEGUE_DAMAGED, "a strip or tile is too short");
  }
  return segue_success();
}

segue_result segue_tiff_decode(segue_tiff *tiff, void *pixels, size_t stride) {
  const segue_result checked = check_parts(tiff);
  if (checked.status != SEGUE_OK) return checked;
  const bool is_tiled = library.TIFFIsTiled(tiff->file);
  const tmsize_t bytes = is_tiled ? library.TIFFTileSize(tiff->file) : library.TIFFScanlineSize(tiff->file);
  // Limits the size of a tile: tiles are allocated whole, and may be much larger than the picture.
  if (is_tiled && bytes > (1 << 24) && (uint64_t)bytes / 16 > (uint64_t)tiff->width * tiff->height)
    return segue_failure(SEGUE_UNSUPPORTED, "its tiles are much larger than the picture");
  if (!tiff->is_raw) return decode_rgba(tiff, pixels, stride);
  if (bytes <= 0 || bytes > 1 << 28) return failure(tiff, SEGUE_UNSUPPORTED, "its rows or tiles have more than 256 MiB");
  const uint16_t planes = tiff->planar == PLANARCONFIG_SEPARATE ? tiff->samples : 1;
  // A row of a strip must be at least as long as a row of the picture's samples.
  if (!is_tiled && (uint64_t)bytes < (uint64_t)tiff->width * (planes > 1 ? 1 : tiff->samples) * (tiff->bits / 8))
    return failure(tiff, SEGUE_DAMAGED, "its rows are shorter than the picture");
  uint8_t *buffer = malloc((size_t)bytes);
  if (!buffer) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  const bool is_done = is_tiled ? decode_tiles(tiff, pixels, stride, buffer, (size_t)bytes, planes)
                                : decode_lines(tiff, pixels, stride, buffer, planes);
  free(buffer);
  if (!is_done) return failure(tiff, SEGUE_DAMAGED, "its pixels cannot be decoded");
  for (size_t y = 0; y < tiff->height && tiff->is_float; y++) premultiply_floats(tiff, (float *)((uint8_t *)pixels + y * stride));
  if (tiff->is_float) return segue_success();
  // Fills alpha only after decoding has succeeded, since a small file can claim any size, and filling earlier
  // would touch all memory.
  for (size_t y = 0; y < tiff->height && !tiff->has_alpha && color_samples(tiff->photometric) < 4; y++) {
    for (size_t x = 0; x < tiff->width; x++) store(tiff, (uint8_t *)pixels + y * stride, x, 3, (1u << tiff->bits) - 1);
  }
  for (size_t y = 0; y < tiff->height && is_lab(tiff->photometric); y++) encode_lab(tiff, (uint8_t *)pixels + y * stride);
  for (size_t y = 0; y < tiff->height && tiff->is_associated; y++) straighten(tiff, (uint8_t *)pixels + y * stride);
  return segue_success();
}

#else

bool segue_has_tiff(void) { return false; }

segue_result segue_tiff_open(segue_tiff **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture) {
  (void)out, (void)data, (void)count, (void)number, (void)picture;
  return segue_failure(SEGUE_UNSUPPORTED, "TIFF was left out of this build: apt-get install libtiff-dev, then swift package purge-cache, and build segue again");
}

void segue_tiff_close(segue_tiff *tiff) { (void)tiff; }

const uint8_t *segue_tiff_profile(segue_tiff *tiff, size_t *count) {
  (void)tiff, (void)count;
  return NULL;
}

const uint8_t *segue_tiff_xmp(segue_tiff *tiff, size_t *count) {
  (void)tiff, (void)count;
  return NULL;
}

uint64_t segue_tiff_directory(segue_tiff *tiff) {
  (void)tiff;
  return 0;
}

bool segue_tiff_resolution(segue_tiff *tiff, double *across, double *down) {
  (void)tiff, (void)across, (void)down;
  return false;
}

segue_result segue_tiff_decode(segue_tiff *tiff, void *pixels, size_t stride) {
  (void)tiff, (void)pixels, (void)stride;
  return segue_failure(SEGUE_UNSUPPORTED, "TIFF was left out of this build");
}
#endif
