// Rotation by EXIF's orientation.
#pragma once

#include "common.h"

// Copies `count` rows of a stored picture, from row y on, to their positions in the upright picture. `rows`
// has no padding between rows.
void segue_place(const uint8_t *rows, size_t count, size_t y, segue_dimensions stored, int orientation,
                 size_t pixel_bytes, uint8_t *pixels, size_t stride);
