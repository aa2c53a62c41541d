// Lines of text as pixels, by FreeType, HarfBuzz, FriBidi and Fontconfig, which are loaded on first use.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  SEGUE_TEXT_MADE,
  // A library cannot be loaded; the message is the file of the library.
  SEGUE_TEXT_NO_LIBRARY,
  // No font has this name, or the file is no font.
  SEGUE_TEXT_NO_FONT,
  SEGUE_TEXT_NO_MEMORY,
} segue_text_status;

typedef enum { SEGUE_TEXT_LEFT, SEGUE_TEXT_CENTER, SEGUE_TEXT_RIGHT } segue_text_alignment;

typedef struct {
  // Whether the font is a file, instead of a pattern of Fontconfig such as "DejaVu Sans:bold".
  bool is_file;
  // Pixels of the em, and the distance of lines in multiples of the font's.
  float size, line_height;
  // The longest line in pixels; 0 for none.
  float width;
  segue_text_alignment alignment;
} segue_text_request;

// A text whose glyphs have positions.
typedef struct segue_text segue_text;

// Lays out Unicode scalars, of which U+000A ends a line; the caller frees the text. `missing` gets the file of a
// library that cannot be loaded, of up to 63 bytes.
segue_text_status segue_text_make(const uint32_t *scalars, size_t count, const char *font, segue_text_request request,
                                  segue_text **text, char *missing);
void segue_text_free(segue_text *text);

// The size in pixels, from the ascent of the first line to the descent of the last one.
float segue_text_width(const segue_text *text);
float segue_text_height(const segue_text *text);

// Copies scalars for which no font has a glyph, each once; returns their number.
size_t segue_text_missing(const segue_text *text, uint32_t *scalars, size_t most);

// Draws glyphs with the top left of the text at (x, y): coverage of letters to `fill`, coverage of letters widened
// by `outline` pixels to `edge` (NULL for none), and glyphs that have colors of their own to `colors`, RGBA with
// premultiplied alpha. Planes have width × height pixels, initially 0. Returns false if memory is exhausted.
bool segue_text_draw(const segue_text *text, float x, float y, float outline, size_t width, size_t height,
                     uint8_t *fill, uint8_t *edge, uint8_t *colors);
