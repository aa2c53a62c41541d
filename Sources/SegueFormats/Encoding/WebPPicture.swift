import CSegueCodecs
import SeguePixels

/// An encoder of single pictures and of animation frames by libwebp.
struct WebPPicture {
  private let options: segue_webp_options

  init(_ format: Formats.WebP) {
    // On 720p dissolves between photographs, lossy method 2 takes 0.45 × the time of method 4, libwebp's
    // default, for files of equal size. Lossless effort 1 takes half the time of effort 3, and its files are
    // 1 % larger; effort 0 doubles the bytes of flat areas.
    options = segue_webp_options(
      lossless: format.isLossless, quality: Int32(format.quality), effort: format.isLossless ? 1 : 2)
  }

  /// Encodes a rectangle of a bitmap to a WebP file.
  func encode(
    _ bitmap: Bitmap, _ part: segue_rectangle, _ kernels: Kernels, scratch: inout [UInt8],
    into output: inout segue_buffer
  ) -> segue_result {
    let source = bitmap.straight ?? bitmap.storage
    let dimensions = segue_dimensions(width: part.width, height: part.height)
    guard bitmap.straight == nil, !bitmap.isOpaque else {
      let pixels = source.bytes + Int(part.y) * source.stride + 4 * Int(part.x)
      return segue_webp_encode(&output, pixels, source.stride, dimensions, !bitmap.isOpaque, options)
    }
    let rows = PNGRows(bitmap, kernels, part: part)
    rows.pack(into: &scratch)
    return segue_webp_encode(&output, scratch, 4 * Int(part.width), dimensions, true, options)
  }
}
