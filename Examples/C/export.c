// Writes a transition to a file with its progress, and stops at Ctrl-C: export FROM TO TRANSITION FILE
#include <segue.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal) {
  (void)signal;
  is_interrupted = 1;
}

static bool show(void *context, int64_t done, int64_t count) {
  (void)context;
  fprintf(stderr, "\r%3d %%", (int)(100 * done / count));
  return !is_interrupted;
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  signal(SIGINT, interrupt);
  segue_picture from = segue_picture_from_file(arguments[1]), to = segue_picture_from_file(arguments[2]);
  segue_renderer renderer =
    from && to ? segue_renderer_make(from, to, arguments[3], "{\"duration\": 2, \"fps\": 30}") : 0;
  int status = 0;
  if (!renderer || !segue_export(renderer, arguments[4], "{\"existing\": \"overwrite\"}", show, NULL)) {
    status = strcmp(segue_error_code(), "call.stopped") == 0 ? 130 : 1;
    fprintf(stderr, "\n%s", segue_error_message());
  }
  fputs("\n", stderr);
  segue_free(renderer);
  segue_free(from);
  segue_free(to);
  return status;
}
