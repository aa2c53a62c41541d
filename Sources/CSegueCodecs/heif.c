// HEIC and AVIF by libheif.
#include "common.h"

#if defined(SEGUE_HEIF)
#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

// The library is loaded on first use: loading libheif and its codecs takes 3.7 ms of processor time; some
// codecs fill tables when they are loaded.
#define LIBRARY "libheif.so.1"
#define FUNCTIONS(X) \
  X(heif_context_alloc) \
  X(heif_context_free) \
  X(heif_context_get_image_handle) \
  X(heif_context_get_list_of_top_level_image_IDs) \
  X(heif_context_get_number_of_top_level_images) \
  X(heif_context_get_primary_image_ID) \
  X(heif_context_get_primary_image_handle) \
  X(heif_context_read_from_memory_without_copy) \
  X(heif_decode_image) \
  X(heif_decoding_options_alloc) \
  X(heif_decoding_options_free) \
  X(heif_image_get_bits_per_pixel_range) \
  X(heif_image_get_height) \
  X(heif_image_get_plane_readonly) \
  X(heif_image_get_width) \
  X(heif_image_handle_get_height) \
  X(heif_image_handle_get_list_of_metadata_block_IDs) \
  X(heif_image_handle_get_luma_bits_per_pixel) \
  X(heif_image_handle_get_metadata) \
  X(heif_image_handle_get_metadata_content_type) \
  X(heif_image_handle_get_metadata_size) \
  X(heif_image_handle_get_nclx_color_profile) \
  X(heif_image_handle_get_raw_color_profile) \
  X(heif_image_handle_get_raw_color_profile_size) \
  X(heif_image_handle_get_width) \
  X(heif_image_handle_has_alpha_channel) \
  X(heif_image_handle_is_premultiplied_alpha) \
  X(heif_image_handle_release) \
  X(heif_image_release) \
  X(heif_nclx_color_profile_free)

#include "loaded.h"

bool segue_has_heif(void) { return is_loaded(); }

struct segue_heif {
  struct heif_context *context;
  struct heif_image_handle *handle;
  segue_dimensions dimensions;
  bool is_wide;
};

static segue_result failure(struct heif_error error) {
  // libheif reports an exceeded limit as a memory error.
  const bool is_limit = error.subcode == heif_suberror_Security_limit_exceeded;
  segue_status status = error.code == heif_error_Unsupported_filetype ||
                                error.code == heif_error_Unsupported_feature || is_limit ? SEGUE_UNSUPPORTED
                        : error.code == heif_error_Memory_allocation_error               ? SEGUE_NO_MEMORY
                        : error.subcode == heif_suberror_End_of_data                     ? SEGUE_TRUNCATED
                                                                                         : SEGUE_DAMAGED;
  segue_result result = segue_failure(status, error.message ? error.message : "it cannot be decoded");
  // Some messages of libheif end with a newline.
  result.message[strcspn(result.message, "\n")] = 0;
  return result;
}

void segue_heif_close(segue_heif *heif) {
  if (!heif) return;
  if (heif->handle) library.heif_image_handle_release(heif->handle);
  if (heif->context) library.heif_context_free(heif->context);
  free(heif);
}

// Finds picture `number`: 0 is the primary picture, and the other pictures follow in file order.
static segue_result find(segue_heif *heif, uint32_t number, segue_picture *picture) {
  int count = library.heif_context_get_number_of_top_level_images(heif->context);
  picture->count = count > 0 ? (uint32_t)count : 1;
  struct heif_error error;
  if (number == 0) {
    error = library.heif_context_get_primary_image_handle(heif->context, &heif->handle);
    return error.code == heif_error_Ok ? segue_success() : failure(error);
  }
  if (number >= picture->count) return segue_failure(SEGUE_UNSUPPORTED, "there are not so many pictures");
  heif_item_id primary = 0, *names = calloc((size_t)count, sizeof *names);
  if (!names) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  count = library.heif_context_get_list_of_top_level_image_IDs(heif->context, names, count);
  library.heif_context_get_primary_image_ID(heif->context, &primary);
  uint32_t place = 0;
  error = (struct heif_error){heif_error_Invalid_input, heif_suberror_Unspecified, "there is no such picture"};
  for (int i = 0; i < count; i++) {
    if (names[i] == primary || ++place != number) continue;
    error = library.heif_context_get_image_handle(heif->context, names[i], &heif->handle);
    break;
  }
  free(names);
  return error.code == heif_error_Ok ? segue_success() : failure(error);
}

segue_result segue_heif_open(segue_heif **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture) {
  if (!is_loaded()) {
    return segue_failure(SEGUE_UNSUPPORTED, "HEIC and AVIF need libheif, which cannot be loaded: apt-get install libheif1");
  }
  segue_heif *heif = calloc(1, sizeof *heif);
  if (heif) heif->context = library.heif_context_alloc();
  if (!heif || !heif->context) {
    segue_heif_close(heif);
    return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  }
  struct heif_error error = library.heif_context_read_from_memory_without_copy(heif->context, data, count, NULL);
  segue_result result = error.code == heif_error_Ok ? find(heif, number, picture) : failure(error);
  if (result.status != SEGUE_OK) {
    segue_heif_close(heif);
    return result;
  }
  int width = library.heif_image_handle_get_width(heif->handle), height = library.heif_image_handle_get_height(heif->handle);
  if (width <= 0 || height <= 0) {
    segue_heif_close(heif);
    return segue_failure(SEGUE_DAMAGED, "it does not say its size");
  }
  heif->dimensions = (segue_dimensions){(uint32_t)width, (uint32_t)height};
  const int depth = library.heif_image_handle_get_luma_bits_per_pixel(heif->handle);
  heif->is_wide = depth > 8;
  picture->dimensions = heif->dimensions;
  picture->orientation = 1;
  picture->channels = SEGUE_RGB;
  picture->is_wide = heif->is_wide;
  picture->has_alpha = library.heif_image_handle_has_alpha_channel(heif->handle);
  picture->depth = depth > 0 ? (uint16_t)depth : 0;
  *out = heif;
  return segue_success();
}

segue_result segue_heif_colors(segue_heif *heif, segue_buffer *profile, uint8_t *primaries, uint8_t *transfer) {
  *primaries = *transfer = 2;
  size_t count = library.heif_image_handle_get_raw_color_profile_size(heif->handle);
  if (count > 0 && count < 1 << 23) {
    if (!segue_buffer_reserve(profile, count)) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
    struct heif_error error = library.heif_image_handle_get_raw_color_profile(heif->handle, profile->data + profile->count);
    if (error.code != heif_error_Ok) return failure(error);
    profile->count += count;
    return segue_success();
  }
  struct heif_color_profile_nclx *colors = NULL;
  if (library.heif_image_handle_get_nclx_color_profile(heif->handle, &colors).code == heif_error_Ok && colors) {
    *primaries = (uint8_t)colors->color_primaries;
    *transfer = (uint8_t)colors->transfer_characteristics;
  }
  if (colors) library.heif_nclx_color_profile_free(colors);
  return segue_success();
}

segue_result segue_heif_metadata(segue_heif *heif, bool exif, size_t most, segue_buffer *out) {
  enum { MAX_BLOCKS = 64 };
  heif_item_id names[MAX_BLOCKS];
  const int count = library.heif_image_handle_get_list_of_metadata_block_IDs(heif->handle, exif ? "Exif" : "mime", names, MAX_BLOCKS);
  for (int i = 0; i < count; i++) {
    const char *kind = library.heif_image_handle_get_metadata_content_type(heif->handle, names[i]);
    if (!exif && (!kind || strcmp(kind, "application/rdf+xml") != 0)) continue;
    const size_t bytes = library.heif_image_handle_get_metadata_size(heif->handle, names[i]);
    if (bytes > most) return segue_failure(SEGUE_DAMAGED, "it is too long");
    if (!segue_buffer_reserve(out, bytes)) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
    struct heif_error error = library.heif_image_handle_get_metadata(heif->handle, names[i], out->data + out->count);
    if (error.code != heif_error_Ok) return failure(error);
    out->count += bytes;
    break;
  }
  return segue_success();
}

// Expands samples of `bits` bits to 16 bits; unpremultiplies colors if `is_associated` is true.
static void widen(const uint8_t *bytes, uint16_t *row, size_t width, int bits, bool is_associated) {
  const uint32_t most = (1u << bits) - 1;
  for (size_t x = 0; x < width; x++) {
    uint32_t pixel[4];
    for (size_t c = 0; c < 4; c++) {
      const uint32_t value = (uint32_t)bytes[8 * x + 2 * c] | (uint32_t)bytes[8 * x + 2 * c + 1] << 8;
      pixel[c] = ((value < most ? value : most) * 65535 + most / 2) / most;
    }
    for (size_t c = 0; c < 3 && is_associated && pixel[3] > 0; c++) {
      const uint64_t value = ((uint64_t)pixel[c] * 65535 + pixel[3] / 2) / pixel[3];
      pixel[c] = value < 65535 ? (uint32_t)value : 65535;
    }
    for (size_t c = 0; c < 4; c++) row[4 * x + c] = (uint16_t)pixel[c];
  }
}

static void straighten(uint8_t *row, size_t width) {
  for (size_t x = 0; x < width; x++) {
    const unsigned alpha = row[4 * x + 3];
    for (size_t c = 0; c < 3 && alpha > 0; c++) {
      const unsigned value = (row[4 * x + c] * 255u + alpha / 2) / alpha;
      row[4 * x + c] = (uint8_t)(value < 255 ? value : 255);
    }
  }
}

segue_result segue_heif_decode(segue_heif *heif, void *pixels, size_t stride) {
  struct heif_decoding_options *options = library.heif_decoding_options_alloc();
  if (!options) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  struct heif_image *image = NULL;
  const enum heif_chroma chroma = heif->is_wide ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA;
  struct heif_error error = library.heif_decode_image(heif->handle, &image, heif_colorspace_RGB, chroma, options);
  library.heif_decoding_options_free(options);
  if (error.code != heif_error_Ok) return failure(error);
  int from = 0;
  const uint8_t *samples = library.heif_image_get_plane_readonly(image, heif_channel_interleaved, &from);
  const int bits = library.heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved);
  const int width = library.heif_image_get_width(image, heif_channel_interleaved);
  const int height = library.heif_image_get_height(image, heif_channel_interleaved);
  segue_result result = segue_success();
  if (!samples || from <= 0 || width != (int)heif->dimensions.width || height != (int)heif->dimensions.height) {
    result = segue_failure(SEGUE_DAMAGED, "the picture is not of the size that the file says");
  } else if (heif->is_wide ? bits < 9 || bits > 16 : bits != 8) {
    result = segue_failure(SEGUE_UNSUPPORTED, "it has an unknown number of bits a sample");
  } else {
    const bool is_associated = library.heif_image_handle_is_premultiplied_alpha(heif->handle);
    for (size_t y = 0; y < heif->dimensions.height; y++) {
      const uint8_t *row = samples + y * (size_t)from;
      uint8_t *out = (uint8_t *)pixels + y * stride;
      if (heif->is_wide) {
        widen(row, (uint16_t *)(void *)out, heif->dimensions.width, bits, is_associated);
      } else {
        memcpy(out, row, 4 * (size_t)heif->dimensions.width);
        if (is_associated) straighten(out, heif->dimensions.width);
      }
    }
  }
  library.heif_image_release(image);
  return result;
}

#else

bool segue_has_heif(void) { return false; }

segue_result segue_heif_open(segue_heif **out, const uint8_t *data, size_t count, uint32_t number, segue_picture *picture) {
  (void)out, (void)data, (void)count, (void)number, (void)picture;
  return segue_failure(SEGUE_UNSUPPORTED, "HEIC and AVIF were left out of this build: apt-get install libheif-dev, then swift package purge-cache, and build segue again");
}

void segue_heif_close(segue_heif *heif) { (void)heif; }

segue_result segue_heif_colors(segue_heif *heif, segue_buffer *profile, uint8_t *primaries, uint8_t *transfer) {
  (void)heif, (void)profile, (void)primaries, (void)transfer;
  return segue_failure(SEGUE_UNSUPPORTED, "HEIC and AVIF were left out of this build");
}

segue_result segue_heif_metadata(segue_heif *heif, bool exif, size_t most, segue_buffer *out) {
  (void)heif, (void)exif, (void)most, (void)out;
  return segue_failure(SEGUE_UNSUPPORTED, "HEIC and AVIF were left out of this build");
}

segue_result segue_heif_decode(segue_heif *heif, void *pixels, size_t stride) {
  (void)heif, (void)pixels, (void)stride;
  return segue_failure(SEGUE_UNSUPPORTED, "HEIC and AVIF were left out of this build");
}
#endif
