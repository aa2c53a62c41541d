// Writes all frames of a transition as raw RGB to standard output: sequence FROM TO TRANSITION | ffmpeg …
#include <segue.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(void) {
  fprintf(stderr, "%s\n", segue_error_message());
  return 1;
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  segue_picture from = segue_picture_from_file(arguments[1]);
  if (!from) return fail();
  segue_picture to = segue_picture_from_file(arguments[2]);
  if (!to) return fail();
  segue_renderer renderer = segue_renderer_make(from, to, arguments[3], "{\"duration\": 1, \"fps\": 30}");
  if (!renderer) return fail();
  segue_free(from);
  segue_free(to);

  segue_pixels frame = {.layout = SEGUE_RGB8};
  int64_t frames;
  segue_renderer_size(renderer, &frame.width, &frame.height);
  segue_renderer_frames(renderer, &frames, NULL);
  size_t length = 3 * (size_t)frame.width * frame.height;
  frame.data = malloc(length);
  if (!frame.data) return 71;
  for (int64_t number = 0; number < frames; number++) {
    if (!segue_renderer_numbered_frame(renderer, number, &frame)) return fail();
    if (fwrite(frame.data, 1, length, stdout) != length) return 74;
  }
  free(frame.data);
  segue_free(renderer);
}
