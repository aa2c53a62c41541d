// A library that is loaded when the first picture needs it, so that no other command waits for it.
//
// Before this is included, LIBRARY is its file and FUNCTIONS(X) lists what is used of it. `library` has these functions by
// their names, from the moment `is_loaded` said so.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct {
#define X(name) __typeof__(name) *name;
  FUNCTIONS(X)
#undef X
} library;

static bool is_whole;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  is_whole = true;
#define X(name) is_whole = (*(void **)&library.name = dlsym(handle, #name)) && is_whole;
  FUNCTIONS(X)
#undef X
}

static bool is_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_whole;
}
