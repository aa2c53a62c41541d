// The libraries of this build with their versions, from their headers.
#include <ctype.h>
#include <string.h>

#include "common.h"

#include <stdio.h>
#include <jpeglib.h>
#include <png.h>
#if defined(SEGUE_ISAL)
#include <isa-l.h>
#endif
#if defined(SEGUE_WEBP)
#include <webp/decode.h>
#endif
#if defined(SEGUE_LCMS)
#include <lcms2.h>
#endif
#if defined(SEGUE_TIFF)
#include <tiffio.h>
#endif
#if defined(SEGUE_HEIF)
#include <libheif/heif.h>
#endif

static segue_library library(const char *name, unsigned major, unsigned minor, unsigned patch) {
  return (segue_library){.name = name, .is_here = true, .version = {major, minor, patch}};
}

static segue_library jpeg(void) {
#if defined(LIBJPEG_TURBO_VERSION_NUMBER)
  const unsigned number = LIBJPEG_TURBO_VERSION_NUMBER;
  return library("libjpeg-turbo", number / 1000000, number / 1000 % 1000, number % 1000);
#else
  return library("libjpeg", JPEG_LIB_VERSION / 10, JPEG_LIB_VERSION % 10, 0);
#endif
}

static segue_library isal(void) {
#if defined(SEGUE_ISAL)
  return library("ISA-L", ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
#else
  return (segue_library){.name = "ISA-L"};
#endif
}

static segue_library webp(void) {
#if defined(SEGUE_WEBP)
  // The version is not in the headers.
  const unsigned number = (unsigned)WebPGetDecoderVersion();
  return library("libwebp", number >> 16, number >> 8 & 255, number & 255);
#else
  return (segue_library){.name = "libwebp"};
#endif
}

static segue_library lcms(void) {
#if defined(SEGUE_LCMS)
  return library("lcms2", LCMS_VERSION / 1000, LCMS_VERSION % 1000 / 10, LCMS_VERSION % 10);
#else
  return (segue_library){.name = "lcms2"};
#endif
}

static segue_library tiff(void) {
#if defined(SEGUE_TIFF)
  unsigned number[3] = {0};
  sscanf(TIFFLIB_VERSION_STR, "LIBTIFF, Version %u.%u.%u", &number[0], &number[1], &number[2]);
  return library("libtiff", number[0], number[1], number[2]);
#else
  return (segue_library){.name = "libtiff"};
#endif
}

static segue_library heif(void) {
#if defined(SEGUE_HEIF)
  const unsigned number = LIBHEIF_NUMERIC_VERSION;
  return library("libheif", number >> 24, number >> 16 & 255, number >> 8 & 255);
#else
  return (segue_library){.name = "libheif"};
#endif
}

segue_library segue_library_at(size_t index) {
  switch (index) {
    case 0: return library("libpng", PNG_LIBPNG_VER_MAJOR, PNG_LIBPNG_VER_MINOR, PNG_LIBPNG_VER_RELEASE);
    case 1: return jpeg();
    case 2: return isal();
    case 3: return webp();
    case 4: return lcms();
    case 5: return tiff();
    case 6: return heif();
    default: return (segue_library){0};
  }
}

// The commit of this build, read at compile time from git's files, on which this file depends in the build.
// The commit is known if HEAD is a commit or the branch main.
#pragma clang diagnostic ignored "-Wc23-extensions"
#if __has_embed("../../.git/HEAD" limit(64))
static const char head[] = {
#embed "../../.git/HEAD" limit(64) suffix(, 0)
};
#else
static const char head[] = "";
#endif
#if __has_embed("../../.git/refs/heads/main" limit(64))
static const char branch[] = {
#embed "../../.git/refs/heads/main" limit(64) suffix(, 0)
};
#else
static const char branch[] = "";
#endif

// In a source archive, git replaces this text by the commit and its date (.gitattributes).
static const char archived[] = "$Format:%H %cs$";

const char *segue_commit(void) {
  static char commit[13];
  const char *from = archived[0] != '$' ? archived : strcmp(head, "ref: refs/heads/main\n") == 0 ? branch : head;
  for (size_t i = 0; i < sizeof commit - 1; i++) {
    if (!isxdigit((unsigned char)from[i])) return NULL;
    commit[i] = from[i];
  }
  return commit;
}

const char *segue_commit_date(void) { return archived[0] != '$' ? strchr(archived, ' ') + 1 : NULL; }
