// WebP by libwebp, with a separate muxer for animations, since libwebp's muxer needs all frames in memory at
// once.
#include "common.h"

#include <stdlib.h>
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
                             .orientation = 1, .channels = SEGUE_RGB, .has_alpha = features.has_alpha, .depth = 8, .count = 1};
  if (!features.has_animation) return segue_success();
  WebPData file = {data, count};
  WebPDemuxer *demuxer = WebPDemux(&file);
  if (!demuxer) return segue_failure(SEGUE_TRUNCATED, "the file ends too early, or its frames are damaged");
  picture->count = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  WebPDemuxDelete(demuxer);
  return segue_success();
}

// Composites a straight color over another color, rounded as by libwebp.
static void put_over(const uint8_t *over, uint8_t *pixel) {
  const uint32_t alpha = over[3];
  if (alpha == 0) return;
  if (alpha == 255) {
    memcpy(pixel, over, 4);
    return;
  }
  const uint32_t below = pixel[3] * (256 - alpha) >> 8, sum = alpha + below, scale = (1u << 24) / sum;
  for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)((over[c] * alpha + pixel[c] * below) * scale >> 24);
  pixel[3] = (uint8_t)sum;
}

static bool covers(const WebPIterator *frame, segue_dimensions canvas) {
  return frame->width == (int)canvas.width && frame->height == (int)canvas.height;
}

static void clear_rows(uint8_t *pixels, size_t stride, int width, int height) {
  for (int y = 0; y < height; y++) memset(pixels + (size_t)y * stride, 0, 4 * (size_t)width);
}

// Clears the canvas outside a frame.
static void clear_around(const WebPIterator *frame, segue_dimensions canvas, uint8_t *pixels, size_t stride) {
  const int left = frame->x_offset, top = frame->y_offset, right = left + frame->width, bottom = top + frame->height;
  const int width = (int)canvas.width, height = (int)canvas.height;
  uint8_t *rows = pixels + (size_t)top * stride;
  clear_rows(pixels, stride, width, top);
  clear_rows(rows, stride, left, frame->height);
  clear_rows(rows + 4 * (size_t)right, stride, width - right, frame->height);
  clear_rows(pixels + (size_t)bottom * stride, stride, width, height - bottom);
}

static bool decode_frame(const WebPIterator *frame, uint8_t *pixels, size_t stride) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return false;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = stride * (size_t)(frame->height - 1) + 4 * (size_t)frame->width;
  return WebPDecode(frame->fragment.bytes, frame->fragment.size, &config) == VP8_STATUS_OK;
}

// Decodes a frame and composites it onto the canvas. Where the previous frame's disposal cleared the canvas,
// pixels are copied instead of composited.
static bool blend_frame(const WebPIterator *frame, const WebPIterator *before, uint8_t *pixels, size_t stride) {
  const size_t width = (size_t)frame->width;
  uint8_t *own = malloc(4 * width * (size_t)frame->height);
  const bool is_done = own && decode_frame(frame, own, 4 * width);
  const bool is_empty = before->dispose_method == WEBP_MUX_DISPOSE_BACKGROUND;
  for (int y = 0; is_done && y < frame->height; y++) {
    for (int x = 0; x < frame->width; x++) {
      const int across = frame->x_offset + x - before->x_offset, down = frame->y_offset + y - before->y_offset;
      const bool is_inside = across >= 0 && across < before->width && down >= 0 && down < before->height;
      uint8_t *to = pixels + (size_t)y * stride + 4 * (size_t)x;
      const uint8_t *from = own + 4 * ((size_t)y * width + (size_t)x);
      if (is_empty && is_inside) memcpy(to, from, 4);
      else put_over(from, to);
    }
  }
  free(own);
  return is_done;
}

// Composites the frames up to index `number` in place, and gives the same bytes as libwebp's WebPAnimDecoder.
// Uses one canvas, where WebPAnimDecoder uses three: a file of a few bytes can claim a canvas of any size.
// The canvas is not touched before the first frame is decoded.
static bool draw_frames(WebPDemuxer *demuxer, uint32_t number, segue_dimensions canvas, uint8_t *pixels, size_t stride) {
  WebPIterator frame = {0}, before = {0};
  bool is_fresh = true, is_done = true;
  for (uint32_t i = 0; i <= number && is_done; i++) {
    if (!WebPDemuxGetFrame(demuxer, (int)i + 1, &frame)) {
      is_done = false;
      break;
    }
    const bool is_disposed = i > 0 && before.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND;
    uint8_t *place = pixels + (size_t)frame.y_offset * stride + 4 * (size_t)frame.x_offset;
    if (is_disposed)
      clear_rows(pixels + (size_t)before.y_offset * stride + 4 * (size_t)before.x_offset, stride, before.width, before.height);
    // Becomes true if no pixel of an earlier frame is visible.
    is_fresh = i == 0 || (covers(&frame, canvas) && (!frame.has_alpha || frame.blend_method == WEBP_MUX_NO_BLEND)) ||
               (is_disposed && (covers(&before, canvas) || is_fresh));
    if (is_fresh || frame.blend_method == WEBP_MUX_NO_BLEND) {
      is_done = decode_frame(&frame, place, stride);
    } else {
      is_done = blend_frame(&frame, &before, place, stride);
    }
    if (i == 0 && is_done) clear_around(&frame, canvas, pixels, stride);
    WebPDemuxReleaseIterator(&before);
    before = frame;
    frame = (WebPIterator){0};
  }
  WebPDemuxReleaseIterator(&before);
  return is_done;
}

static segue_result decode_moving(const uint8_t *data, size_t count, uint32_t number, segue_dimensions dimensions,
                                  uint8_t *pixels, size_t stride) {
  WebPData file = {data, count};
  WebPDemuxer *demuxer = WebPDemux(&file);
  const bool is_done = demuxer && WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH) == dimensions.width &&
                       WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT) == dimensions.height &&
                       draw_frames(demuxer, number, dimensions, pixels, stride);
  WebPDemuxDelete(demuxer);
  return is_done ? segue_success() : segue_failure(SEGUE_DAMAGED, "its frames cannot be decoded");
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
  // An animation frame contains the WebP file without its RIFF header and VP8X chunk.
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
  head[23] = 2;  // replace the canvas rather than blend; keep the frame afterwards
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
