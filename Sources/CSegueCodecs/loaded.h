// A library loaded with dlopen on first use, so that commands that do not use it start faster.
//
// The including file defines LIBRARY, the name of the library's file, and FUNCTIONS(X), the functions used.
// `library` has these functions as members once `is_loaded` has returned true.
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
