// Makes and frees renderers: many COUNT. Memory does not grow after the first tenth.
#include "support.h"

#include <unistd.h>

// The memory of the process in KiB, without memory that is shared.
static long memory(void) {
  long all = 0, resident = 0, shared = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file && fscanf(file, "%ld %ld %ld", &all, &resident, &shared) == 3);
  fclose(file);
  return (resident - shared) * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int count, char **arguments) {
  CHECK(count == 2);
  int total = atoi(arguments[1]);
  static unsigned char data[64 * 48 * 4];
  segue_pixels out = pixels(data, 64, 48, SEGUE_RGBA8);
  const char *names[] = {"cube", "pixellate-dissolve", "ripple", "cross-dissolve", "wipe"};
  long start = 0;
  for (int i = 0; i < total; i++) {
    if (i == total / 10) start = memory();
    segue_picture from = gradient(64, 48, i % 256, 255), to = gradient(64, 48, 255 - i % 256, 255);
    segue_renderer renderer = segue_renderer_make(from, to, names[i % 5], NULL);
    CHECK(renderer != 0);
    CHECK(segue_renderer_frame(renderer, 0.4, &out));
    CHECK(segue_free(from) && segue_free(to) && segue_free(renderer));
    CHECK(!segue_renderer_make(from, to, "nothing", NULL));
  }
  CHECK(segue_handle_count() == 0);
  long grown = memory() - start;
  printf("many: %d renderers, %ld KiB, %+ld KiB since the first tenth\n", total, memory(), grown);
#if !defined(__has_feature) || !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
  // Sanitizers keep freed memory for a while.
  CHECK(grown < 4096);
#endif
}
