import SegueFiles
import SegueFormats
import SeguePixels
import SegueRendering
import SegueTestSupport
import Synchronization
import Testing

@Suite("Warnings: helper programs and bit depth") struct DecodingWarningTests {
  @Test("Decoding starts a helper program only if the options allow it")
  func programs() throws {
    let folder = try TemporaryFolder()
    for (bytes, title) in [
      (OtherFormatsTests.psd(OtherFormatsTests.straight, OtherFormatsTests.size), "a PSD"),
      (MadeEXR().bytes, "an OpenEXR"),
    ] {
      let file = try folder.write(bytes, title)
      func expect(_ name: String, _ decode: () throws -> Void) {
        let error = #expect(throws: ImageError.self, performing: decode)
        let detail = "\(title) image, which ffmpeg reads; DecodeOptions(programs: true) starts it"
        #expect(error == .unsupported(file: name, detail: detail))
      }
      expect("image") { _ = try Bitmap(decoding: bytes) }
      expect("image") { _ = try LumaPlane(decoding: bytes) }
      expect(file) { _ = try Bitmap(contentsOf: file) }
      expect(file) {
        _ = try Bitmap(contentsOf: file, fittedTo: Framing(size: PixelSize(width: 4, height: 4)))
      }
      expect(file) { _ = try Bitmap.decoding([file, file]) }
      expect(file) { _ = try LumaPlane(contentsOf: file) }
      expect(file) { _ = try ParameterFile(contentsOf: file) }
      #expect(try Metadata(contentsOf: file) == Metadata())
      guard hasFFmpeg else { continue }
      #expect(
        try Bitmap(contentsOf: file, options: .withPrograms)
          == Bitmap(decoding: bytes, options: .withPrograms))
    }
  }

  /// Collects the warnings of decoding.
  private func warnings(_ decode: (DecodeOptions) throws -> Void) throws -> [String] {
    let said = Mutex<[String]>([])
    try decode(DecodeOptions(programs: true) { line in said.withLock { $0.append(line) } })
    return said.withLock { $0 }
  }

  @Test("Only the first image with more than 8 bits a channel causes a warning")
  func depth() throws {
    let said = { (name: String) in
      ["\(name): more than 8 bits a channel are reduced to 8; further such images are not reported"]
    }
    let deep = MadePNG(19, 14, 2, 16, interlaced: false, seed: 1).bytes
    let numbers = Array("P5 2 1 1000 ".utf8) + [1, 2, 3, 4]
    var files = [deep, numbers, MadeTIFF(bits: 16).bytes]
    if hasFFmpeg { files.append(MadeEXR().bytes) }
    for file in files {
      #expect(try warnings { _ = try Bitmap(decoding: file, named: "a", options: $0) } == said("a"))
      let framing = Framing(size: PixelSize(width: 2, height: 2), dither: true)
      let fitted = try warnings {
        _ = try Bitmap(decoding: file, named: "a", fittedTo: framing, Execution(decoding: $0))
      }
      #expect(fitted == said("a"))
    }
    let together = try warnings { options in
      for (index, file) in files.enumerated() {
        _ = try Bitmap(decoding: file, named: "\(index)", options: options)
      }
    }
    #expect(together == said("0"))
    let shallow = try warnings { options in
      _ = try Bitmap(decoding: MadePNG(19, 14, 2, 8, interlaced: false, seed: 1).bytes, options: options)
      _ = try Bitmap(decoding: MadeTIFF().bytes, options: options)
      // Maps keep all bits.
      for file in files { _ = try LumaPlane(decoding: file, options: options) }
    }
    #expect(shallow == [])
  }
}
