#include "libraries.h"

#include <dlfcn.h>
#include <pthread.h>

struct text_library segue_text_library;

static const char *missing;

static void *opened(const char *file) {
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle && !missing) missing = file;
  return handle;
}

static void load(void) {
  const char *const freetype = "libfreetype.so.6", *const harfbuzz = "libharfbuzz.so.0";
  const char *const fribidi = "libfribidi.so.0", *const fontconfig = "libfontconfig.so.1";
  void *handles[] = {opened(freetype), opened(harfbuzz), opened(fribidi), opened(fontconfig)};
  if (missing) return;
  enum { of_freetype, of_harfbuzz, of_fribidi, of_fontconfig };
#define X(library, result, name, parameters)                                              \
  *(void **)&segue_text_library.name = dlsym(handles[of_##library], #name);               \
  if (!segue_text_library.name && !missing) missing = library;
  TEXT_FUNCTIONS(X)
#undef X
}

const char *segue_text_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return missing;
}
