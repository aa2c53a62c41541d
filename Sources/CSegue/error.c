// Stores, for each thread, the error of its last failed call.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "segue_memory.h"

struct failure {
  char *code;
  char *message;
};

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static void free_failure(void *value) {
  struct failure *failure = value;
  free(failure->code);
  free(failure->message);
  free(failure);
}

static void make_key(void) { has_key = pthread_key_create(&key, free_failure) == 0; }

static struct failure *failure(void) {
  pthread_once(&once, make_key);
  return has_key ? pthread_getspecific(key) : NULL;
}

void segue_c_set_error(const char *code, const char *message) {
  struct failure *last = failure();
  if (!last && has_key) {
    last = calloc(1, sizeof *last);
    if (last && pthread_setspecific(key, last) != 0) {
      free(last);
      last = NULL;
    }
  }
  if (!last) return;
  free(last->code);
  free(last->message);
  last->code = strdup(code);
  last->message = strdup(message);
}

const char *segue_error_code(void) {
  struct failure *last = failure();
  return last && last->code ? last->code : "";
}

const char *segue_error_message(void) {
  struct failure *last = failure();
  return last && last->message ? last->message : "";
}
