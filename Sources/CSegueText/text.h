// A laid-out text, which layout.c makes and drawing.c draws.
#pragma once
#include "CSegueText.h"
#include "libraries.h"

typedef struct {
  FT_Face face;
  hb_font_t *font;
  // The factor from the size of the face's bitmaps to the size of the text; 1 for faces with outlines.
  float scale;
  char *file;
  int index;
} text_face;

typedef struct {
  uint32_t face, glyph;
  // The origin of the glyph in pixels, relative to the top left corner of the text.
  float x, y;
} text_glyph;

struct segue_text {
  FT_Library library;
  // The fonts that are searched for glyphs: `sorted` in the order of their similarity to the requested font,
  // `emoji` in the order of their similarity to a color emoji font. Both lack fonts that add no characters to
  // the fonts before them.
  FcFontSet *sorted, *emoji;
  text_face *faces;
  size_t face_count;
  text_glyph *glyphs;
  size_t glyph_count, glyph_room;
  uint32_t missing[32];
  size_t missing_count;
  float width, height;
};
