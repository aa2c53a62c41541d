// Draws lines of text by FreeType, HarfBuzz, FriBidi and Fontconfig, which are loaded on first use.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  SEGUE_TEXT_MADE,
  // A library cannot be loaded; `missing` gets the name of its file.
  SEGUE_TEXT_NO_LIBRARY,
  // No font has the requested name, or the file is not a font.
  SEGUE_TEXT_NO_FONT,
  SEGUE_TEXT_NO_MEMORY,
} segue_text_status;

typedef enum { SEGUE_TEXT_LEFT, SEGUE_TEXT_CENTER, SEGUE_TEXT_RIGHT } segue_text_alignment;

typedef struct {
  // Whether the argument `font` of segue_text_make names a font file; otherwise `font` is a Fontconfig
  // pattern such as "DejaVu Sans:bold".
  bool is_file;
  // The font size (em) in pixels, and the line spacing as a multiple of the font's ascent plus descent.
  float size, line_height;
  // The maximum length of a line in pixels; 0 for unlimited.
  float width;
  segue_text_alignment alignment;
} segue_text_request;

// A laid-out text: glyphs with positions.
typedef struct segue_text segue_text;

// Lays out Unicode scalars; U+000A ends a line. The caller frees the text. `missing` gets the file name of a
// library that cannot be loaded, up to 63 bytes and a null byte.
segue_text_status segue_text_make(const uint32_t *scalars, size_t count, const char *font, segue_text_request request,
                                  segue_text **text, char *missing);
void segue_text_free(segue_text *text);

// Return the size of a text in pixels; the height extends from the ascent of the first line to the descent of
// the last line.
float segue_text_width(const segue_text *text);
float segue_text_height(const segue_text *text);

// Copies up to `most` of the scalars for which no font has a glyph; a text records at most 32 different
// scalars. Returns the number of copied scalars.
size_t segue_text_missing(const segue_text *text, uint32_t *scalars, size_t most);

// Draws glyphs with the top left corner of the text at (x, y). `fill` gets the coverage of letters, `edge`
// (NULL for none) the coverage of letters widened by `outline` pixels, and `colors` the glyphs of color fonts
// as premultiplied RGBA. The planes have width × height pixels, initially 0. Returns false if memory is
// exhausted.
bool segue_text_draw(const segue_text *text, float x, float y, float outline, size_t width, size_t height,
                     uint8_t *fill, uint8_t *edge, uint8_t *colors);
