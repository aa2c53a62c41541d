// Calls with random arguments: hostile SECONDS SEED. Memory of the caller always has the promised length;
// handles, text, sizes, strides and files are random. No call may crash, and all handles are freed at the
// end.
#include "support.h"

#include <math.h>
#include <time.h>

static uint64_t state;
static uint64_t handles[64];

static uint32_t below(uint32_t count) { return next_number(&state) % count; }

static uint64_t any_handle(void) {
  switch (below(12)) {
    case 0: return 0;
    case 1: return below(2000);
    case 2: return (uint64_t)next_number(&state) << 32 | next_number(&state);
    default: return handles[below(64)];
  }
}

static double any_number(void) {
  static const double special[] = {0, 1, 0.5, -1, 2, NAN, INFINITY, -INFINITY, 1e308, -0.0, 5e-324};
  return below(3) ? below(1001) / 1000.0 : special[below(sizeof special / sizeof *special)];
}

static const char *const words[] = {
  "cube", "pixellate-dissolve", "wipe", "cube:eye=2", "ripple", "sepia", "gaussian-blur:sigma=4", "dissolve:mix=0.4",
  "crop:", ":", "", "\xff\xc0", "png", "jpeg:quality=80", "webp", "qoi", "null", "mp4", "pixellate:fraction=progress",
  "{\"size\": \"31x17\"}", "{\"frames\": 4}", "{\"filters\": [\"sepia\"]}", "{\"ease\": \"spring\", \"fps\": \"30000/1001\"}",
  "{\"source\": {\"name\": \"a.glsl\", \"text\": \"vec4 transition(vec2 p) { return vec4(p, progress, 1.); }\"}}",
  "{\"range\": \"0-1\", \"existing\": \"overwrite\"}", "{\"format\": \"y4m\", \"existing\": \"overwrite\"}", "{", "{}", "null",
  "hostile.png", "hostile.y4m", "hostile-%d.png", "/", "luma:map=hostile.png", "hostile.glsl", "hostile.yaml",
};

// A word, one with a changed byte, or NULL.
static const char *any_text(void) {
  static char changed[512];
  if (below(12) == 0) return NULL;
  const char *word = words[below(sizeof words / sizeof *words)];
  if (below(4)) return word;
  snprintf(changed, sizeof changed, "%s", word);
  if (*changed) changed[below(strlen(changed))] = (char)below(256);
  return changed;
}

// Pixels in a block of exactly the declared length, so that an access beyond its end is detected.
static const segue_pixels *any_pixels(void **block) {
  static segue_pixels made;
  *block = NULL;
  if (below(20) == 0) return NULL;
  static const int32_t sides[] = {1, 2, 3, 16, 31, 64, 100, 0, -1, INT32_MIN, INT32_MAX};
  made.width = below(3) ? 64 : sides[below(11)];
  made.height = below(3) ? 48 : sides[below(11)];
  made.layout = below(10) ? 1 + (int32_t)below(10) : (int32_t)next_number(&state);
  static const ptrdiff_t strides[] = {0, 1, -1, PTRDIFF_MAX, PTRDIFF_MIN, 3, 4096};
  static const int bytes[] = {4, 4, 4, 4, 4, 3, 3, 8, 6, 16, 12};
  ptrdiff_t row = made.width * (ptrdiff_t)bytes[made.layout > 0 && made.layout < 11 ? made.layout : 0];
  made.stride = below(2) ? 0 : below(2) ? row + (ptrdiff_t)below(9) : below(2) ? -row - (ptrdiff_t)below(9) : strides[below(7)];
  bool is_small = made.width > 0 && made.width <= 100 && made.height > 0 && made.height <= 100;
  ptrdiff_t stride = made.stride ? made.stride : row;
  if (!is_small || stride > 8192 || stride < -8192) {
    // Pixels that must be refused, or whose declared memory does not exist.
    made.width = is_small ? made.width : -1;
    made.data = &made;
    return is_small ? NULL : &made;
  }
  ptrdiff_t length = (made.height - 1) * (stride < 0 ? -stride : stride) + row;
  *block = malloc((size_t)length);
  for (ptrdiff_t i = 0; i < length; i++) ((unsigned char *)*block)[i] = (unsigned char)below(256);
  made.data = (char *)*block + (stride < 0 ? -(made.height - 1) * stride : 0);
  if (below(30) == 0) made.data = NULL;
  return &made;
}

static bool any_answer(void *context, int64_t done, int64_t count) {
  (void)context;
  return done <= count && below(8) != 0;
}

static void keep(uint64_t handle) {
  if (handle == 0) {
    CHECK(segue_error_code()[0] != 0 && segue_error_message()[0] != 0);
    return;
  }
  uint64_t *place = handles + below(64);
  if (*place) CHECK(segue_free(*place));
  *place = handle;
}

int main(int count, char **arguments) {
  CHECK(count == 3);
  time_t end = time(NULL) + atoi(arguments[1]);
  state = strtoull(arguments[2], NULL, 10) * 2654435761u + 1;
  int64_t calls = 0, successes = 0;
  unsigned char file[4096];
  size_t length = 0;
  while (time(NULL) < end) {
    void *block = NULL;
    int32_t width, height;
    int64_t frames;
    double rate;
    const void *data;
    size_t bytes;
    bool is_good = true, is_opaque;
    int32_t bits;
    switch (below(16)) {
      case 0: keep(segue_picture_from_pixels(any_pixels(&block))); break;
      case 1: {
        // A file that was encoded, with a few changed bytes or cut.
        for (uint32_t i = below(4); length && i > 0; i--) file[below((uint32_t)length)] = (unsigned char)below(256);
        keep(segue_picture_from_bytes(below(20) ? file : NULL, length ? below((uint32_t)length + 1) : 0));
        break;
      }
      case 2:
        is_good = below(4)   ? segue_picture_size(any_handle(), below(4) ? &width : NULL, below(4) ? &height : NULL)
                  : below(2) ? segue_picture_is_opaque(any_handle(), below(2) ? &is_opaque : NULL)
                             : segue_picture_bits(any_handle(), below(2) ? &bits : NULL);
        break;
      case 3: is_good = segue_picture_copy(any_handle(), any_pixels(&block)); break;
      case 4: keep(segue_picture_filter(any_handle(), any_text())); break;
      case 5: {
        segue_bytes encoded = segue_picture_encode(any_handle(), any_text());
        if (segue_bytes_data(encoded, &data, &bytes) && bytes <= sizeof file) memcpy(file, data, length = bytes);
        keep(encoded);
        break;
      }
      case 6: is_good = segue_bytes_data(any_handle(), below(4) ? &data : NULL, below(4) ? &bytes : NULL); break;
      case 7:
      case 8: keep(segue_renderer_make(any_handle(), any_handle(), any_text(), any_text())); break;
      case 9: is_good = segue_renderer_size(any_handle(), &width, &height); break;
      case 10: is_good = segue_renderer_frames(any_handle(), below(4) ? &frames : NULL, below(4) ? &rate : NULL); break;
      case 11: is_good = segue_renderer_frame(any_handle(), any_number(), any_pixels(&block)); break;
      case 12: is_good = segue_renderer_frame_at_time(any_handle(), any_number(), any_pixels(&block)); break;
      case 13:
        is_good = segue_renderer_numbered_frame(any_handle(), (int64_t)below(70) - 5, any_pixels(&block));
        break;
      case 14: keep(segue_renderer_picture(any_handle(), any_number())); break;
      case 15:
        if (below(20) == 0) {
          const char *path = words[29 + below(2)];
          is_good = segue_export(any_handle(), path, any_text(), below(4) ? any_answer : NULL, NULL);
        } else if (below(4) == 0) {
          uint64_t handle = any_handle();
          is_good = segue_free(handle);
          for (int i = 0; i < 64; i++)
            if (handles[i] == handle) handles[i] = 0;
        } else {
          is_good = segue_use_threads((int32_t)below(5) - 1);
        }
        break;
    }
    if (!is_good) CHECK(segue_error_code()[0] != 0 && segue_error_message()[0] != 0);
    successes += is_good;
    calls++;
    free(block);
  }
  for (int i = 0; i < 64; i++)
    if (handles[i]) CHECK(segue_free(handles[i]));
  CHECK(segue_handle_count() == 0);
  printf("hostile: %lld calls, %lld of them good\n", (long long)calls, (long long)successes);
}
