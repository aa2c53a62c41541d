// The bytes of a PNG file, as an input of libpng.
#pragma once

#include "common.h"

typedef struct png_source png_source;

// With `inflates`, libpng gets image data stored rather than compressed, inflated and checked by ISA-L;
// ignored if ISA-L was missing at build time. NULL if memory is exhausted.
png_source *png_source_create(const uint8_t *data, size_t count, bool inflates);
void png_source_free(png_source *source);

// Reads the next `count` bytes; false if the file ends before, or ISA-L finds damage.
bool png_source_read(png_source *source, uint8_t *bytes, size_t count);

// Whether a chunk's name occurs anywhere in the file.
bool png_source_holds(const png_source *source, const char *name);
