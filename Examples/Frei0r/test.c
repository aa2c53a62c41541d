// Loads the mixer as a host does, and compares its frames with the library's frames.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <segue.h>

enum { WIDTH = 64, HEIGHT = 48, COUNT = WIDTH * HEIGHT };

#define CHECK(condition) \
  if (!(condition)) { fprintf(stderr, "test.c:%d: " #condition "\n", __LINE__); exit(1); }

int main(int count, char **words) {
  CHECK(count == 2);
  void *plugin = dlopen(words[1], RTLD_NOW);
  if (!plugin) fprintf(stderr, "%s\n", dlerror());
  CHECK(plugin);
  int (*init)(void) = (int (*)(void))dlsym(plugin, "f0r_init");
  void *(*construct)(unsigned, unsigned) = (void *(*)(unsigned, unsigned))dlsym(plugin, "f0r_construct");
  void (*set)(void *, void *, int) = (void (*)(void *, void *, int))dlsym(plugin, "f0r_set_param_value");
  void (*get)(void *, void *, int) = (void (*)(void *, void *, int))dlsym(plugin, "f0r_get_param_value");
  void (*update)(void *, double, const uint32_t *, const uint32_t *, const uint32_t *, uint32_t *) =
    (void (*)(void *, double, const uint32_t *, const uint32_t *, const uint32_t *, uint32_t *))dlsym(plugin, "f0r_update2");
  void (*destruct)(void *) = (void (*)(void *))dlsym(plugin, "f0r_destruct");
  CHECK(init && construct && set && get && update && destruct && init() == 1);

  static uint32_t first[COUNT], second[COUNT], out[COUNT], expected[COUNT];
  for (int i = 0; i < COUNT; i++) {
    first[i] = 0xFF000000u | (uint32_t)i * 2654435761u >> 8;
    second[i] = 0xFF000000u | (uint32_t)(i + 7) * 2246822519u >> 8;
  }
  void *mixer = construct(WIDTH, HEIGHT);
  char *name = "cube:eye=2", *spaced = "cube:eye 2", *read = NULL;
  set(mixer, &spaced, 0);
  get(mixer, &read, 0);
  CHECK(read && strcmp(read, name) == 0);
  segue_pixels pixels = {.data = first, .width = WIDTH, .height = HEIGHT, .layout = SEGUE_RGBA8};
  const segue_picture from = segue_picture_from_pixels(&pixels);
  pixels.data = second;
  const segue_picture to = segue_picture_from_pixels(&pixels);
  const segue_renderer renderer = segue_renderer_make(from, to, name, NULL);
  CHECK(renderer);
  pixels.data = expected;
  for (double progress = 0; progress <= 1; progress += 0.25) {
    set(mixer, &progress, 1);
    update(mixer, 0, first, second, NULL, out);
    CHECK(segue_renderer_frame(renderer, progress, &pixels));
    CHECK(memcmp(out, expected, sizeof out) == 0);
  }
  CHECK(memcmp(out, second, sizeof out) == 0);
  // An unknown transition is reported, and the nearer track is shown.
  char *unknown = "no-such-transition";
  double progress = 0.4;
  set(mixer, &unknown, 0);
  set(mixer, &progress, 1);
  update(mixer, 0, first, second, NULL, out);
  CHECK(memcmp(out, first, sizeof out) == 0);
  segue_free(renderer), segue_free(to), segue_free(from);
  destruct(mixer);
  CHECK(segue_handle_count() == 0);
  puts("the mixer gives the frames of the library");
}
