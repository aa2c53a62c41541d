// WebP by libwebp, with a muxer for animations: libwebp's own would build them in memory from all frames at
// once.
#include "common.h"

#include <string.h>

#if defined(SEGUE_WEBP)
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

bool segue_has_webp(void) { return true; }

static void store_le(uint8_t *bytes, size_t count, uint32_t value) {
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(value >> (8 * i));
}


static int append(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  return segue_buffer_append(picture->custom_ptr, bytes, count);
}

static segue_result failure(WebPEncodingError error) {
  switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BAD_WRITE: return segue_failure(SEGUE_NO_MEMORY, "out of memory");
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
    case VP8_ENC_ERROR_PARTITION_OVERFLOW:
    case VP8_ENC_ERROR_FILE_TOO_BIG:
      return segue_failure(SEGUE_UNSUPPORTED, "the picture needs more bytes than WebP allows");
    default: return segue_failure(SEGUE_UNSUPPORTED, "libwebp does not encode this picture");
  }
}

segue_result segue_webp_encode(segue_buffer *out, const uint8_t *pixels, size_t stride, segue_dimensions dimensions,
                               bool alpha, segue_webp_options options) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture))
    return segue_failure(SEGUE_UNSUPPORTED, "libwebp is of another version");
  if (options.lossless) {
    WebPConfigLosslessPreset(&config, options.effort);
    config.exact = 1;  // transparent pixels keep their colors
  } else {
    config.quality = (float)options.quality;
    config.method = options.effort;
  }
  picture.use_argb = options.lossless;
  picture.width = (int)dimensions.width;
  picture.height = (int)dimensions.height;
  picture.writer = append;
  picture.custom_ptr = out;
  out->count = 0;
  int (*import)(WebPPicture *, const uint8_t *, int) = alpha ? WebPPictureImportRGBA : WebPPictureImportRGBX;
  bool done = import(&picture, pixels, (int)stride) && WebPEncode(&config, &picture);
  segue_result result = done ? segue_success() : failure(picture.error_code);
  WebPPictureFree(&picture);
  return result;
}

static segue_result decoding_failure(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OK: return segue_success();
    case VP8_STATUS_OUT_OF_MEMORY: return segue_failure(SEGUE_NO_MEMORY, "out of memory");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return segue_failure(SEGUE_TRUNCATED, "the file ends too early");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return segue_failure(SEGUE_UNSUPPORTED, "a feature that libwebp does not know");
    default: return segue_failure(SEGUE_DAMAGED, "its pixels cannot be decoded");
  }
}

segue_result segue_webp_open(const uint8_t *data, size_t count, segue_picture *picture) {
  WebPBitstreamFeatures features;
  VP8StatusCode status = WebPGetFeatures(data, count, &features);
  if (status != VP8_STATUS_OK) return decoding_failure(status);
  *picture = (segue_picture){.dimensions = {(uint32_t)features.width, (uint32_t)features.height},
                             .orientation = 1, .channels = SEGUE_RGB, .count = 1};
  if (!features.has_animation) return segue_success();
  WebPData file = {data, count};
  WebPDemuxer *demuxer = WebPDemux(&file);
  if (!demuxer) return segue_failure(SEGUE_TRUNCATED, "the file ends too early, or its frames are damaged");
  picture->count = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  WebPDemuxDelete(demuxer);
  return segue_success();
}

static segue_result decode_moving(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                                  uint8_t *pixels, size_t stride) {
  WebPAnimDecoderOptions options;
  WebPData file = {data, count};
  if (!WebPAnimDecoderOptionsInit(&options)) return segue_failure(SEGUE_UNSUPPORTED, "libwebp is of another version");
  options.color_mode = MODE_RGBA;
  WebPAnimDecoder *decoder = WebPAnimDecoderNew(&file, &options);
  WebPAnimInfo info;
  segue_result result = segue_failure(SEGUE_DAMAGED, "its frames cannot be decoded");
  if (decoder && WebPAnimDecoderGetInfo(decoder, &info) && info.canvas_width == dimensions.width &&
      info.canvas_height == dimensions.height) {
    uint8_t *canvas = NULL;
    int time = 0;
    for (uint32_t i = 0; i <= number; i++) {
      if (!WebPAnimDecoderGetNext(decoder, &canvas, &time)) {
        canvas = NULL;
        break;
      }
    }
    for (size_t y = 0; canvas && y < dimensions.height; y++)
      memcpy(pixels + y * stride, canvas + y * 4 * dimensions.width, 4 * (size_t)dimensions.width);
    if (canvas) result = segue_success();
  }
  WebPAnimDecoderDelete(decoder);
  return result;
}

segue_result segue_webp_decode(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                               uint8_t *pixels, size_t stride) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return segue_failure(SEGUE_UNSUPPORTED, "libwebp is of another version");
  VP8StatusCode status = WebPGetFeatures(data, count, &config.input);
  if (status != VP8_STATUS_OK) return decoding_failure(status);
  if (config.input.has_animation) return decode_moving(data, count, number, dimensions, pixels, stride);
  if ((uint32_t)config.input.width != dimensions.width || (uint32_t)config.input.height != dimensions.height)
    return segue_failure(SEGUE_DAMAGED, "the size changed between two reads of the header");
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = stride * (dimensions.height - 1) + 4 * (size_t)dimensions.width;
  return decoding_failure(WebPDecode(data, count, &config));
}

enum { RIFF_BYTES = 12, CHUNK_BYTES = 8, VP8X_BYTES = 10, ANMF_BYTES = 16 };

segue_result segue_webp_wrap(segue_buffer *out, const segue_buffer *image, segue_rectangle part, uint32_t milliseconds) {
  // A frame is the file without its RIFF header and VP8X chunk.
  size_t start = RIFF_BYTES;
  if (image->count < RIFF_BYTES + CHUNK_BYTES + VP8X_BYTES) return segue_failure(SEGUE_DAMAGED, "no WebP file");
  if (memcmp(image->data + start, "VP8X", 4) == 0) start += CHUNK_BYTES + VP8X_BYTES;
  size_t count = image->count - start;
  uint8_t head[CHUNK_BYTES + ANMF_BYTES] = "ANMF";
  store_le(head + 4, 4, (uint32_t)(ANMF_BYTES + count));
  store_le(head + 8, 3, part.x / 2);
  store_le(head + 11, 3, part.y / 2);
  store_le(head + 14, 3, part.width - 1);
  store_le(head + 17, 3, part.height - 1);
  store_le(head + 20, 3, milliseconds);
  head[23] = 2;  // replace rather than blend; keep afterwards
  out->count = 0;
  if (!segue_buffer_append(out, head, sizeof head) || !segue_buffer_append(out, image->data + start, count))
    return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  return segue_success();
}

segue_result segue_webp_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint16_t loops,
                               uint32_t file_bytes) {
  uint8_t head[RIFF_BYTES + CHUNK_BYTES + VP8X_BYTES + CHUNK_BYTES + 6] = {0};
  memcpy(head, "RIFF", 4);
  store_le(head + 4, 4, file_bytes - 8);
  memcpy(head + 8, "WEBPVP8X", 8);
  store_le(head + 16, 4, VP8X_BYTES);
  head[20] = alpha ? 0x12 : 0x02;  // an animation, with or without transparency
  store_le(head + 24, 3, dimensions.width - 1);
  store_le(head + 27, 3, dimensions.height - 1);
  memcpy(head + 30, "ANIM", 4);
  store_le(head + 34, 4, 6);
  store_le(head + 42, 2, loops);
  out->count = 0;
  if (!segue_buffer_append(out, head, sizeof head)) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  return segue_success();
}

#else

bool segue_has_webp(void) { return false; }

static segue_result missing(void) {
  return segue_failure(SEGUE_UNSUPPORTED, "WebP was left out of this build: apt-get install libwebp-dev, then swift package purge-cache, and build segue again");
}

segue_result segue_webp_open(const uint8_t *data, size_t count, segue_picture *picture) {
  (void)data, (void)count, (void)picture;
  return missing();
}

segue_result segue_webp_decode(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                               uint8_t *pixels, size_t stride) {
  (void)data, (void)count, (void)number, (void)dimensions, (void)pixels, (void)stride;
  return missing();
}

segue_result segue_webp_encode(segue_buffer *out, const uint8_t *pixels, size_t stride, segue_dimensions dimensions,
                               bool alpha, segue_webp_options options) {
  (void)out, (void)pixels, (void)stride, (void)dimensions, (void)alpha, (void)options;
  return missing();
}

segue_result segue_webp_wrap(segue_buffer *out, const segue_buffer *image, segue_rectangle part, uint32_t milliseconds) {
  (void)out, (void)image, (void)part, (void)milliseconds;
  return missing();
}

segue_result segue_webp_header(segue_buffer *out, segue_dimensions dimensions, bool alpha, uint16_t loops,
                               uint32_t file_bytes) {
  (void)out, (void)dimensions, (void)alpha, (void)loops, (void)file_bytes;
  return missing();
}
#endif
