// Pictures and frames with 16 bits and floats a channel: deep FOLDER, an empty folder for output.
#include "support.h"

#include <math.h>
#include <unistd.h>

enum { WIDTH = 61, HEIGHT = 37, PIXELS = WIDTH * HEIGHT };

static const segue_layout layouts[] = {SEGUE_RGBA16, SEGUE_RGB16, SEGUE_RGBA_FLOAT, SEGUE_RGB_FLOAT};

static int channels(segue_layout layout) { return layout == SEGUE_RGBA16 || layout == SEGUE_RGBA_FLOAT ? 4 : 3; }
static bool is_float(segue_layout layout) { return layout >= SEGUE_RGBA_FLOAT; }

static int32_t bits(segue_picture picture) {
  int32_t bits = 0;
  CHECK(segue_picture_bits(picture, &bits));
  return bits;
}

// A picture of random samples of 16 bits; some pixels are translucent unless it is opaque.
static segue_picture noise(uint16_t *samples, uint64_t seed, bool is_opaque) {
  for (int i = 0; i < 4 * PIXELS; i++) samples[i] = (uint16_t)next_number(&seed);
  for (int i = 3; i < 4 * PIXELS; i += is_opaque ? 4 : 8) samples[i] = UINT16_MAX;
  segue_pixels all = pixels(samples, WIDTH, HEIGHT, SEGUE_RGBA16);
  segue_picture picture = segue_picture_from_pixels(&all);
  CHECK(picture != 0);
  return picture;
}

// Rows with padding, from the top and from the bottom, come back unchanged; opaque samples are equal in all layouts.
static void check_layouts(void) {
  enum { STRIDE = WIDTH * 16 + 12 };
  static unsigned char in[HEIGHT * STRIDE], out[HEIGHT * STRIDE];
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      for (int flipped = 0; flipped < 4; flipped++) {
        memset(out, 0x5a, sizeof out);
        segue_pixels from = pixels(in, WIDTH, HEIGHT, layouts[a]), to = pixels(out, WIDTH, HEIGHT, layouts[b]);
        from.stride = to.stride = STRIDE;
        if (flipped & 1) from.data = in + (HEIGHT - 1) * STRIDE, from.stride = -STRIDE;
        if (flipped & 2) to.data = out + (HEIGHT - 1) * STRIDE, to.stride = -STRIDE;
        uint64_t seed = 5;
        static uint16_t samples[PIXELS][4];
        for (int i = 0; i < PIXELS; i++) {
          char *row = (char *)from.data + i / WIDTH * from.stride;
          int at = i % WIDTH * channels(layouts[a]);
          for (int c = 0; c < 4; c++) {
            samples[i][c] = c < 3 ? (uint16_t)next_number(&seed) : UINT16_MAX;
            if (c == channels(layouts[a])) continue;
            if (is_float(layouts[a])) ((float *)row)[at + c] = samples[i][c] / 65535.0f;
            else ((uint16_t *)row)[at + c] = samples[i][c];
          }
        }
        segue_picture picture = segue_picture_from_pixels(&from);
        CHECK(picture != 0 && bits(picture) == (is_float(layouts[a]) ? 32 : 16));
        CHECK(segue_picture_copy(picture, &to) && segue_free(picture));
        for (int i = 0; i < PIXELS; i++) {
          const char *row = (char *)to.data + i / WIDTH * to.stride;
          int at = i % WIDTH * channels(layouts[b]);
          for (int c = 0; c < channels(layouts[b]); c++) {
            if (is_float(layouts[b])) CHECK(fabsf(((float *)row)[at + c] - samples[i][c] / 65535.0f) <= 1e-7f);
            else CHECK(((uint16_t *)row)[at + c] == samples[i][c]);
          }
        }
        int row_bytes = WIDTH * channels(layouts[b]) * (is_float(layouts[b]) ? 4 : 2);
        for (int y = 0; y < HEIGHT; y++)
          for (int i = row_bytes; i < STRIDE; i++) CHECK(((unsigned char *)to.data)[y * to.stride + i] == 0x5a);
      }
}

static void check_alpha(void) {
  // Samples of 8 bits are multiplied by 257, colors of transparent pixels included, and rounded back.
  unsigned char bytes[] = {200, 100, 50, 0, 200, 100, 50, 128}, back[8];
  uint16_t words[8], colors[6];
  float floats[8];
  segue_pixels all = pixels(bytes, 2, 1, SEGUE_RGBA8);
  segue_picture picture = segue_picture_from_pixels(&all);
  CHECK(bits(picture) == 8);
  segue_pixels wide = pixels(words, 2, 1, SEGUE_RGBA16);
  CHECK(segue_picture_copy(picture, &wide) && segue_free(picture));
  for (int i = 0; i < 8; i++) CHECK(words[i] == bytes[i] * 257);
  picture = segue_picture_from_pixels(&wide);
  all.data = back;
  CHECK(segue_picture_copy(picture, &all) && memcmp(back + 4, bytes + 4, 4) == 0);
  // Layouts without alpha have the colors over black.
  segue_pixels rgb = pixels(colors, 2, 1, SEGUE_RGB16);
  CHECK(segue_picture_copy(picture, &rgb) && colors[0] == 0);
  for (int c = 0; c < 3; c++) CHECK(abs(colors[3 + c] - (int)lround(words[4 + c] * (128.0 / 255))) <= 1);
  segue_pixels deep = pixels(floats, 2, 1, SEGUE_RGBA_FLOAT);
  CHECK(segue_picture_copy(picture, &deep) && floats[3] == 0 && fabsf(floats[4] - 200 / 255.0f) < 1e-6f);
  deep.layout = SEGUE_RGB_FLOAT;
  CHECK(segue_picture_copy(picture, &deep) && fabsf(floats[3] - 200 / 255.0f * 128 / 255) < 1e-6f);
  CHECK(segue_free(picture));

  // Colors outside of 0 to 1 are kept; NaN is 0, and alpha is clamped.
  float special[] = {4.5f, -1, NAN, 1, 2, 3, 4, 7, 1, 1, 1, NAN, INFINITY, 1, 1, -1};
  deep = pixels(special, 4, 1, SEGUE_RGBA_FLOAT);
  picture = segue_picture_from_pixels(&deep);
  CHECK(picture != 0 && segue_picture_copy(picture, &deep) && segue_free(picture));
  const float expected[] = {4.5f, -1, 0, 1, 2, 3, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 16; i++) CHECK(special[i] == expected[i]);

  // Samples at odd addresses and distances.
  static uint16_t samples[4 * PIXELS + 4];
  segue_pixels odd = pixels((char *)samples + 1, WIDTH, HEIGHT, SEGUE_RGBA16);
  CHECK_FAILS(segue_picture_from_pixels(&odd), "call.invalid-argument");
  odd = pixels(samples, 2, 2, SEGUE_RGB16);
  odd.stride = 13;
  CHECK_FAILS(segue_picture_from_pixels(&odd), "call.invalid-argument");
}

// Ends have every sample of the pictures; the middle of a dissolve is the mean; effects agree with those of 8 bits.
static void check_frames(void) {
  static uint16_t a[4 * PIXELS], b[4 * PIXELS], frame[4 * PIXELS], other[4 * PIXELS];
  static unsigned char eight[4 * PIXELS];
  static float floats[4 * PIXELS];
  for (int opaque = 0; opaque < 2; opaque++) {
    segue_picture from = noise(a, 1, opaque), to = noise(b, 2, opaque);
    bool is_opaque = !opaque;
    CHECK(segue_picture_is_opaque(from, &is_opaque) && is_opaque == (opaque == 1));
    segue_renderer renderer = segue_renderer_make(from, to, "cross-dissolve", NULL);
    segue_pixels out = pixels(frame, WIDTH, HEIGHT, SEGUE_RGBA16);
    CHECK(segue_renderer_frame(renderer, 0, &out) && memcmp(frame, a, sizeof a) == 0);
    CHECK(segue_renderer_frame(renderer, 1, &out) && memcmp(frame, b, sizeof b) == 0);
    CHECK(segue_renderer_frame(renderer, 0.5, &out));
    segue_pixels deep = pixels(floats, WIDTH, HEIGHT, SEGUE_RGBA_FLOAT);
    CHECK(segue_renderer_frame(renderer, 0.5, &deep));
    // Layouts without alpha are composited over black.
    static uint16_t rgb[3 * PIXELS];
    segue_pixels colors = pixels(rgb, WIDTH, HEIGHT, SEGUE_RGB16);
    CHECK(segue_renderer_frame(renderer, 0.5, &colors));
    for (int i = 0; i < PIXELS; i++) {
      double first = a[4 * i + 3] / 65535.0, second = b[4 * i + 3] / 65535.0, alpha = (first + second) / 2;
      for (int c = 0; c < 3; c++) {
        double color = (a[4 * i + c] * first + b[4 * i + c] * second) / 2;
        CHECK(fabs(frame[4 * i + c] - color / alpha) <= (opaque ? 0.504 : 0.52));
        CHECK(fabs(floats[4 * i + c] * 65535.0 - color / alpha) <= 0.06);
        CHECK(fabs(rgb[3 * i + c] - color) <= 0.52);
      }
      CHECK(fabs(frame[4 * i + 3] - 65535 * alpha) <= 0.504);
    }
    CHECK(segue_free(renderer));
    CHECK(segue_free(from) && segue_free(to));
  }

  segue_picture from = gradient(WIDTH, HEIGHT, 0, 255), to = gradient(WIDTH, HEIGHT, 255, 255);
  const char *const smooth[] = {"cross-dissolve", "cube", "swirl", "cross-zoom"};
  for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
    segue_renderer renderer = segue_renderer_make(from, to, smooth[i], NULL);
    segue_pixels out = pixels(frame, WIDTH, HEIGHT, SEGUE_RGBA16), bytes = pixels(eight, WIDTH, HEIGHT, SEGUE_RGBA8);
    segue_pixels deep = pixels(floats, WIDTH, HEIGHT, SEGUE_RGBA_FLOAT);
    CHECK(segue_renderer_frame(renderer, 0.4, &out) && segue_renderer_frame(renderer, 0.4, &bytes));
    CHECK(segue_renderer_frame(renderer, 0.4, &deep));
    for (int p = 0; p < 4 * PIXELS; p++) {
      CHECK(abs((int)lround(frame[p] / 257.0) - eight[p]) <= 1);
      CHECK(fabs(floats[p] * 65535.0 - frame[p]) <= 0.51);
    }
    // The number of threads changes no sample.
    CHECK(segue_use_threads(1));
    out.data = other;
    CHECK(segue_renderer_frame(renderer, 0.4, &out) && memcmp(frame, other, sizeof frame) == 0);
    CHECK(segue_use_threads(0) && segue_free(renderer));
  }
  CHECK(segue_free(from) && segue_free(to));
}

// Filters, files and pictures of frames keep the bits.
static void check_bits(void) {
  static uint16_t a[4 * PIXELS], b[4 * PIXELS], copy[4 * PIXELS];
  segue_picture from = noise(a, 3, true), to = noise(b, 4, true);
  segue_picture blurred = segue_picture_filter(from, "gaussian-blur:sigma=4");
  CHECK(bits(from) == 16 && bits(blurred) == 16 && segue_free(blurred));
  segue_renderer renderer = segue_renderer_make(from, to, "cube", NULL);
  segue_picture picture = segue_renderer_picture(renderer, 0.3);
  segue_pixels out = pixels(copy, WIDTH, HEIGHT, SEGUE_RGBA16);
  static uint16_t frame[4 * PIXELS];
  CHECK(bits(picture) == 16 && segue_picture_copy(picture, &out));
  out.data = frame;
  CHECK(segue_renderer_frame(renderer, 0.3, &out) && memcmp(copy, frame, sizeof frame) == 0 && segue_free(picture));
  CHECK(segue_export(renderer, "frames/%d.png", "{\"range\": \"0-0\"}", NULL, NULL));
  picture = segue_picture_from_file("frames/0.png");
  CHECK(bits(picture) == 16 && segue_picture_copy(picture, &out) && memcmp(frame, a, sizeof frame) == 0);
  segue_bytes bytes = segue_picture_encode(picture, "png");
  const void *data = NULL;
  size_t length = 0;
  CHECK(segue_bytes_data(bytes, &data, &length));
  segue_picture again = segue_picture_from_bytes(data, length);
  CHECK(bits(again) == 16 && segue_picture_copy(again, &out) && memcmp(frame, a, sizeof frame) == 0);
  CHECK(segue_picture_bits(again, NULL));
  CHECK_FAILS(segue_picture_bits(renderer, NULL), "call.invalid-handle");
  CHECK(segue_free(again) && segue_free(bytes) && segue_free(picture) && segue_free(renderer));
  CHECK(segue_free(from) && segue_free(to));
}

int main(int count, char **arguments) {
  CHECK(count == 2 && chdir(arguments[1]) == 0);
  check_layouts();
  check_alpha();
  check_frames();
  check_bits();
  CHECK(segue_handle_count() == 0);
  puts("deep: pictures and frames keep 16 bits and floats");
}
