#include "text.h"

#include <math.h>
#include <stdlib.h>

#define LIBRARY segue_text_library

typedef struct {
  uint8_t *fill, *edge, *colors;
  size_t width, height;
} text_planes;

// Adds a coverage bitmap to a plane: each sample of the bitmap covers its fraction of the part of a pixel
// that is not covered yet.
static void cover(const text_planes *planes, uint8_t *plane, const FT_Bitmap *bitmap, long left, long top) {
  if (bitmap->pixel_mode != FT_PIXEL_MODE_GRAY) return;
  for (long y = 0; y < (long)bitmap->rows; y++) {
    if (top + y < 0 || top + y >= (long)planes->height) continue;
    const uint8_t *row = bitmap->buffer + y * bitmap->pitch;
    uint8_t *out = plane + (size_t)(top + y) * planes->width;
    for (long x = 0; x < (long)bitmap->width; x++) {
      if (left + x < 0 || left + x >= (long)planes->width) continue;
      unsigned known = out[left + x];
      out[left + x] = (uint8_t)(known + ((255 - known) * row[x] + 127) / 255);
    }
  }
}

// Draws a scaled color bitmap over the plane of colors: each pixel gets the mean color of the part of the
// bitmap that lies within the pixel.
static void paint(const text_planes *planes, const FT_Bitmap *bitmap, float left, float top, float scale) {
  long first = (long)floorf(left), last = (long)ceilf(left + (float)bitmap->width * scale);
  long upper = (long)floorf(top), lower = (long)ceilf(top + (float)bitmap->rows * scale);
  for (long y = upper; y < lower; y++) {
    if (y < 0 || y >= (long)planes->height) continue;
    float v0 = fmaxf(0, ((float)y - top) / scale), v1 = fminf((float)bitmap->rows, ((float)y + 1 - top) / scale);
    for (long x = first; x < last; x++) {
      if (x < 0 || x >= (long)planes->width) continue;
      float u0 = fmaxf(0, ((float)x - left) / scale), u1 = fminf((float)bitmap->width, ((float)x + 1 - left) / scale);
      float sum[4] = {0};
      for (long v = (long)v0; (float)v < v1; v++) {
        float down = fminf(v1, (float)v + 1) - fmaxf(v0, (float)v);
        for (long u = (long)u0; (float)u < u1; u++) {
          float area = down * (fminf(u1, (float)u + 1) - fmaxf(u0, (float)u));
          const uint8_t *pixel = bitmap->buffer + v * bitmap->pitch + 4 * u;
          for (size_t c = 0; c < 4; c++) sum[c] += area * pixel[c];
        }
      }
      // The area that a pixel of the bitmap covers, in pixels of the planes.
      float unit = scale * scale;
      uint8_t *out = planes->colors + 4 * ((size_t)y * planes->width + (size_t)x);
      float through = 1 - fminf(255, sum[3] * unit) / 255;
      static const size_t order[] = {2, 1, 0, 3};  // BGRA
      for (size_t c = 0; c < 4; c++) {
        out[c] = (uint8_t)fminf(255, sum[order[c]] * unit + (float)out[c] * through + 0.5f);
      }
    }
  }
}

static void stroke(FT_GlyphSlot slot, FT_Stroker stroker, const text_planes *planes, long left, long top) {
  FT_Glyph glyph;
  if (LIBRARY.FT_Get_Glyph(slot, &glyph)) return;
  if (!LIBRARY.FT_Glyph_StrokeBorder(&glyph, stroker, 0, 1) &&
      !LIBRARY.FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, NULL, 1)) {
    FT_BitmapGlyph bitmap = (FT_BitmapGlyph)glyph;
    cover(planes, planes->edge, &bitmap->bitmap, left + bitmap->left, top - bitmap->top);
  }
  LIBRARY.FT_Done_Glyph(glyph);
}

bool segue_text_draw(const segue_text *text, float x, float y, float outline, size_t width, size_t height,
                     uint8_t *fill, uint8_t *edge, uint8_t *colors) {
  text_planes planes = {fill, edge, colors, width, height};
  FT_Stroker stroker = NULL;
  if (edge) {
    if (LIBRARY.FT_Stroker_New(text->library, &stroker)) return false;
    LIBRARY.FT_Stroker_Set(stroker, (FT_Fixed)(outline * 64 + 0.5f), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND,
                           0);
  }
  for (size_t i = 0; i < text->glyph_count; i++) {
    const text_glyph *glyph = &text->glyphs[i];
    const text_face *face = &text->faces[glyph->face];
    if (LIBRARY.FT_Load_Glyph(face->face, glyph->glyph, FT_LOAD_NO_HINTING | FT_LOAD_COLOR)) continue;
    FT_GlyphSlot slot = face->face->glyph;
    float left = x + glyph->x, top = y + glyph->y;
    long column = (long)floorf(left), row = (long)floorf(top);
    if (slot->format == FT_GLYPH_FORMAT_OUTLINE) {
      // Places glyphs at fractions of a pixel, which keeps their spacing uniform.
      FT_Pos across = (FT_Pos)((left - (float)column) * 64), down = (FT_Pos)((top - (float)row) * 64);
      LIBRARY.FT_Outline_Translate(&slot->outline, across, -down);
      if (stroker) stroke(slot, stroker, &planes, column, row);
      if (LIBRARY.FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL)) continue;
    }
    if (slot->format != FT_GLYPH_FORMAT_BITMAP) continue;
    if (slot->bitmap.pixel_mode == FT_PIXEL_MODE_BGRA) {
      paint(&planes, &slot->bitmap, left + (float)slot->bitmap_left * face->scale,
            top - (float)slot->bitmap_top * face->scale, face->scale);
    } else {
      cover(&planes, fill, &slot->bitmap, column + slot->bitmap_left, row - slot->bitmap_top);
    }
  }
  if (stroker) LIBRARY.FT_Stroker_Done(stroker);
  return true;
}
