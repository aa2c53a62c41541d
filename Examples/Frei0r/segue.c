// A frei0r mixer plugin, for hosts such as MLT, Kdenlive and Shotcut: Segue's transitions between two tracks.
//
// The parameter "transition" is a name with parameters, as in the command. A space may replace the equals
// sign, such as "cube:eye 2", since MLT would read "cube:eye=2" as a keyframe. The host animates the
// parameter "progress" from 0 to 1. Pixels are RGBA with straight alpha, 8 bits a channel. If a frame cannot
// be rendered, the plugin copies the first track if the progress is below 0.5, else the second track, and
// prints the error once.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <segue.h>

// The part of frei0r 1.2 that a mixer needs; see the specification at dyne.org.
enum { TYPE_MIXER2 = 2, MODEL_RGBA8888 = 1, PARAM_DOUBLE = 1, PARAM_STRING = 4 };
typedef void *f0r_instance_t;
typedef void *f0r_param_t;
typedef struct {
  const char *name, *author;
  int plugin_type, color_model, frei0r_version, major_version, minor_version, num_params;
  const char *explanation;
} f0r_plugin_info_t;
typedef struct {
  const char *name;
  int type;
  const char *explanation;
} f0r_param_info_t;

typedef struct {
  int32_t width, height;
  char *transition;
  double progress;
  bool has_failed;
} mixer;

int f0r_init(void) { return 1; }
void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
  *info = (f0r_plugin_info_t){
    .name = "segue", .author = "The Segue maintainers", .plugin_type = TYPE_MIXER2, .color_model = MODEL_RGBA8888,
    .frei0r_version = 1, .major_version = 0, .minor_version = 1, .num_params = 2,
    .explanation = "Transitions of Segue, by name"};
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
  *info = index == 0
    ? (f0r_param_info_t){"transition", PARAM_STRING, "A name with parameters, such as cube:eye 2"}
    : (f0r_param_info_t){"progress", PARAM_DOUBLE, "From 0, the first track, to 1, the second one"};
}

f0r_instance_t f0r_construct(unsigned width, unsigned height) {
  mixer *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  *made = (mixer){.width = (int32_t)width, .height = (int32_t)height, .transition = strdup("cross-dissolve")};
  return made;
}

void f0r_destruct(f0r_instance_t instance) {
  mixer *mixer = instance;
  free(mixer->transition);
  free(mixer);
}

void f0r_set_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
  mixer *mixer = instance;
  if (index == 1) {
    const double progress = *(double *)value;
    mixer->progress = progress > 0 ? progress < 1 ? progress : 1 : 0;
  } else {
    char *transition = strdup(*(char **)value);
    if (!transition) return;
    char *parameters = strchr(transition, ':');
    for (char *next = parameters; next && (next = strchr(next, ' ')); ) *next = '=';
    free(mixer->transition);
    mixer->transition = transition;
    mixer->has_failed = false;
  }
}

void f0r_get_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
  mixer *mixer = instance;
  if (index == 1) *(double *)value = mixer->progress;
  else *(char **)value = mixer->transition;
}

void f0r_update2(
  f0r_instance_t instance, double time, const uint32_t *first, const uint32_t *second, const uint32_t *third,
  uint32_t *out) {
  (void)time, (void)third;
  mixer *mixer = instance;
  segue_pixels pixels = {.width = mixer->width, .height = mixer->height, .layout = SEGUE_RGBA8};
  pixels.data = (void *)first;
  const segue_picture from = segue_picture_from_pixels(&pixels);
  pixels.data = (void *)second;
  const segue_picture to = segue_picture_from_pixels(&pixels);
  const segue_renderer renderer = segue_renderer_make(from, to, mixer->transition, NULL);
  pixels.data = out;
  if (!renderer || !segue_renderer_frame(renderer, mixer->progress, &pixels)) {
    if (!mixer->has_failed) fprintf(stderr, "frei0r segue: %s\n", segue_error_message());
    mixer->has_failed = true;
    memcpy(out, mixer->progress < 0.5 ? first : second, 4 * (size_t)mixer->width * (size_t)mixer->height);
  }
  segue_free(renderer);
  segue_free(to);
  segue_free(from);
}
