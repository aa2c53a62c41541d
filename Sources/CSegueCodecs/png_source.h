// The bytes of a PNG file as libpng is to read them.
#pragma once

#include "common.h"

typedef struct png_source png_source;

// `inflates`: libpng gets image data stored rather than compressed, inflated and checked by ISA-L; left aside where that
// was missing at build time. NULL when memory is out.
png_source *png_source_create(const uint8_t *data, size_t count, bool inflates);
void png_source_free(png_source *source);

// The next `count` bytes; false where the file ends before, or ISA-L finds the image data damaged.
bool png_source_read(png_source *source, uint8_t *bytes, size_t count);

// Whether the four letters of a chunk's name stand anywhere in the file.
bool png_source_holds(const png_source *source, const char *name);
