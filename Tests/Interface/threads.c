// Calls from several threads: threads COUNT ROUNDS. Frames equal those rendered on a single thread, handles
// are freed while other threads use them, and each thread has its own error.
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { WIDTH = 96, HEIGHT = 64, BYTES = WIDTH * HEIGHT * 4, STEPS = 5 };

static segue_picture from, to;
static segue_renderer shared;
static unsigned char expected[STEPS][BYTES];
static _Atomic segue_picture passed;
static int rounds;

static void *work(void *number) {
  int own = (int)(intptr_t)number;
  unsigned char *data = malloc(BYTES);
  segue_pixels out = pixels(data, WIDTH, HEIGHT, SEGUE_RGBA8);
  char name[32], text[64];
  snprintf(name, sizeof name, "nowhere-%d.png", own);
  for (int round = 0; round < rounds; round++) {
    int step = (own + round) % STEPS;
    CHECK(segue_renderer_frame(shared, (double)step / (STEPS - 1), &out));
    CHECK(memcmp(data, expected[step], BYTES) == 0);
    segue_renderer mine = segue_renderer_make(from, to, "cube", NULL);
    CHECK(segue_renderer_frame(mine, (double)step / (STEPS - 1), &out));
    CHECK(memcmp(data, expected[step], BYTES) == 0);
    CHECK(segue_free(mine));
    CHECK_FAILS(segue_picture_from_file(name), "file.missing");
    CHECK(strstr(segue_error_message(), name));
    // Passes a picture to another thread, which frees it; this thread uses the picture until then.
    segue_picture picture = segue_picture_filter(from, "sepia");
    segue_picture other = atomic_exchange(&passed, picture);
    if (other) CHECK(segue_free(other));
    if (!segue_picture_copy(picture, &out)) CHECK(strcmp(segue_error_code(), "call.invalid-handle") == 0);
    if (round % 16 == 0) {
      snprintf(text, sizeof text, "{\"existing\": \"overwrite\", \"range\": \"0-2\"}");
      snprintf(name, sizeof name, "thread-%d.y4m", own);
      CHECK(segue_export(shared, name, text, NULL, NULL));
      remove(name);
      snprintf(name, sizeof name, "nowhere-%d.png", own);
    }
  }
  free(data);
  return NULL;
}

int main(int count, char **arguments) {
  CHECK(count == 3);
  int threads = atoi(arguments[1]);
  rounds = atoi(arguments[2]);
  from = gradient(WIDTH, HEIGHT, 0, 255);
  to = gradient(WIDTH, HEIGHT, 255, 200);
  shared = segue_renderer_make(from, to, "cube", NULL);
  CHECK(shared != 0);
  for (int step = 0; step < STEPS; step++) {
    segue_pixels out = pixels(expected[step], WIDTH, HEIGHT, SEGUE_RGBA8);
    CHECK(segue_renderer_frame(shared, (double)step / (STEPS - 1), &out));
  }
  pthread_t ids[64];
  for (int i = 0; i < threads; i++) CHECK(pthread_create(ids + i, NULL, work, (void *)(intptr_t)i) == 0);
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  segue_free(atomic_load(&passed));
  CHECK(segue_free(from) && segue_free(to) && segue_free(shared));
  CHECK(segue_handle_count() == 0);
  printf("threads: %d threads, %d rounds each\n", threads, rounds);
}
