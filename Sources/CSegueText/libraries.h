// The functions of the text libraries that Segue uses, loaded with dlopen.
//
// This file declares the functions instead of including the libraries' headers: Debian's packages of the
// headers depend on the development packages of GLib and ICU, and FreeType's headers are in a folder that
// only pkg-config knows. The layouts of structs are part of stable ABIs: libfreetype.so.6 since FreeType 2.0
// (fields after the last used field are omitted), and libharfbuzz.so.0 since HarfBuzz 1.0.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// FreeType

typedef int FT_Error, FT_Int;
typedef unsigned FT_UInt;
typedef long FT_Long, FT_Pos, FT_Fixed, FT_F26Dot6;
typedef struct FT_LibraryRec_ *FT_Library;
typedef struct FT_StrokerRec_ *FT_Stroker;
typedef struct {
  FT_Pos x, y;
} FT_Vector;
typedef struct {
  void *data;
  void (*finalizer)(void *);
} FT_Generic;
typedef struct {
  unsigned rows, width;
  int pitch;
  unsigned char *buffer;
  unsigned short num_grays;
  unsigned char pixel_mode, palette_mode;
  void *palette;
} FT_Bitmap;
typedef struct {
  short n_contours, n_points;
  FT_Vector *points;
  char *tags;
  short *contours;
  int flags;
} FT_Outline;
typedef struct {
  short height, width;
  FT_Pos size, x_ppem, y_ppem;
} FT_Bitmap_Size;
typedef struct {
  unsigned short x_ppem, y_ppem;
  FT_Fixed x_scale, y_scale;
  FT_Pos ascender, descender, height, max_advance;
} FT_Size_Metrics;
typedef struct FT_FaceRec_ *FT_Face;
typedef struct {
  FT_Face face;
  FT_Generic generic;
  FT_Size_Metrics metrics;
} *FT_Size;
typedef struct FT_GlyphSlotRec_ {
  FT_Library library;
  FT_Face face;
  struct FT_GlyphSlotRec_ *next;
  FT_UInt glyph_index;
  FT_Generic generic;
  FT_Pos metrics[8];
  FT_Fixed linearHoriAdvance, linearVertAdvance;
  FT_Vector advance;
  unsigned format;
  FT_Bitmap bitmap;
  FT_Int bitmap_left, bitmap_top;
  FT_Outline outline;
} *FT_GlyphSlot;
struct FT_FaceRec_ {
  FT_Long num_faces, face_index, face_flags, style_flags, num_glyphs;
  char *family_name, *style_name;
  FT_Int num_fixed_sizes;
  FT_Bitmap_Size *available_sizes;
  FT_Int num_charmaps;
  void *charmaps;
  FT_Generic generic;
  FT_Pos bbox[4];
  unsigned short units_per_EM;
  short ascender, descender, height, max_advance_width, max_advance_height, underline_position, underline_thickness;
  FT_GlyphSlot glyph;
  FT_Size size;
};
typedef struct {
  FT_Library library;
  const void *clazz;
  unsigned format;
  FT_Vector advance;
} FT_GlyphRec, *FT_Glyph;
typedef struct {
  FT_GlyphRec root;
  FT_Int left, top;
  FT_Bitmap bitmap;
} *FT_BitmapGlyph;
enum { FT_FACE_FLAG_SCALABLE = 1, FT_LOAD_NO_HINTING = 2, FT_LOAD_COLOR = 1 << 20 };
enum { FT_RENDER_MODE_NORMAL = 0, FT_PIXEL_MODE_GRAY = 2, FT_PIXEL_MODE_BGRA = 7 };
enum { FT_GLYPH_FORMAT_BITMAP = 0x62697473, FT_GLYPH_FORMAT_OUTLINE = 0x6f75746c };
enum { FT_STROKER_LINECAP_ROUND = 1, FT_STROKER_LINEJOIN_ROUND = 0 };

// HarfBuzz, Fontconfig

typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_unicode_funcs_t hb_unicode_funcs_t;
typedef struct {
  uint32_t glyph, mask, cluster, own[2];
} hb_glyph_info_t;
typedef struct {
  int32_t x_advance, y_advance, x_offset, y_offset;
  uint32_t own;
} hb_glyph_position_t;
enum { HB_LTR = 4, HB_RTL = 5 };

typedef struct FcPattern FcPattern;
typedef struct FcConfig FcConfig;
typedef struct FcCharSet FcCharSet;
typedef struct {
  int count, size;
  FcPattern **fonts;
} FcFontSet;

#define TEXT_FUNCTIONS(X)                                                                                     \
  X(freetype, FT_Error, FT_Init_FreeType, (FT_Library *))                                                     \
  X(freetype, FT_Error, FT_Done_FreeType, (FT_Library))                                                       \
  X(freetype, FT_Error, FT_New_Face, (FT_Library, const char *, FT_Long, FT_Face *))                          \
  X(freetype, FT_Error, FT_Done_Face, (FT_Face))                                                              \
  X(freetype, FT_Error, FT_Set_Char_Size, (FT_Face, FT_F26Dot6, FT_F26Dot6, FT_UInt, FT_UInt))                \
  X(freetype, FT_Error, FT_Select_Size, (FT_Face, FT_Int))                                                    \
  X(freetype, FT_UInt, FT_Get_Char_Index, (FT_Face, unsigned long))                                                \
  X(freetype, FT_Error, FT_Load_Glyph, (FT_Face, FT_UInt, int32_t))                                          \
  X(freetype, FT_Error, FT_Render_Glyph, (FT_GlyphSlot, int))                                      \
  X(freetype, void, FT_Outline_Translate, (const FT_Outline *, FT_Pos, FT_Pos))                               \
  X(freetype, FT_Error, FT_Get_Glyph, (FT_GlyphSlot, FT_Glyph *))                                             \
  X(freetype, FT_Error, FT_Glyph_StrokeBorder, (FT_Glyph *, FT_Stroker, unsigned char, unsigned char))                    \
  X(freetype, FT_Error, FT_Glyph_To_Bitmap, (FT_Glyph *, int, const FT_Vector *, unsigned char))         \
  X(freetype, void, FT_Done_Glyph, (FT_Glyph))                                                                \
  X(freetype, FT_Error, FT_Stroker_New, (FT_Library, FT_Stroker *))                                           \
  X(freetype, void, FT_Stroker_Set,                                                                           \
    (FT_Stroker, FT_Fixed, int, int, FT_Fixed))                                \
  X(freetype, void, FT_Stroker_Done, (FT_Stroker))                                                            \
  X(harfbuzz, hb_font_t *, hb_ft_font_create_referenced, (FT_Face))                                           \
  X(harfbuzz, void, hb_ft_font_set_load_flags, (hb_font_t *, int))                                            \
  X(harfbuzz, void, hb_font_destroy, (hb_font_t *))                                                           \
  X(harfbuzz, hb_buffer_t *, hb_buffer_create, (void))                                                        \
  X(harfbuzz, void, hb_buffer_destroy, (hb_buffer_t *))                                                       \
  X(harfbuzz, void, hb_buffer_reset, (hb_buffer_t *))                                                         \
  X(harfbuzz, void, hb_buffer_add_utf32, (hb_buffer_t *, const uint32_t *, int, unsigned, int))               \
  X(harfbuzz, void, hb_buffer_set_direction, (hb_buffer_t *, int))                                            \
  X(harfbuzz, void, hb_buffer_set_script, (hb_buffer_t *, uint32_t))                                          \
  X(harfbuzz, void, hb_buffer_guess_segment_properties, (hb_buffer_t *))                                      \
  X(harfbuzz, void, hb_shape, (hb_font_t *, hb_buffer_t *, const void *, unsigned))                           \
  X(harfbuzz, hb_glyph_info_t *, hb_buffer_get_glyph_infos, (hb_buffer_t *, unsigned *))                      \
  X(harfbuzz, hb_glyph_position_t *, hb_buffer_get_glyph_positions, (hb_buffer_t *, unsigned *))              \
  X(harfbuzz, hb_unicode_funcs_t *, hb_unicode_funcs_get_default, (void))                                     \
  X(harfbuzz, uint32_t, hb_unicode_script, (hb_unicode_funcs_t *, uint32_t))                                  \
  X(fribidi, void, fribidi_get_bidi_types, (const uint32_t *, int, uint32_t *))                               \
  X(fribidi, int8_t, fribidi_get_par_embedding_levels_ex,                                                     \
    (const uint32_t *, const uint32_t *, int, uint32_t *, int8_t *))                                          \
  X(fribidi, void, fribidi_get_bracket_types, (const uint32_t *, int, const uint32_t *, uint32_t *))          \
  X(fontconfig, FcPattern *, FcNameParse, (const uint8_t *))                                                  \
  X(fontconfig, void, FcPatternDestroy, (FcPattern *))                                                        \
  X(fontconfig, int, FcConfigSubstitute, (FcConfig *, FcPattern *, int))                                      \
  X(fontconfig, void, FcDefaultSubstitute, (FcPattern *))                                                     \
  X(fontconfig, FcFontSet *, FcFontSort, (FcConfig *, FcPattern *, int, FcCharSet **, int *))                 \
  X(fontconfig, void, FcFontSetDestroy, (FcFontSet *))                                                        \
  X(fontconfig, int, FcPatternGetString, (const FcPattern *, const char *, int, uint8_t **))                  \
  X(fontconfig, int, FcPatternGetInteger, (const FcPattern *, const char *, int, int *))                      \
  X(fontconfig, int, FcPatternGetBool, (const FcPattern *, const char *, int, int *))                         \
  X(fontconfig, int, FcPatternGetCharSet, (const FcPattern *, const char *, int, FcCharSet **))               \
  X(fontconfig, int, FcCharSetHasChar, (const FcCharSet *, uint32_t))

struct text_library {
#define X(library, result, name, parameters) result(*name) parameters;
  TEXT_FUNCTIONS(X)
#undef X
};

extern struct text_library segue_text_library;

// Loads the libraries; returns the file name of a missing library, or NULL if all are loaded.
const char *segue_text_load(void);
