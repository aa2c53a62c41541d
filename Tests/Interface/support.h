// Checks and pictures for the tests of the C interface.
#ifndef SUPPORT_H
#define SUPPORT_H

#include <segue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program if a condition is false.
#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: %s is false; the last error: %s: %s\n", __FILE__, __LINE__, #condition,        \
              segue_error_code(), segue_error_message());                                                    \
      abort();                                                                                               \
    }                                                                                                        \
  } while (0)

// Checks that a call fails with a code.
#define CHECK_FAILS(call, expected)                                                                          \
  do {                                                                                                       \
    CHECK(!(call));                                                                                          \
    if (strcmp(segue_error_code(), expected) != 0 || segue_error_message()[0] == 0) {                        \
      fprintf(stderr, "%s:%d: %s gives %s: %s, not %s\n", __FILE__, __LINE__, #call, segue_error_code(),     \
              segue_error_message(), expected);                                                              \
      abort();                                                                                               \
    }                                                                                                        \
  } while (0)

static inline segue_pixels pixels(void *data, int width, int height, segue_layout layout) {
  return (segue_pixels){.data = data, .width = width, .height = height, .layout = layout};
}

// A number that looks random and depends only on the state.
static inline uint32_t next_number(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

// A picture of a color gradient, opaque unless `alpha` is below 255.
static inline segue_picture gradient(int width, int height, int shade, int alpha) {
  unsigned char *data = malloc((size_t)width * height * 4);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      unsigned char *pixel = data + 4 * ((size_t)y * width + x);
      pixel[0] = 255 * x / width;
      pixel[1] = 255 * y / height;
      pixel[2] = shade;
      pixel[3] = alpha;
    }
  segue_pixels all = pixels(data, width, height, SEGUE_RGBA8);
  segue_picture picture = segue_picture_from_pixels(&all);
  free(data);
  CHECK(picture != 0);
  return picture;
}

#endif
