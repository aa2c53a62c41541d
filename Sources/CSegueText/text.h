// A text whose glyphs have positions, as layout.c makes it and drawing.c draws it.
#pragma once
#include "CSegueText.h"
#include "libraries.h"

typedef struct {
  FT_Face face;
  hb_font_t *font;
  // Pixels of the text for one of the face: 1 unless the face has only bitmaps of other sizes.
  float scale;
  char *file;
  int index;
} text_face;

typedef struct {
  uint32_t face, glyph;
  // The origin, relative to the top left of the text.
  float x, y;
} text_glyph;

struct segue_text {
  FT_Library library;
  // Fonts by likeness to the requested one, and fonts of emoji.
  FcFontSet *sorted, *emoji;
  text_face *faces;
  size_t face_count;
  text_glyph *glyphs;
  size_t glyph_count, glyph_room;
  uint32_t missing[32];
  size_t missing_count;
  float width, height;
};
