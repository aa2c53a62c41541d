// Conversion of a file's colors to sRGB, by lcms2.
//
// Most profiles of photographs consist of three curves and a matrix. Lookup tables, filled by lcms2, apply
// these profiles in 1.1 to 1.5 ns a pixel (lcms2 itself takes 11 to 17 ns), with errors of at most 0.65/255
// against lcms2's floating-point results. Other profiles are applied by lcms2, without its precomputed
// tables, which have errors of up to 40/255 for CMYK.
#include "common.h"

#include <string.h>
#include <zlib.h>

void segue_cmyk_to_rgba(uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + 4 * i;
    unsigned light = 255 - pixel[3];
    for (size_t c = 0; c < 3; c++) pixel[c] = (uint8_t)(((255 - pixel[c]) * light + 127) / 255);
    pixel[3] = 255;
  }
}

void segue_cmyk_to_rgba16(uint16_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t *pixel = pixels + 4 * i;
    uint32_t light = 65535 - pixel[3];
    for (size_t c = 0; c < 3; c++) pixel[c] = (uint16_t)(((65535 - pixel[c]) * light + 32767) / 65535);
    pixel[3] = 65535;
  }
}

uint32_t segue_crc32(const uint8_t *data, size_t count) { return (uint32_t)crc32_z(0, data, count); }

segue_result segue_inflate(segue_buffer *out, const uint8_t *data, size_t count, size_t limit) {
  enum { STEP = 65536 };
  z_stream stream = {.next_in = (Bytef *)data, .avail_in = count < UINT32_MAX ? (uInt)count : UINT32_MAX};
  if (inflateInit(&stream) != Z_OK) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  segue_result result = segue_success();
  for (int status = Z_OK; status != Z_STREAM_END && result.status == SEGUE_OK;) {
    if (!segue_buffer_reserve(out, STEP)) {
      result = segue_failure(SEGUE_NO_MEMORY, "out of memory");
      break;
    }
    stream.next_out = out->data + out->count;
    stream.avail_out = STEP;
    status = inflate(&stream, Z_NO_FLUSH);
    out->count += STEP - stream.avail_out;
    if (status != Z_OK && status != Z_STREAM_END) result = segue_failure(SEGUE_DAMAGED, "it cannot be inflated");
    if (out->count > limit) result = segue_failure(SEGUE_DAMAGED, "it is too long");
  }
  inflateEnd(&stream);
  return result;
}

#if defined(SEGUE_LCMS)
#include <lcms2.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

bool segue_has_lcms(void) { return true; }

// Sums of linear light are in units of 1/(LINEAR << FRACTION) of white. Sums may exceed white until they are
// clamped: a channel of ProPhoto RGB reaches 3 times sRGB's white.
enum { LINEAR = 16383, FRACTION = 6 };

typedef int32_t sums __attribute__((vector_size(16)));

typedef struct {
  // The contribution of each value of an 8-bit sample, by channel, to linear red, green and blue. Entry 256
  // repeats entry 255, for interpolation.
  sums channels[3][257];
} shaper;

// The sRGB encoding of linear light, in steps of 1/LINEAR, as samples of 16 and of 8 bits; shared by all
// profiles. `encoded16` has an extra entry for interpolation.
static uint16_t encoded16[LINEAR + 2];
static uint8_t encoded8[LINEAR + 1];
static pthread_once_t encoded_once = PTHREAD_ONCE_INIT;

enum { REMEMBERED = 4096 };

typedef struct {
  uint32_t from, to;
} remembered;

struct segue_conversion {
  cmsContext context;
  shaper *shaper;  // lookup tables; NULL if lcms2 converts pixels, by the transform `bytes` or `words`
  cmsHTRANSFORM bytes, words;
  // The profile, from which the transform `floats` is made on first use; floats are rare.
  cmsHPROFILE profile;
  cmsHTRANSFORM floats;
  segue_channels channels;
  bool inks;
  // A cache of converted pixels, as a hash table: neighbors in a photograph are often equal.
  remembered *pixels;
};

static double encoded(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

static void fill_encoded(void) {
  for (size_t i = 0; i <= LINEAR; i++) {
    double value = encoded((double)i / LINEAR);
    encoded8[i] = (uint8_t)lrint(value * 255);
    encoded16[i] = (uint16_t)lrint(value * 65535);
  }
  encoded16[LINEAR + 1] = 65535;
}

static const cmsUInt32Number FLAGS =
    cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE;

// Returns the pixel format in which lcms2 reads four samples a pixel, and skips the samples beyond the
// channels.
static cmsUInt32Number layout(segue_channels channels, cmsUInt32Number bytes) {
  switch (channels) {
    case SEGUE_GRAY: return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(bytes);
    case SEGUE_LAB: return COLORSPACE_SH(PT_Lab) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(bytes);
    case SEGUE_CMYK: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(bytes);
    default: return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(bytes);
  }
}

static cmsHPROFILE linear_srgb(cmsContext context) {
  const cmsCIExyY white = {0.3127, 0.3290, 1};
  const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  cmsToneCurve *curve = cmsBuildGamma(context, 1);
  if (!curve) return NULL;
  cmsToneCurve *const curves[3] = {curve, curve, curve};
  cmsHPROFILE profile = cmsCreateRGBProfileTHR(context, &white, &primaries, curves);
  cmsFreeToneCurve(curve);
  return profile;
}

// Makes the lookup tables for a profile of curves and a matrix.
static shaper *shaper_of(cmsContext context, cmsHPROFILE profile) {
  pthread_once(&encoded_once, fill_encoded);
  cmsHPROFILE linear = linear_srgb(context);
  cmsHTRANSFORM transform = linear ? cmsCreateTransformTHR(context, profile, TYPE_RGB_8, linear, TYPE_RGB_FLT,
                                                           INTENT_RELATIVE_COLORIMETRIC, FLAGS)
                                   : NULL;
  if (linear) cmsCloseProfile(linear);
  if (!transform) return NULL;
  shaper *made = aligned_alloc(64, (sizeof *made + 63) / 64 * 64);
  if (made) {
    for (size_t c = 0; c < 3; c++) {
      for (size_t value = 0; value < 257; value++) {
        uint8_t sample[3] = {0};
        sample[c] = (uint8_t)(value < 256 ? value : 255);
        float light[3];
        cmsDoTransform(transform, sample, light, 1);
        sums sum = {0};
        // Adds half a unit for rounding to channel 0 only, since the sum of three channels must contain it
        // once.
        const int32_t half = c == 0 ? 1 << (FRACTION - 1) : 0;
        for (size_t k = 0; k < 3; k++) {
          // Clamps to a range far beyond the values of any real profile, so that the sum of three channels
          // fits 32 bits.
          float within = fmaxf(-256, fminf(256, light[k]));
          sum[k] = (int32_t)lrintf(within * (LINEAR << FRACTION)) + half;
        }
        made->channels[c][value] = sum;
      }
    }
  }
  cmsDeleteTransform(transform);
  return made;
}

static sums clamped(sums sum) {
  const sums least = {0}, most = {LINEAR << FRACTION, LINEAR << FRACTION, LINEAR << FRACTION, LINEAR << FRACTION};
  return __builtin_elementwise_min(__builtin_elementwise_max(sum, least), most);
}

static void shape8(const shaper *shaper, uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + 4 * i;
    sums sum = clamped(shaper->channels[0][pixel[0]] + shaper->channels[1][pixel[1]] + shaper->channels[2][pixel[2]]) >> FRACTION;
    for (int c = 0; c < 3; c++) pixel[c] = encoded8[sum[c]];
  }
}

// Returns the contribution of a 16-bit sample, interpolated linearly between the table entries of two
// adjacent 8-bit samples; the error is at most 0.02/255.
static sums light16(const sums channel[257], uint16_t sample) {
  unsigned index = sample / 257, part = sample % 257;
  sums below = channel[index], above = channel[index + 1];
  // Interpolates in two parts, since 257 times a difference of up to 2^29 exceeds 32 bits.
  sums whole = (above - below) / 257, rest = (above - below) % 257;
  return below + whole * (int)part + rest * (int)part / 257;
}

static void shape16(const shaper *shaper, uint16_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t *pixel = pixels + 4 * i;
    sums sum = light16(shaper->channels[0], pixel[0]) + light16(shaper->channels[1], pixel[1]) +
               light16(shaper->channels[2], pixel[2]);
    sum = clamped(sum - (1 << (FRACTION - 1)));
    for (int c = 0; c < 3; c++) {
      int index = sum[c] >> FRACTION, part = sum[c] & ((1 << FRACTION) - 1);
      int below = encoded16[index], above = encoded16[index + 1];
      pixel[c] = (uint16_t)(below + (((above - below) * part + (1 << (FRACTION - 1))) >> FRACTION));
    }
  }
}

void segue_convert8(segue_conversion *conversion, uint8_t *pixels, size_t count) {
  if (conversion->shaper) return shape8(conversion->shaper, pixels, count);
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, pixels + 4 * i, 4);
    remembered *known = &conversion->pixels[pixel * 2654435761u >> 20];
    if (known->from != pixel) {
      uint8_t result[4] = {0, 0, 0, 255};
      if (!conversion->inks) result[3] = pixels[4 * i + 3];
      cmsDoTransform(conversion->bytes, &pixel, result, 1);
      known->from = pixel;
      memcpy(&known->to, result, 4);
    }
    memcpy(pixels + 4 * i, &known->to, 4);
  }
}

void segue_convert16(segue_conversion *conversion, uint16_t *pixels, size_t count) {
  if (conversion->shaper) return shape16(conversion->shaper, pixels, count);
  for (size_t i = 0; i < count; i++) {
    uint16_t *pixel = pixels + 4 * i;
    uint16_t result[4] = {0, 0, 0, conversion->inks ? 65535 : pixel[3]};
    cmsDoTransform(conversion->words, pixel, result, 1);
    memcpy(pixel, result, sizeof result);
  }
}

// Makes lcms2's conversion from a profile to sRGB, for integers of 1 or 2 bytes, or for floats of 4 bytes.
static cmsHTRANSFORM transform_of(const segue_conversion *made, cmsHPROFILE profile, segue_channels channels,
                                  cmsUInt32Number bytes) {
  const cmsUInt32Number kind = FLOAT_SH(bytes == 4);
  cmsHPROFILE srgb = cmsCreate_sRGBProfileTHR(made->context);
  if (!srgb) return NULL;
  cmsHTRANSFORM transform = cmsCreateTransformTHR(made->context, profile, kind | layout(channels, bytes), srgb,
                                                  kind | layout(SEGUE_RGB, bytes), INTENT_RELATIVE_COLORIMETRIC, FLAGS);
  cmsCloseProfile(srgb);
  return transform;
}

bool segue_convert_floats(segue_conversion *conversion, float *pixels, size_t count) {
  if (!conversion->floats) {
    conversion->floats = transform_of(conversion, conversion->profile, conversion->channels, 4);
    if (!conversion->floats) return false;
  }
  for (size_t i = 0; i < count; i++) {
    float *pixel = pixels + 4 * i;
    const float alpha = pixel[3], divisor = alpha > 0 ? alpha : 1;
    const float straight[4] = {pixel[0] / divisor, pixel[1] / divisor, pixel[2] / divisor};
    float result[4];
    cmsDoTransform(conversion->floats, straight, result, 1);
    for (int c = 0; c < 3; c++) pixel[c] = result[c] * divisor;
  }
  return true;
}

void segue_conversion_free(segue_conversion *conversion) {
  if (!conversion) return;
  if (conversion->floats) cmsDeleteTransform(conversion->floats);
  if (conversion->profile) cmsCloseProfile(conversion->profile);
  if (conversion->bytes) cmsDeleteTransform(conversion->bytes);
  if (conversion->words) cmsDeleteTransform(conversion->words);
  if (conversion->context) cmsDeleteContext(conversion->context);
  free(conversion->shaper);
  free(conversion->pixels);
  free(conversion);
}

// The number of samples along each side of a grid of colors in the RGB cube, and the number of its colors.
enum { GRID = 9, COLORS = GRID * GRID * GRID };

static void color(unsigned i, uint16_t pixel[4]) {
  for (int c = 0; c < 3; c++, i /= GRID) pixel[c] = (uint16_t)(i % GRID * 65535 / (GRID - 1));
  pixel[3] = 0;
}

// Returns whether two colors differ by at most `most` (in 1/65535) in each component.
static bool are_near(const uint16_t a[4], const uint16_t b[4], int most) {
  for (int c = 0; c < 3; c++)
    if (abs((int)a[c] - (int)b[c]) > most) return false;
  return true;
}

// Returns whether a profile changes colors by at most 1/255, as variants of sRGB with sampled curves do.
static bool is_srgb(cmsHTRANSFORM transform) {
  for (unsigned i = 0; i < COLORS; i++) {
    uint16_t from[4], to[4];
    color(i, from);
    cmsDoTransform(transform, from, to, 1);
    if (!are_near(from, to, 256)) return false;
  }
  return true;
}

// Returns whether the tables of `shaper` convert a grid of colors like lcms2, within 64/65535. Results may
// differ if a profile has more than curves and a matrix, such as a lookup table.
static bool agrees(const shaper *shaper, cmsHTRANSFORM transform) {
  for (unsigned i = 0; i < COLORS; i++) {
    uint16_t mine[4], its[4];
    color(i, mine);
    cmsDoTransform(transform, mine, its, 1);
    shape16(shaper, mine, 1);
    if (!are_near(mine, its, 64)) return false;
  }
  return true;
}

static segue_result fill(segue_conversion *made, cmsHPROFILE profile, segue_channels channels, bool *is_needed) {
  made->inks = channels == SEGUE_CMYK;
  made->words = transform_of(made, profile, channels, 2);
  if (!made->words) return segue_failure(SEGUE_DAMAGED, "nothing can be converted by it");
  *is_needed = channels != SEGUE_RGB || !is_srgb(made->words);
  if (!*is_needed) return segue_success();
  if (channels == SEGUE_RGB && cmsIsMatrixShaper(profile)) {
    made->shaper = shaper_of(made->context, profile);
    if (made->shaper && agrees(made->shaper, made->words)) return segue_success();
    free(made->shaper);
    made->shaper = NULL;
  }
  // Makes this transform only for profiles that need it, since making it takes half a millisecond.
  made->bytes = transform_of(made, profile, channels, 1);
  made->pixels = malloc(REMEMBERED * sizeof *made->pixels);
  if (!made->bytes || !made->pixels) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  // Marks all slots as empty, by a pixel that hashes to another slot.
  for (size_t i = 0; i < REMEMBERED; i++) made->pixels[i] = (remembered){.from = i == 0};
  return segue_success();
}

static void stay_silent(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context, (void)code, (void)text;
}

static segue_conversion *create(void) {
  segue_conversion *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->context = cmsCreateContext(NULL, NULL);
  if (made->context) {
    cmsSetLogErrorHandlerTHR(made->context, stay_silent);
    return made;
  }
  free(made);
  return NULL;
}

// Completes a conversion, which then owns the profile. On failure, or if colors are sRGB already, frees both.
static segue_result finish(segue_conversion **out, segue_conversion *made, cmsHPROFILE profile, segue_channels channels) {
  bool is_needed = false;
  made->profile = profile;
  made->channels = channels;
  segue_result result = fill(made, profile, channels, &is_needed);
  if (result.status == SEGUE_OK && is_needed) {
    *out = made;
  } else {
    segue_conversion_free(made);
  }
  return result;
}

static segue_result refuse(segue_conversion *made, cmsHPROFILE profile, const char *message) {
  if (profile) cmsCloseProfile(profile);
  segue_conversion_free(made);
  return segue_failure(SEGUE_DAMAGED, message);
}

segue_result segue_conversion_of_profile(segue_conversion **out, const uint8_t *data, size_t count,
                                         segue_channels channels) {
  *out = NULL;
  segue_conversion *made = create();
  if (!made) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  cmsHPROFILE profile =
      count <= UINT32_MAX ? cmsOpenProfileFromMemTHR(made->context, data, (cmsUInt32Number)count) : NULL;
  if (!profile) return refuse(made, NULL, "it is no ICC profile");
  const cmsColorSpaceSignature spaces[] = {cmsSigRgbData, cmsSigGrayData, cmsSigCmykData, cmsSigLabData};
  cmsColorSpaceSignature space = cmsGetColorSpace(profile);
  // A gray picture may have an RGB profile.
  if (channels == SEGUE_GRAY && space == cmsSigRgbData) channels = SEGUE_RGB;
  if (space != spaces[channels]) return refuse(made, profile, "it is for other channels than the picture's");
  return finish(out, made, profile, channels);
}

// Converts a PQ code value 0…1 to a luminance in nits; `pq_of_nits` is the inverse.
static double nits_of_pq(double code) {
  double root = pow(code, 32.0 / 2523);
  return 10000 * pow(fmax(0, root - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * root), 16384.0 / 2610);
}

static double pq_of_nits(double nits) {
  double root = pow(nits / 10000, 2610.0 / 16384);
  return pow((3424.0 / 4096 + 2413.0 / 128 * root) / (1 + 2392.0 / 128 * root), 2523.0 / 32);
}

// Converts an HDR code value 0…1 to linear light 0…1; the result 1 is SDR's white, 203 nits. The knee curve
// of BT.2390 compresses luminances of up to 1000 nits to this range.
//
// - Source: ITU-R BT.2390-10, 5.4.1; BT.2100-2, table 5 (HLG, displayed with 1000 nits and a gamma of 1.2 for
//   each channel).
static double light_of_hdr(segue_hdr hdr, double sample) {
  if (hdr == SEGUE_HDR_HLG) {
    double scene = sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    sample = pq_of_nits(1000 * pow(scene, 1.2));
  }
  double top = pq_of_nits(1000), largest = pq_of_nits(203) / top, knee = 1.5 * largest - 0.5;
  double share = fmin(1, sample / top), t = (share - knee) / (1 - knee);
  if (t > 0) {
    share = (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee) +
            (3 * t * t - 2 * t * t * t) * largest;
  }
  return nits_of_pq(share * top) / 203;
}

static cmsToneCurve *curve_of_hdr(cmsContext context, segue_hdr hdr) {
  enum { COUNT = 4096 };
  float *light = malloc(COUNT * sizeof *light);
  if (!light) return NULL;
  for (int i = 0; i < COUNT; i++) light[i] = (float)light_of_hdr(hdr, (double)i / (COUNT - 1));
  cmsToneCurve *curve = cmsBuildTabulatedToneCurveFloat(context, COUNT, light);
  free(light);
  return curve;
}

segue_result segue_conversion_of_chromaticities(segue_conversion **out, segue_chromaticities at,
                                                segue_transfer transfer) {
  *out = NULL;
  segue_conversion *made = create();
  if (!made) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  const cmsCIExyY white = {at.x[0], at.y[0], 1};
  const cmsCIExyYTRIPLE primaries = {{at.x[1], at.y[1], 1}, {at.x[2], at.y[2], 1}, {at.x[3], at.y[3], 1}};
  const double parameters[] = {transfer.exponent, transfer.scale, transfer.offset, transfer.slope, transfer.end};
  cmsToneCurve *curve = transfer.hdr == SEGUE_SDR ? cmsBuildParametricToneCurve(made->context, 4, parameters)
                                                  : curve_of_hdr(made->context, transfer.hdr);
  cmsHPROFILE profile = NULL;
  if (curve) {
    cmsToneCurve *const curves[3] = {curve, curve, curve};
    profile = cmsCreateRGBProfileTHR(made->context, &white, &primaries, curves);
    cmsFreeToneCurve(curve);
  }
  if (!profile) return refuse(made, NULL, "there are no such colors");
  return finish(out, made, profile, SEGUE_RGB);
}

segue_result segue_conversion_of_lab(segue_conversion **out) {
  *out = NULL;
  segue_conversion *made = create();
  if (!made) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  cmsHPROFILE profile = cmsCreateLab4ProfileTHR(made->context, NULL);
  if (profile) return finish(out, made, profile, SEGUE_LAB);
  segue_conversion_free(made);
  return segue_failure(SEGUE_NO_MEMORY, "out of memory");
}

#else

bool segue_has_lcms(void) { return false; }

static segue_result missing(segue_conversion **out) {
  *out = NULL;
  return segue_failure(SEGUE_UNSUPPORTED, "lcms2 was left out of this build: apt-get install liblcms2-dev, then swift package purge-cache, and build segue again");
}

segue_result segue_conversion_of_profile(segue_conversion **out, const uint8_t *profile, size_t count,
                                         segue_channels channels) {
  (void)profile, (void)count, (void)channels;
  return missing(out);
}

segue_result segue_conversion_of_chromaticities(segue_conversion **out, segue_chromaticities chromaticities,
                                                segue_transfer transfer) {
  (void)chromaticities, (void)transfer;
  return missing(out);
}

segue_result segue_conversion_of_lab(segue_conversion **out) { return missing(out); }

void segue_conversion_free(segue_conversion *conversion) { (void)conversion; }
void segue_convert8(segue_conversion *conversion, uint8_t *pixels, size_t count) { (void)conversion, (void)pixels, (void)count; }
void segue_convert16(segue_conversion *conversion, uint16_t *pixels, size_t count) { (void)conversion, (void)pixels, (void)count; }
bool segue_convert_floats(segue_conversion *conversion, float *pixels, size_t count) {
  (void)conversion, (void)pixels, (void)count;
  return true;
}
#endif
