// Results and errors of every function of segue.h: check FOLDER, an empty folder for output.
#include "support.h"

#include <math.h>
#include <unistd.h>

static const struct {
  segue_layout layout;
  int bytes;
  int order[4];
} layouts[] = {
  {SEGUE_RGBA8, 4, {0, 1, 2, 3}},
  {SEGUE_BGRA8, 4, {2, 1, 0, 3}},
  {SEGUE_RGB8, 3, {0, 1, 2, -1}},
  {SEGUE_BGR8, 3, {2, 1, 0, -1}},
  {SEGUE_RGBA8_PREMULTIPLIED, 4, {0, 1, 2, 3}},
  {SEGUE_BGRA8_PREMULTIPLIED, 4, {2, 1, 0, 3}},
};

// Pixels are equal in all layouts, with padding and stored from the bottom, and no byte outside of them is
// written.
static void check_layouts(void) {
  enum { WIDTH = 37, HEIGHT = 11, STRIDE = 37 * 4 + 9 };
  static unsigned char in[HEIGHT * STRIDE], out[HEIGHT * STRIDE];
  for (size_t a = 0; a < 6; a++)
    for (size_t b = 0; b < 6; b++)
      for (int flipped = 0; flipped < 4; flipped++) {
        memset(in, 0xa5, sizeof in);
        memset(out, 0x5a, sizeof out);
        segue_pixels from = pixels(in, WIDTH, HEIGHT, layouts[a].layout);
        segue_pixels to = pixels(out, WIDTH, HEIGHT, layouts[b].layout);
        from.stride = to.stride = STRIDE;
        if (flipped & 1) from.data = in + (HEIGHT - 1) * STRIDE, from.stride = -STRIDE;
        if (flipped & 2) to.data = out + (HEIGHT - 1) * STRIDE, to.stride = -STRIDE;
        for (int y = 0; y < HEIGHT; y++)
          for (int x = 0; x < WIDTH; x++) {
            int channels[] = {x * 6, y * 20, (x * y) % 256, 255};
            for (int c = 0; c < 4; c++)
              for (int i = 0; i < layouts[a].bytes; i++)
                if (layouts[a].order[i] == c)
                  ((unsigned char *)from.data)[y * from.stride + x * layouts[a].bytes + i] = channels[c];
          }
        segue_picture picture = segue_picture_from_pixels(&from);
        CHECK(picture != 0);
        CHECK(segue_picture_copy(picture, &to));
        CHECK(segue_free(picture));
        for (int y = 0; y < HEIGHT; y++) {
          const unsigned char *row = (unsigned char *)to.data + y * to.stride;
          for (int x = 0; x < WIDTH; x++) {
            int channels[] = {x * 6, y * 20, (x * y) % 256, 255};
            for (int i = 0; i < layouts[b].bytes; i++)
              CHECK(row[x * layouts[b].bytes + i] == channels[layouts[b].order[i]]);
          }
          for (int i = WIDTH * layouts[b].bytes; i < STRIDE; i++) CHECK(row[i] == 0x5a);
        }
      }
}

// Colors of transparent pixels are kept, premultiplied colors are divided by alpha, and RGB frames are
// composited over black.
static void check_alpha(void) {
  unsigned char data[] = {200, 100, 50, 0, 200, 100, 50, 128}, copy[8], rgb[6];
  segue_pixels all = pixels(data, 2, 1, SEGUE_RGBA8);
  segue_picture picture = segue_picture_from_pixels(&all);
  segue_pixels out = pixels(copy, 2, 1, SEGUE_RGBA8);
  CHECK(segue_picture_copy(picture, &out) && memcmp(copy, data, 8) == 0);
  bool is_opaque = true;
  CHECK(segue_picture_is_opaque(picture, &is_opaque) && !is_opaque);
  out.layout = SEGUE_RGBA8_PREMULTIPLIED;
  CHECK(segue_picture_copy(picture, &out));
  CHECK(copy[0] == 0 && copy[3] == 0 && copy[4] == 100 && copy[5] == 50 && copy[6] == 25 && copy[7] == 128);
  segue_pixels colors = pixels(rgb, 2, 1, SEGUE_RGB8);
  CHECK(segue_picture_copy(picture, &colors) && rgb[0] == 0 && rgb[3] == 100 && rgb[5] == 25);
  segue_free(picture);
  all = pixels(copy, 2, 1, SEGUE_RGBA8_PREMULTIPLIED);
  picture = segue_picture_from_pixels(&all);
  all.layout = SEGUE_RGBA8;
  CHECK(segue_picture_copy(picture, &all) && copy[4] == 199 && copy[7] == 128);
  segue_free(picture);
  all = pixels(data, 2, 1, SEGUE_RGBA8_PREMULTIPLIED);
  CHECK_FAILS(segue_picture_from_pixels(&all), "render.not-premultiplied");
}

static void check_frames(void) {
  enum { WIDTH = 64, HEIGHT = 48, BYTES = WIDTH * HEIGHT * 4 };
  static unsigned char first[BYTES], last[BYTES], half[BYTES], other[BYTES];
  segue_picture from = gradient(WIDTH, HEIGHT, 0, 255), to = gradient(WIDTH, HEIGHT, 255, 255);
  segue_pixels out = pixels(first, WIDTH, HEIGHT, SEGUE_RGBA8);
  CHECK(segue_picture_copy(from, &out));
  out.data = last;
  CHECK(segue_picture_copy(to, &out));
  segue_renderer renderer = segue_renderer_make(from, to, "cube:eye=2", "{\"frames\": 5, \"ease\": \"ease-in\"}");
  CHECK(renderer != 0);
  CHECK(segue_free(from) && segue_free(to));

  int32_t width = 0, height = 0;
  CHECK(segue_renderer_size(renderer, &width, &height) && width == WIDTH && height == HEIGHT);
  int64_t count = 0;
  double rate = 0;
  CHECK(segue_renderer_frames(renderer, &count, &rate) && count == 5 && rate > 0);
  out.data = half;
  CHECK(segue_renderer_frame(renderer, 0, &out) && memcmp(half, first, BYTES) == 0);
  CHECK(segue_renderer_frame(renderer, 1, &out) && memcmp(half, last, BYTES) == 0);
  CHECK(segue_renderer_numbered_frame(renderer, 4, &out) && memcmp(half, last, BYTES) == 0);
  CHECK(segue_renderer_frame_at_time(renderer, 0.5, &out));
  out.data = other;
  CHECK(segue_renderer_numbered_frame(renderer, 2, &out) && memcmp(half, other, BYTES) == 0);
  // The transition is eased, so the frame at progress 0.5 differs from the frame with the middle number.
  CHECK(segue_renderer_frame(renderer, 0.5, &out) && memcmp(half, other, BYTES) != 0);
  segue_picture picture = segue_renderer_picture(renderer, 0.5);
  out.data = half;
  CHECK(segue_picture_copy(picture, &out) && memcmp(half, other, BYTES) == 0);

  segue_bytes bytes = segue_picture_encode(picture, "png:png-compression=small");
  CHECK(bytes != 0);
  const void *data = NULL;
  size_t length = 0;
  CHECK(segue_bytes_data(bytes, &data, &length) && length > 100 && memcmp(data, "\x89PNG", 4) == 0);
  segue_picture again = segue_picture_from_bytes(data, length);
  CHECK(segue_picture_size(again, &width, NULL) && width == WIDTH);
  CHECK(segue_picture_copy(again, &out) && memcmp(half, other, BYTES) == 0);
  CHECK_FAILS(segue_picture_from_bytes(data, length / 2), "image.truncated");
  CHECK_FAILS(segue_picture_encode(picture, "mp4"), "call.invalid-argument");
  CHECK_FAILS(segue_picture_encode(picture, "jpeg:quality=500"), "parameter.invalid");
  CHECK_FAILS(segue_picture_encode(picture, "nothing"), "job.invalid");
  CHECK(strncmp(segue_error_message(), "job", 3) != 0);
  CHECK_FAILS(segue_picture_encode(picture, NULL), "call.invalid-argument");

  segue_picture blurred = segue_picture_filter(picture, "gaussian-blur:sigma=4");
  CHECK(segue_picture_copy(blurred, &out) && memcmp(half, other, BYTES) != 0);
  CHECK_FAILS(segue_picture_filter(picture, "gaussian-blur:sigma=x"), "parameter.invalid");
  CHECK_FAILS(segue_picture_filter(picture, "gausian-blur"), "name.unknown");
  CHECK_FAILS(segue_picture_filter(picture, "nowhere.glsl"), "file.missing");
  CHECK(segue_free(blurred) && segue_free(again) && segue_free(bytes) && segue_free(picture));
  CHECK(segue_free(renderer));
}

// Options with the fields of a job, the caller's own shader, and filters of one picture.
static void check_options(void) {
  segue_picture from = gradient(40, 30, 0, 255), to = gradient(80, 20, 255, 255);
  const char *source =
    "{\"source\": {\"name\": \"mine.glsl\", \"text\": \"vec4 transition(vec2 p) { return mix(getFromColor(p), "
    "getToColor(p), progress); }\"}, \"size\": \"20x10\", \"fit\": \"contain\", \"background\": \"navy\"}";
  segue_renderer renderer = segue_renderer_make(from, to, NULL, source);
  CHECK(renderer != 0);
  unsigned char data[20 * 10 * 3];
  segue_pixels out = pixels(data, 20, 10, SEGUE_RGB8);
  CHECK(segue_renderer_frame(renderer, 0.5, &out));
  // A 4:3 picture in a 2:1 frame has borders in the background color; the second picture, 4:1, has borders
  // elsewhere.
  CHECK(data[0] == 0 && data[1] == 0 && data[2] == 128);
  segue_free(renderer);
  renderer = segue_renderer_make(from, 0, NULL, "{\"filters\": [\"sepia\", \"crop:rectangle=0,0,8,8\"]}");
  if (!renderer) renderer = segue_renderer_make(from, 0, NULL, "{\"filters\": [\"sepia\"]}");
  CHECK(renderer != 0);
  segue_free(renderer);

  const struct {
    const char *transition, *options, *code, *word;
  } wrong[] = {
    {"cub", NULL, "name.unknown", "cube"},
    {"cube:eye=x", NULL, "parameter.invalid", "eye"},
    {"nowhere.glsl", NULL, "file.missing", "nowhere.glsl"},
    {"nowhere.yaml", NULL, "file.missing", "nowhere.yaml"},
    {NULL, "", "job.invalid", "options"},
    {NULL, "{", "job.invalid", "options"},
    {NULL, "[]", "job.invalid", "map"},
    {NULL, "{\"durration\": 1}", "job.invalid", "duration"},
    {NULL, "{\"duration\": -1}", "job.invalid", "duration"},
    {NULL, "{\"size\": \"0x5\"}", "job.invalid", "size"},
    {NULL, "{\"size\": \"1000000x1000000\"}", "job.invalid", "pixels"},
    {NULL, "{\"from\": \"/etc/passwd\"}", "job.invalid", "from"},
    {NULL, "{\"output\": \"x.png\"}", "job.invalid", "output"},
    {"cube", "{\"transition\": \"cube\"}", "job.invalid", "twice"},
    {"cube", "{\"blend\": \"multiply\"}", "job.invalid", "blend"},
    {NULL, "{\"source\": {\"name\": \"a.glsl\", \"text\": \"void main() { x }\"}}", "shader.invalid", "a.glsl"},
    {NULL, "{\"source\": {\"name\": \"a.glsl\", \"text\": \"vec4 transition(vec2 p) {\\n  return x;\\n}\"}}", "shader.invalid", "a.glsl:2:10: "},
    {"\xff\xfe", NULL, "call.invalid-argument", "UTF-8"},
    {NULL, "\xff", "call.invalid-argument", "UTF-8"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    CHECK_FAILS(segue_renderer_make(from, to, wrong[i].transition, wrong[i].options), wrong[i].code);
    CHECK(strstr(segue_error_message(), wrong[i].word));
    CHECK(strncmp(segue_error_message(), "job", 3) != 0);
  }
  CHECK_FAILS(segue_renderer_make(from, 0, "cube", NULL), "job.invalid");
  CHECK_FAILS(segue_renderer_make(from, 0, NULL, NULL), "job.invalid");
  segue_free(from);
  segue_free(to);
}

// NULL, wrong sizes, strides and layouts, and handles that are freed or of another kind.
static void check_misuse(void) {
  static unsigned char data[64 * 64 * 4];
  segue_picture from = gradient(64, 64, 0, 255);
  segue_renderer renderer = segue_renderer_make(from, from, NULL, NULL);
  segue_pixels good = pixels(data, 64, 64, SEGUE_RGBA8);
  CHECK(segue_renderer_frame(renderer, 0.5, &good));
  segue_pixels bad[] = {good, good, good, good, good, good, good, good, good, good};
  bad[0].data = NULL;
  bad[1].width = 0;
  bad[2].height = -5;
  bad[3].width = 63;
  bad[4].height = 65;
  bad[5].stride = 64 * 4 - 1;
  bad[6].stride = -64 * 4 + 1;
  bad[7].layout = 0;
  bad[8].layout = 99;
  bad[9].stride = PTRDIFF_MIN;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK_FAILS(segue_renderer_frame(renderer, 0.5, bad + i), "call.invalid-argument");
    CHECK_FAILS(segue_renderer_numbered_frame(renderer, 0, bad + i), "call.invalid-argument");
    CHECK_FAILS(segue_picture_copy(from, bad + i), "call.invalid-argument");
    if (i != 3 && i != 4) CHECK_FAILS(segue_picture_from_pixels(bad + i), "call.invalid-argument");
  }
  CHECK_FAILS(segue_renderer_frame(renderer, 0.5, NULL), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_frame(renderer, NAN, &good), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_frame(renderer, INFINITY, &good), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_frame(renderer, -0.01, &good), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_frame(renderer, 1.01, &good), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_picture(renderer, 1.01), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_frame_at_time(renderer, 1.01, &good), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_numbered_frame(renderer, -1, &good), "call.invalid-argument");
  CHECK_FAILS(segue_renderer_numbered_frame(renderer, INT64_MAX, &good), "call.invalid-argument");
  CHECK_FAILS(segue_picture_from_pixels(NULL), "call.invalid-argument");
  CHECK_FAILS(segue_picture_from_bytes(NULL, 5), "call.invalid-argument");
  CHECK_FAILS(segue_picture_from_bytes("", 0), "image.not-an-image");
  CHECK_FAILS(segue_picture_from_bytes("no image at all, but text", 25), "image.not-an-image");
  CHECK_FAILS(segue_picture_from_bytes("x", SIZE_MAX), "call.invalid-argument");
  CHECK_FAILS(segue_picture_from_file(NULL), "call.invalid-argument");
  CHECK_FAILS(segue_picture_from_file("nowhere.png"), "file.missing");
  CHECK_FAILS(segue_picture_filter(from, NULL), "call.invalid-argument");
  CHECK_FAILS(segue_use_threads(-1), "call.invalid-argument");
  CHECK_FAILS(segue_export(renderer, NULL, NULL, NULL, NULL), "call.invalid-argument");
  CHECK(segue_use_threads(3) && segue_use_threads(0));
  CHECK(segue_picture_size(from, NULL, NULL) && segue_renderer_frames(renderer, NULL, NULL));
  CHECK(segue_free(0));

  CHECK_FAILS(segue_picture_size(0, NULL, NULL), "call.invalid-handle");
  CHECK_FAILS(segue_picture_size(renderer, NULL, NULL), "call.invalid-handle");
  bool is_opaque = false;
  CHECK(segue_picture_is_opaque(from, NULL) && segue_picture_is_opaque(from, &is_opaque) && is_opaque);
  CHECK_FAILS(segue_picture_is_opaque(renderer, NULL), "call.invalid-handle");
  CHECK_FAILS(segue_renderer_size(from, NULL, NULL), "call.invalid-handle");
  CHECK_FAILS(segue_bytes_data(from, NULL, NULL), "call.invalid-handle");
  CHECK_FAILS(segue_renderer_make(renderer, from, NULL, NULL), "call.invalid-handle");
  CHECK(segue_free(renderer) && segue_free(from));
  CHECK_FAILS(segue_free(renderer), "call.invalid-handle");
  CHECK_FAILS(segue_renderer_frame(renderer, 0.5, &good), "call.invalid-handle");
  CHECK_FAILS(segue_renderer_make(from, from, NULL, NULL), "call.invalid-handle");
  CHECK_FAILS(segue_free(UINT64_MAX), "call.invalid-handle");
}

struct calls {
  int64_t count, last, stop_at;
};

static bool count_calls(void *context, int64_t done, int64_t count) {
  struct calls *calls = context;
  CHECK(done >= calls->last && done <= count);
  calls->last = done;
  calls->count++;
  return done < calls->stop_at;
}

static void check_export(void) {
  segue_picture from = gradient(320, 200, 0, 255), to = gradient(320, 200, 255, 255);
  segue_renderer renderer = segue_renderer_make(from, to, "cube", "{\"frames\": 400}");
  struct calls calls = {.stop_at = INT64_MAX};
  CHECK(segue_export(renderer, "whole.y4m", NULL, count_calls, &calls));
  CHECK(calls.last == 400 && calls.count > 1);
  CHECK(access("whole.y4m", F_OK) == 0);
  CHECK_FAILS(segue_export(renderer, "whole.y4m", NULL, NULL, NULL), "file.exists");
  CHECK(segue_export(renderer, "whole.y4m", "{\"existing\": \"overwrite\", \"range\": \"0-3\"}", NULL, NULL));

  calls = (struct calls){.stop_at = 5};
  CHECK_FAILS(segue_export(renderer, "part.webp", NULL, count_calls, &calls), "call.stopped");
  CHECK(calls.last < 400 && access("part.webp", F_OK) != 0);
  // A stop before the last frame leaves no file, for any number of frames; a stop after the last frame has no
  // effect.
  for (int64_t frames = 1; frames <= 9; frames++) {
    char options[64];
    snprintf(options, sizeof options, "{\"range\": \"0-%d\", \"existing\": \"overwrite\"}", (int)frames - 1);
    calls = (struct calls){.stop_at = 0};
    CHECK_FAILS(segue_export(renderer, "few.y4m", options, count_calls, &calls), "call.stopped");
    CHECK(calls.count == 1 && access("few.y4m", F_OK) != 0);
    calls = (struct calls){.stop_at = frames};
    CHECK(segue_export(renderer, "few.y4m", options, count_calls, &calls));
    CHECK(calls.last == frames && access("few.y4m", F_OK) == 0 && remove("few.y4m") == 0);
  }
  // An error of the export is the error, not the stop.
  calls = (struct calls){.stop_at = 0};
  CHECK_FAILS(segue_export(renderer, "/proc/nowhere/frames.gif", NULL, count_calls, &calls), "file.cannot-create");
  if (system("command -v ffmpeg >/dev/null") == 0) {
    calls = (struct calls){.stop_at = 5};
    CHECK_FAILS(segue_export(renderer, "part.mp4", NULL, count_calls, &calls), "call.stopped");
    CHECK(access("part.mp4", F_OK) != 0);
    // ffmpeg ends with an error: the process is not ended by the signal of the closed pipe.
    CHECK_FAILS(
      segue_export(renderer, "wrong.mp4", "{\"encoderOptions\": [\"crf=wrong\"]}", NULL, NULL), "export.encoder-failed");
  }
  CHECK_FAILS(segue_export(renderer, "frames.xyz", NULL, NULL, NULL), "job.invalid");
  CHECK_FAILS(segue_export(renderer, "/proc/nowhere/frames.gif", NULL, NULL, NULL), "file.cannot-create");
  CHECK_FAILS(segue_export(renderer, "a.gif", "{\"file\": \"b.gif\"}", NULL, NULL), "job.invalid");
  CHECK_FAILS(segue_export(renderer, "a.gif", "{\"quality\": 5}", NULL, NULL), "job.invalid");
  CHECK(segue_export(renderer, "frames/%03d.png", "{\"range\": \"0-1\"}", NULL, NULL));
  CHECK(access("frames/001.png", F_OK) == 0);
  segue_free(renderer);
  segue_free(from);
  segue_free(to);
}

int main(int count, char **arguments) {
  CHECK(count == 2 && chdir(arguments[1]) == 0);
  CHECK(segue_error_code()[0] == 0 && segue_error_message()[0] == 0);
  CHECK(segue_version()[0] >= '0' && segue_handle_count() == 0);
  CHECK(strstr(segue_catalog(), "\"pixellate-dissolve\"") && segue_catalog() == segue_catalog());
  check_layouts();
  check_alpha();
  check_frames();
  check_options();
  check_misuse();
  check_export();
  CHECK(segue_handle_count() == 0);
  puts("check: every function has its results and errors");
}
