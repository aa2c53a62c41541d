// Pictures that lie on their side.
#pragma once

#include "common.h"

// Puts `count` rows of a stored picture, from row y on and without gaps, to where they are when it is upright.
void segue_place(const uint8_t *rows, size_t count, size_t y, segue_dimensions stored, int orientation,
                 size_t pixel_bytes, uint8_t *pixels, size_t stride);
