#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LIBRARY segue_text_library

// MARK: Fonts

static FcFontSet *sorted_fonts(const char *name, bool *is_found) {
  FcPattern *pattern = LIBRARY.FcNameParse((const uint8_t *)name);
  if (!pattern) return NULL;
  uint8_t *wanted = NULL, *found = NULL;
  char family[256] = "";
  if (LIBRARY.FcPatternGetString(pattern, "family", 0, &wanted) == 0) {
    strncpy(family, (const char *)wanted, sizeof family - 1);
  }
  enum { MATCH_PATTERN = 0 };
  LIBRARY.FcConfigSubstitute(NULL, pattern, MATCH_PATTERN);
  LIBRARY.FcDefaultSubstitute(pattern);
  int result = 0;
  FcFontSet *set = LIBRARY.FcFontSort(NULL, pattern, 1, NULL, &result);
  LIBRARY.FcPatternDestroy(pattern);
  if (!set || !is_found) return set;
  static const char *const generic[] = {"", "sans", "sans-serif", "serif", "monospace", "mono", "emoji", "system-ui",
                                        "cursive", "fantasy"};
  *is_found = false;
  for (size_t i = 0; i < sizeof generic / sizeof *generic; i++) *is_found |= strcasecmp(family, generic[i]) == 0;
  for (int k = 0; set->count > 0 && LIBRARY.FcPatternGetString(set->fonts[0], "family", k, &found) == 0; k++) {
    *is_found |= strcasecmp(family, (const char *)found) == 0;
  }
  return set;
}

// Opens a face of a font file at a size, unless it is open already; returns its index in `faces`, or -1 on
// failure.
static int open_face(segue_text *text, const char *file, int index, float size) {
  for (size_t i = 0; i < text->face_count; i++) {
    if (text->faces[i].index == index && strcmp(text->faces[i].file, file) == 0) return (int)i;
  }
  text_face face = {.scale = 1, .index = index};
  if (LIBRARY.FT_New_Face(text->library, file, index, &face.face)) return -1;
  if (face.face->face_flags & FT_FACE_FLAG_SCALABLE) {
    if (LIBRARY.FT_Set_Char_Size(face.face, 0, (FT_F26Dot6)(size * 64 + 0.5f), 72, 72)) goto fail;
  } else {
    int best = -1;
    for (int i = 0; i < face.face->num_fixed_sizes; i++) {
      FT_Pos ppem = face.face->available_sizes[i].y_ppem;
      FT_Pos other = best < 0 ? 0 : face.face->available_sizes[best].y_ppem;
      // Selects the smallest bitmaps that are at least as large as the requested size; if there are none, the
      // largest bitmaps.
      bool is_enough = (float)ppem >= size * 64, was_enough = (float)other >= size * 64;
      if (best < 0 || (is_enough && (!was_enough || ppem < other)) || (!is_enough && !was_enough && ppem > other))
        best = i;
    }
    if (best < 0 || LIBRARY.FT_Select_Size(face.face, best)) goto fail;
    FT_Pos ppem = face.face->available_sizes[best].y_ppem;
    if (ppem <= 0) goto fail;
    face.scale = size * 64 / (float)ppem;
  }
  face.file = strdup(file);
  face.font = LIBRARY.hb_ft_font_create_referenced(face.face);
  text_face *faces = realloc(text->faces, (text->face_count + 1) * sizeof *faces);
  if (faces) text->faces = faces;
  if (!faces || !face.file || !face.font) {
    free(face.file);
    if (face.font) LIBRARY.hb_font_destroy(face.font);
    goto fail;
  }
  LIBRARY.hb_ft_font_set_load_flags(face.font, FT_LOAD_NO_HINTING | FT_LOAD_COLOR);
  text->faces[text->face_count] = face;
  return (int)text->face_count++;
fail:
  LIBRARY.FT_Done_Face(face.face);
  return -1;
}

// Returns the index in `faces` of the first font of a set that has a glyph for a Unicode scalar; -1 if no
// font has such a glyph. With `needs_color`, only color fonts are searched.
static int face_in(segue_text *text, FcFontSet *set, uint32_t scalar, float size, bool needs_color) {
  for (int i = 0; set && i < set->count; i++) {
    FcCharSet *characters = NULL;
    uint8_t *file = NULL;
    int index = 0, has_color = 0;
    if (needs_color && (LIBRARY.FcPatternGetBool(set->fonts[i], "color", 0, &has_color) != 0 || !has_color)) continue;
    if (LIBRARY.FcPatternGetCharSet(set->fonts[i], "charset", 0, &characters) != 0 ||
        !LIBRARY.FcCharSetHasChar(characters, scalar) ||
        LIBRARY.FcPatternGetString(set->fonts[i], "file", 0, &file) != 0)
      continue;
    LIBRARY.FcPatternGetInteger(set->fonts[i], "index", 0, &index);
    int face = open_face(text, (const char *)file, index, size);
    if (face >= 0 && LIBRARY.FT_Get_Char_Index(text->faces[face].face, scalar)) return face;
  }
  return -1;
}

// Returns whether a Unicode scalar is drawn with the preceding scalar: marks, joiners, variation selectors,
// skin tones and tags.
static bool joins(uint32_t scalar) {
  return (scalar >= 0x300 && scalar <= 0x36f) || (scalar >= 0x200c && scalar <= 0x200d) ||
         (scalar >= 0xfe00 && scalar <= 0xfe0f) || (scalar >= 0x1f3fb && scalar <= 0x1f3ff) ||
         (scalar >= 0x20d0 && scalar <= 0x20ff) || (scalar >= 0xe0020 && scalar <= 0xe007f);
}

static uint32_t face_of(segue_text *text, const uint32_t *scalars, size_t i, size_t n, float size) {
  uint32_t scalar = scalars[i];
  bool is_emoji = (scalar >= 0x1f000 && scalar <= 0x1faff) || (i + 1 < n && scalars[i + 1] == 0xfe0f);
  int face = is_emoji ? face_in(text, text->emoji, scalar, size, true) : -1;
  if (face < 0 && LIBRARY.FT_Get_Char_Index(text->faces[0].face, scalar)) face = 0;
  if (face < 0) face = face_in(text, text->sorted, scalar, size, false);
  if (face < 0) face = face_in(text, text->emoji, scalar, size, false);
  return face < 0 ? 0 : (uint32_t)face;
}

// MARK: Lines

static bool is_space(uint32_t scalar) {
  return scalar == ' ' || scalar == 0x3000 || scalar == 0x1680 || (scalar >= 0x2000 && scalar <= 0x200b && scalar != 0x2007);
}

static bool is_ideographic(uint32_t scalar) {
  return (scalar >= 0x2e80 && scalar <= 0x9fff) || (scalar >= 0xac00 && scalar <= 0xd7a3) ||
         (scalar >= 0xf900 && scalar <= 0xfaff) || (scalar >= 0xff00 && scalar <= 0xff60) ||
         (scalar >= 0x20000 && scalar <= 0x3ffff);
}

static bool is_among(uint32_t scalar, const uint32_t *list) {
  for (; *list; list++) {
    if (*list == scalar) return true;
  }
  return false;
}

// Returns whether a line may end before scalar i: after a space or a hyphen, and beside an ideograph, except
// before closing punctuation and after an opening bracket.
static bool may_break(const uint32_t *scalars, size_t i) {
  static const uint32_t closing[] = {0x3001, 0x3002, 0x300d, 0x300f, 0x3011, 0x3015, 0xff09, 0xff01, 0xff1f, 0xff0c,
                                     0xff0e, 0xff1a, 0xff1b, 0x30fc, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063,
                                     0x3083, 0x3085, 0x3087, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3,
                                     0x30e5, 0x30e7, 0};
  static const uint32_t opening[] = {0x300c, 0x300e, 0x3010, 0x3014, 0xff08, 0};
  uint32_t before = scalars[i - 1], after = scalars[i];
  if (joins(after) || before == 0x200d || is_space(after)) return false;
  if (is_space(before)) return true;
  if ((before == '-' || before == 0x2010 || before == 0x2014) && i > 1 && !is_space(scalars[i - 2])) return true;
  return (is_ideographic(before) || is_ideographic(after)) && !is_among(after, closing) && !is_among(before, opening);
}

// A run of consecutive scalars in a paragraph with equal face, script and bidirectional level.
typedef struct {
  size_t start, end;
  uint32_t face, script;
  int8_t level;
} text_run;

// Shapes the scalars of a run, with the paragraph as context.
static void shape(segue_text *text, hb_buffer_t *buffer, const uint32_t *scalars, size_t n, const text_run *run) {
  LIBRARY.hb_buffer_reset(buffer);
  LIBRARY.hb_buffer_add_utf32(buffer, scalars, (int)n, (unsigned)run->start, (int)(run->end - run->start));
  LIBRARY.hb_buffer_set_direction(buffer, run->level & 1 ? HB_RTL : HB_LTR);
  LIBRARY.hb_buffer_set_script(buffer, run->script);
  LIBRARY.hb_buffer_guess_segment_properties(buffer);
  LIBRARY.hb_shape(text->faces[run->face].font, buffer, NULL, 0);
}

static bool append(segue_text *text, text_glyph glyph) {
  if (text->glyph_count == text->glyph_room) {
    size_t room = 2 * text->glyph_room + 64;
    text_glyph *glyphs = realloc(text->glyphs, room * sizeof *glyphs);
    if (!glyphs) return false;
    text->glyphs = glyphs;
    text->glyph_room = room;
  }
  text->glyphs[text->glyph_count++] = glyph;
  return true;
}

static void note_missing(segue_text *text, uint32_t scalar) {
  for (size_t i = 0; i < text->missing_count; i++) {
    if (text->missing[i] == scalar) return;
  }
  if (text->missing_count < sizeof text->missing / sizeof *text->missing) text->missing[text->missing_count++] = scalar;
}

// Appends the glyphs of a line, placed from x = 0 on, in visual order. Returns the width of the line in
// pixels, or -1 if memory is exhausted.
static float place(segue_text *text, hb_buffer_t *buffer, const uint32_t *scalars, size_t n, const text_run *runs,
                   size_t run_count, size_t start, size_t end, float baseline) {
  while (end > start && is_space(scalars[end - 1])) end--;
  size_t first = 0, last = 0;
  while (first < run_count && runs[first].end <= start) first++;
  last = first;
  while (last < run_count && runs[last].start < end) last++;
  size_t count = last - first;
  text_run *line = calloc(count + 1, sizeof *line);
  if (!line) return -1;
  int8_t highest = 0;
  for (size_t i = 0; i < count; i++) {
    line[i] = runs[first + i];
    if (line[i].start < start) line[i].start = start;
    if (line[i].end > end) line[i].end = end;
    if (line[i].level > highest) highest = line[i].level;
  }
  // Rule L2 of the bidirectional algorithm: reverses runs from the highest level down to level 1.
  for (int8_t level = highest; level > 0; level--) {
    for (size_t i = 0; i < count;) {
      if (line[i].level < level) {
        i++;
        continue;
      }
      size_t stop = i;
      while (stop < count && line[stop].level >= level) stop++;
      for (size_t a = i, b = stop - 1; a < b; a++, b--) {
        text_run swapped = line[a];
        line[a] = line[b];
        line[b] = swapped;
      }
      i = stop;
    }
  }
  float x = 0;
  for (size_t i = 0; i < count && x >= 0; i++) {
    if (line[i].start >= line[i].end) continue;
    shape(text, buffer, scalars, n, &line[i]);
    unsigned glyph_count = 0;
    const hb_glyph_info_t *infos = LIBRARY.hb_buffer_get_glyph_infos(buffer, &glyph_count);
    const hb_glyph_position_t *positions = LIBRARY.hb_buffer_get_glyph_positions(buffer, &glyph_count);
    float unit = text->faces[line[i].face].scale / 64;
    for (unsigned k = 0; k < glyph_count; k++) {
      if (infos[k].glyph == 0) note_missing(text, scalars[infos[k].cluster]);
      text_glyph glyph = {.face = line[i].face,
                          .glyph = infos[k].glyph,
                          .x = x + (float)positions[k].x_offset * unit,
                          .y = baseline - (float)positions[k].y_offset * unit};
      if (!append(text, glyph)) {
        free(line);
        return -1;
      }
      x += (float)positions[k].x_advance * unit;
    }
  }
  free(line);
  return x;
}

// MARK: Paragraphs

// The maximum number of lines. Further lines are not laid out, since no frame would show them.
enum { MAX_LINES = 1024 };

typedef struct {
  // The index of the first glyph of each line; the entry after the last line is the number of all glyphs.
  size_t first[MAX_LINES + 1];
  // The width of each line in pixels.
  float width[MAX_LINES];
  size_t count;
} text_lines;

// Divides a paragraph into runs; returns the number of runs, or SIZE_MAX if memory is exhausted.
static size_t find_runs(segue_text *text, const uint32_t *scalars, size_t n, float size, text_run *runs) {
  uint32_t *types = calloc(n + 1, sizeof *types), *brackets = calloc(n + 1, sizeof *brackets);
  int8_t *levels = calloc(n + 1, 1);
  size_t count = SIZE_MAX;
  if (types && brackets && levels) {
    uint32_t direction = 0x40;  // FRIBIDI_PAR_ON: the direction of the first letter with a direction
    LIBRARY.fribidi_get_bidi_types(scalars, (int)n, types);
    LIBRARY.fribidi_get_bracket_types(scalars, (int)n, types, brackets);
    if (!LIBRARY.fribidi_get_par_embedding_levels_ex(types, brackets, (int)n, &direction, levels)) memset(levels, 0, n);
    hb_unicode_funcs_t *unicode = LIBRARY.hb_unicode_funcs_get_default();
    enum { COMMON = 0x5a797979, INHERITED = 0x5a696e68 };
    count = 0;
    uint32_t face = 0, script = COMMON;
    for (size_t i = 0; i < n; i++) {
      uint32_t own = LIBRARY.hb_unicode_script(unicode, scalars[i]);
      bool is_common = own == COMMON || own == INHERITED;
      // Spaces and joining scalars get the face of the preceding scalar.
      if (!(i > 0 && (joins(scalars[i]) || is_space(scalars[i])))) face = face_of(text, scalars, i, n, size);
      if (!is_common) script = own;
      text_run *run = count > 0 ? &runs[count - 1] : NULL;
      if (run && run->face == face && run->level == levels[i] && (run->script == script || run->script == COMMON)) {
        run->script = script;
        run->end = i + 1;
      } else {
        runs[count++] = (text_run){i, i + 1, face, is_common ? COMMON : script, levels[i]};
      }
    }
  }
  free(types);
  free(brackets);
  free(levels);
  return count;
}

static bool end_line(segue_text *text, text_lines *lines, size_t first, float width) {
  if (width < 0) return false;
  lines->first[lines->count] = first;
  lines->width[lines->count++] = width;
  lines->first[lines->count] = text->glyph_count;
  return true;
}

// Breaks a paragraph into lines and places the glyphs of each line; returns false if memory is exhausted.
static bool lay_out(segue_text *text, const segue_text_request *request, const uint32_t *scalars, size_t n,
                    float ascent, float distance, text_lines *lines) {
  text_run *runs = calloc(n + 1, sizeof *runs);
  float *advances = calloc(n + 1, sizeof *advances);
  hb_buffer_t *buffer = LIBRARY.hb_buffer_create();
  bool is_made = false;
  if (!runs || !advances || !buffer) goto end;
  size_t run_count = find_runs(text, scalars, n, request->size, runs);
  if (run_count == SIZE_MAX) goto end;
  for (size_t i = 0; i < run_count && request->width > 0; i++) {
    shape(text, buffer, scalars, n, &runs[i]);
    unsigned count = 0;
    const hb_glyph_info_t *infos = LIBRARY.hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *positions = LIBRARY.hb_buffer_get_glyph_positions(buffer, &count);
    for (unsigned k = 0; k < count; k++) {
      advances[infos[k].cluster] += (float)positions[k].x_advance * text->faces[runs[i].face].scale / 64;
    }
  }
  size_t start = 0;
  do {
    size_t end = n, chance = 0;
    float width = 0;
    for (size_t i = start; i < n && request->width > 0; i++) {
      if (i > start && may_break(scalars, i)) chance = i;
      width += advances[i];
      if (width <= request->width || is_space(scalars[i])) continue;
      // For a word longer than a line, breaks before a scalar that begins a cluster.
      if (chance == 0) {
        chance = i;
        while (chance > start + 1 && (advances[chance] == 0 || joins(scalars[chance]))) chance--;
        if (chance == start) chance = i + 1;
      }
      end = chance;
      break;
    }
    float baseline = ascent + (float)lines->count * distance;
    size_t first = text->glyph_count;
    float placed = place(text, buffer, scalars, n, runs, run_count, start, end, baseline);
    if (!end_line(text, lines, first, placed)) goto end;
    start = end;
  } while (start < n && lines->count < MAX_LINES);
  is_made = true;
end:
  if (buffer) LIBRARY.hb_buffer_destroy(buffer);
  free(runs);
  free(advances);
  return is_made;
}

static void align(segue_text *text, const text_lines *lines, segue_text_alignment alignment) {
  for (size_t i = 0; i < lines->count; i++) {
    float spare = text->width - lines->width[i];
    float shift = alignment == SEGUE_TEXT_CENTER ? spare / 2 : alignment == SEGUE_TEXT_RIGHT ? spare : 0;
    for (size_t k = lines->first[i]; k < lines->first[i + 1]; k++) text->glyphs[k].x += shift;
  }
}

segue_text_status segue_text_make(const uint32_t *given, size_t count, const char *font, segue_text_request request,
                                  segue_text **made, char *missing_library) {
  *made = NULL;
  const char *missing = segue_text_load();
  if (missing) {
    strncpy(missing_library, missing, 63);
    missing_library[63] = 0;
    return SEGUE_TEXT_NO_LIBRARY;
  }
  segue_text *text = calloc(1, sizeof *text);
  text_lines *lines = calloc(1, sizeof *lines);
  uint32_t *scalars = calloc(count + 1, sizeof *scalars);
  segue_text_status status = SEGUE_TEXT_NO_MEMORY;
  if (!text || !lines || !scalars || LIBRARY.FT_Init_FreeType(&text->library)) goto end;
  for (size_t i = 0; i < count; i++) {
    uint32_t scalar = given[i];
    scalars[i] = scalar < ' ' && scalar != '\n' ? ' ' : scalar;
  }
  status = SEGUE_TEXT_NO_FONT;
  bool is_found = true;
  text->sorted = sorted_fonts(request.is_file ? "sans-serif" : font, request.is_file ? NULL : &is_found);
  text->emoji = sorted_fonts("emoji:color=true", NULL);
  if (!is_found) goto end;
  if (request.is_file) {
    if (open_face(text, font, 0, request.size) != 0) goto end;
  } else {
    for (int i = 0; text->sorted && i < text->sorted->count && text->face_count == 0; i++) {
      uint8_t *file = NULL;
      int index = 0;
      if (LIBRARY.FcPatternGetString(text->sorted->fonts[i], "file", 0, &file) != 0) continue;
      LIBRARY.FcPatternGetInteger(text->sorted->fonts[i], "index", 0, &index);
      open_face(text, (const char *)file, index, request.size);
    }
    if (text->face_count == 0) goto end;
  }
  const text_face *face = &text->faces[0];
  const FT_Size_Metrics *metrics = &face->face->size->metrics;
  float ascent = (float)metrics->ascender * face->scale / 64;
  float descent = -(float)metrics->descender * face->scale / 64;
  float distance = (ascent + descent) * request.line_height;
  status = SEGUE_TEXT_NO_MEMORY;
  for (size_t start = 0; start <= count && lines->count < MAX_LINES;) {
    size_t end = start;
    while (end < count && scalars[end] != '\n') end++;
    if (!lay_out(text, &request, scalars + start, end - start, ascent, distance, lines)) goto end;
    start = end + 1;
  }
  for (size_t i = 0; i < lines->count; i++) {
    if (lines->width[i] > text->width) text->width = lines->width[i];
  }
  text->height = ascent + descent + (float)(lines->count - 1) * distance;
  align(text, lines, request.alignment);
  status = SEGUE_TEXT_MADE;
end:
  free(lines);
  free(scalars);
  if (status != SEGUE_TEXT_MADE) {
    segue_text_free(text);
    text = NULL;
  }
  *made = text;
  return status;
}

void segue_text_free(segue_text *text) {
  if (!text) return;
  for (size_t i = 0; i < text->face_count; i++) {
    LIBRARY.hb_font_destroy(text->faces[i].font);
    LIBRARY.FT_Done_Face(text->faces[i].face);
    free(text->faces[i].file);
  }
  if (text->library) LIBRARY.FT_Done_FreeType(text->library);
  if (text->sorted) LIBRARY.FcFontSetDestroy(text->sorted);
  if (text->emoji) LIBRARY.FcFontSetDestroy(text->emoji);
  free(text->faces);
  free(text->glyphs);
  free(text);
}

float segue_text_width(const segue_text *text) { return text->width; }

float segue_text_height(const segue_text *text) { return text->height; }

size_t segue_text_missing(const segue_text *text, uint32_t *scalars, size_t most) {
  size_t count = text->missing_count < most ? text->missing_count : most;
  memcpy(scalars, text->missing, count * sizeof *scalars);
  return count;
}
