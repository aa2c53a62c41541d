// Functions for the implementation of segue.h that are easier to write in C; not part of the interface.
#ifndef SEGUE_MEMORY_H
#define SEGUE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "segue.h"

// Returns the number of bytes of a pixel; 0 for an unknown layout.
size_t segue_c_pixel_bytes(segue_layout layout);

// Returns the number of bytes of a channel: 1, 2 or 4; 0 for an unknown layout.
size_t segue_c_channel_bytes(segue_layout layout);

// Returns whether colors in a layout are premultiplied by alpha.
bool segue_c_is_premultiplied(segue_layout layout);

// Converts a row of `count` pixels from a layout to RGBA with the same channel type; colors stay straight or
// premultiplied. Both rows may have any alignment.
void segue_c_unpack(segue_layout layout, const uint8_t *_Nonnull from, uint8_t *_Nonnull to, size_t count);

// Converts a row of `count` RGBA pixels, whose channels have the type of the layout, to the layout; colors
// stay straight or premultiplied.
void segue_c_pack(segue_layout layout, const uint8_t *_Nonnull from, uint8_t *_Nonnull to, size_t count);

// Returns whether all `count` RGBA pixels of a row, with 8 bits a channel, are valid if premultiplied: no
// color is above alpha.
bool segue_c_is_valid(const uint8_t *_Nonnull row, size_t count);

// Premultiplies a row of `count` RGBA pixels. NaN becomes 0; alpha is clamped to 0 to 1.
void segue_c_premultiply(float *_Nonnull row, size_t count);

// Stores copies of the code and the message of this thread's last error.
void segue_c_set_error(const char *_Nonnull code, const char *_Nonnull message);

#endif
