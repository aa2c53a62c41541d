// The bytes of a PNG file, as an input of libpng.
#pragma once

#include "common.h"

typedef struct png_source png_source;

// Makes a source; returns NULL if memory is exhausted. If `inflates` is true, ISA-L inflates and checks image
// data, and libpng reads the data in stored blocks. If ISA-L was missing at build time, `inflates` is
// ignored.
png_source *png_source_create(const uint8_t *data, size_t count, bool inflates);
void png_source_free(png_source *source);

// Reads the next `count` bytes; returns false if the file ends too early, or if ISA-L finds damage.
bool png_source_read(png_source *source, uint8_t *bytes, size_t count);

// Returns whether a chunk's name occurs anywhere in the file.
bool png_source_holds(const png_source *source, const char *name);
