import Foundation
import Segue
import SegueTestSupport
import Testing

/// EXIF, XMP and resolution of the image that is filtered.
@Suite("segue apply: metadata")
struct ApplyMetadataTests {
  let folder: TemporaryFolder

  /// Makes EXIF with an orientation only, and padding after it.
  private static func exif(orientation: UInt8, room: Int = 0) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
      + [UInt8](repeating: 0, count: room)
  }

  /// A photograph stored sideways.
  private let photo: String

  init() throws {
    folder = try TemporaryFolder()
    photo = folder.file("photo.jpg")
    let metadata = Metadata(
      exif: Self.exif(orientation: 6), xmp: "<x tiff:Orientation=\"6\"/>",
      resolution: Metadata.Resolution(across: 300, down: 200))
    try Bitmap(contentsOf: from).write(to: photo, metadata: metadata)
  }

  private func metadata(_ name: String, _ arguments: String..., input: String? = nil) throws -> Metadata {
    let run = try runSegue(arguments + ["-o", name], input: input, folder: folder.path)
    expectSuccess(run)
    #expect(run.errorText.isEmpty)
    return try Metadata(contentsOf: folder.file(name))
  }

  @Test(arguments: ["png", "jpg"] + (Formats.WebP.unavailable == nil ? ["webp"] : []))
  func metadataIsKept(_ name: String) throws {
    let kept = try metadata("kept.\(name)", "apply", photo, "--filter", "sepia")
    #expect(kept.exif == Self.exif(orientation: 1))
    #expect(kept.xmp == "<x tiff:Orientation=\"1\"/>")
    let sides = kept.resolution.map { [$0.across, $0.down].map { Int($0.rounded()) } }
    #expect(sides == (name == "webp" ? nil : [200, 300]))
    #expect(try Bitmap(contentsOf: folder.file("kept.\(name)")).size == PixelSize(width: 90, height: 160))
    #expect(try metadata("piped.\(name)", "apply", "-", "--filter", "sepia", input: photo) == kept)
    // Metadata comes from the first image; the second has none.
    #expect(try metadata("both.\(name)", "apply", photo, to) == kept)
    #expect(try metadata("other.\(name)", "apply", to, photo) == Metadata())
    #expect(
      try metadata("small.\(name)", "apply", photo, "--filter", "sepia", "--size", "20x20").exif == kept.exif)
  }

  @Test("In a batch, each image keeps its own metadata")
  func isKeptForEach() throws {
    let run = try runSegue(
      ["apply", photo, to, "--filter", "sepia", "-q", "-o", "{name}-kept.jpg"], folder: folder.path)
    expectSuccess(run)
    let kept = try Metadata(contentsOf: folder.file("photo-kept.jpg"))
    #expect(kept.exif == Self.exif(orientation: 1) && kept.xmp == "<x tiff:Orientation=\"1\"/>")
    #expect(try Metadata(contentsOf: folder.file("to-kept.jpg")) == Metadata())
    let stripped = ["apply", photo, "--filter", "sepia", "--strip", "-q", "-o", "%d.jpg"]
    expectSuccess(try runSegue(stripped, folder: folder.path))
    #expect(try Metadata(contentsOf: folder.file("0.jpg")) == Metadata())
  }

  @Test func metadataIsLeftOut() throws {
    #expect(try metadata("strip.jpg", "apply", photo, "--filter", "sepia", "--strip") == Metadata())
    #expect(try metadata("frame.jpg", "frame", photo, to, "--progress", "0.1") == Metadata())
    expectSuccess(
      try runSegue(["render", photo, to, "--frames", "2", "-q", "-o", "%d.jpg"], folder: folder.path))
    #expect(try Metadata(contentsOf: folder.file("0.jpg")) == Metadata())
  }

  @Test("Metadata that is damaged or does not fit is left out, with one line of warning")
  func warnings() throws {
    let frame = try Bitmap(contentsOf: from)
    for (exif, output, said) in [
      (
        Self.exif(orientation: 9, room: 65536), "out.jpg",
        "out.jpg: its EXIF has 65562 bytes, more than JPEG holds; it is left out"
      ),
      (Array("MM\0*\0\0\0\u{8}".utf8), "out.png", "in.png: its EXIF is damaged; it is left out"),
    ] {
      try frame.write(to: folder.file("in.png"), overwrite: true, metadata: Metadata(exif: exif))
      let arguments = ["apply", "in.png", "--filter", "sepia", "-o", output, "--overwrite"]
      let run = try runSegue(arguments, folder: folder.path)
      expectSuccess(run)
      #expect(run.errorText == said + "\n")
      #expect(try Metadata(contentsOf: folder.file(output)) == Metadata())
      let events = try runSegue(arguments + ["--json-progress"], folder: folder.path)
      #expect(
        events.errorLines.first
          == "{\"code\":\"image.warning\",\"event\":\"warning\",\"message\":\"\(said)\"}")
      #expect(try runSegue(arguments + ["--strip"], folder: folder.path).errorText.isEmpty)
    }
  }
}
