import SeguePixels

/// Packs frames of a Y4M stream: the word FRAME, then planes of Y, Cb and Cr.
///
/// BT.709 in limited range, from the picture over black: with R, G and B in 0…255
///
///     Y  =  16 + ( 5983·R + 20127·G +  2032·B) / 32768
///     Cb = 128 + (−3298·R − 11094·G + 14392·B) / 32768
///     Cr = 128 + (14392·R − 13072·G −  1320·B) / 32768
///
/// each rounded once to the nearest integer. The weights are BT.709's (Kr = 0.2126, Kb = 0.0722) times 219/255 and
/// 224/255, in steps of 1/32768, such that white is 235 and greys have no colour. Where chroma is halved, Cb and Cr
/// are those of columns 2i − 1, 2i and 2i + 1 by 1:2:1, of rows 2j and 2j + 1 alike, clamped to the picture: sited
/// as MPEG-2, H.264 and VP9 have it, on the left column and between the rows.
final class Y4MEncoder: StreamEncoder {
  private static let luma: [Int16] = [5983, 20127, 2032]
  private static let blue: [Int16] = [-3298, -11094, 14392]
  private static let red: [Int16] = [14392, -13072, -1320]
  private static let colors = blue + red
  private static let start = Array("FRAME\n".utf8)

  private let chroma: ChromaSubsampling
  private let kernels: Kernels
  private var packed: [UInt8] = []

  init(_ chroma: ChromaSubsampling, level: SIMDLevel) {
    self.chroma = chroma
    kernels = Kernels(level) ?? .preferred
  }

  func encode(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    let half = chroma == .half
    let (chromaWidth, chromaHeight) = half ? ((width + 1) / 2, (height + 1) / 2) : (width, height)
    let count = Self.start.count + width * height + 2 * chromaWidth * chromaHeight
    if packed.count != count { packed = Self.start + Array(repeating: 0, count: count - Self.start.count) }
    let rows = BorrowedRows(bitmap)
    withExtendedLifetime(bitmap) {
      packed.withUnsafeMutableBufferPointer { packed in
        let luma = packed[Self.start.count...].prefix(width * height)
        let blue = packed[luma.endIndex...].prefix(chromaWidth * chromaHeight)
        let red = packed[blue.endIndex...]
        func row(_ y: Int, of plane: Slice<UnsafeMutableBufferPointer<UInt8>>, _ width: Int)
          -> UnsafeMutableBufferPointer<UInt8>
        {
          UnsafeMutableBufferPointer(rebasing: plane.dropFirst(y * width).prefix(width))
        }
        func convert(_ y: Int, _ weights: [Int16], _ offset: UInt8, _ out: UnsafeMutableBufferPointer<UInt8>)
        {
          var out = out.mutableSpan
          rows.withRow(y) { kernels.matrix($0, weights: weights, offset: offset, into: &out) }
        }
        for y in 0..<height {
          convert(y, Self.luma, 16, row(y, of: luma, width))
          guard half else {
            convert(y, Self.blue, 128, row(y, of: blue, width))
            convert(y, Self.red, 128, row(y, of: red, width))
            continue
          }
          // Both rows are in the nearest cache by then.
          guard y % 2 == 1 || y == height - 1 else { continue }
          var blueRow = row(y / 2, of: blue, chromaWidth).mutableSpan
          var redRow = row(y / 2, of: red, chromaWidth).mutableSpan
          rows.withRow(y & ~1) { top in
            rows.withRow(y) {
              kernels.matrixHalf(top, $0, weights: Self.colors, offset: 128, into: &blueRow, &redRow)
            }
          }
        }
      }
    }
  }

  func withBytes<Result>(_ body: (Span<UInt8>) throws(CodecError) -> Result) throws(CodecError) -> Result {
    let bytes = packed
    return try body(bytes.span)
  }
}
