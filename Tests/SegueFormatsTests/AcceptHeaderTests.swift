import SegueFormats
import SegueRendering
import Testing

/// Formats by the header `Accept` of an HTTP request.
@Suite struct AcceptHeaderTests {
  private func accepted(_ header: String, as kind: FormatKind? = nil) -> [String] {
    Catalog.formats.accepted(by: header, as: kind).map(\.name)
  }

  /// Headers that browsers and clients send for an image, with the image formats of the answer in order.
  static let images: [(client: String, header: String, formats: [String])] = [
    (
      "Chrome 131", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
      ["webp", "png", "jpeg"]
    ),
    (
      "Firefox 128", "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
      ["webp", "png", "jpeg"]
    ),
    ("Firefox 91", "image/webp,*/*", ["webp", "png", "jpeg"]),
    (
      "Safari 17",
      "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
      ["webp", "png", "jpeg"]
    ),
    ("Safari 13", "image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5", ["png", "jpeg", "webp"]),
    (
      "Internet Explorer 11", "image/png, image/svg+xml, image/jxr, image/*;q=0.8, */*;q=0.5",
      ["png", "jpeg", "webp"]
    ),
    ("curl", "*/*", ["png", "jpeg", "webp"]),
    ("Java", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", ["jpeg", "png", "webp"]),
    ("none", "", ["png", "jpeg", "webp"]),
  ]

  @Test("A browser gets the image format that it prefers", arguments: images)
  func browsers(_ client: String, _ header: String, _ formats: [String]) {
    #expect(accepted(header, as: .image) == formats)
  }

  @Test("Chrome gets an animation, and a video element a video")
  func others() {
    #expect(accepted(Self.images[0].header, as: .animation) == ["webp", "apng", "gif"])
    #expect(accepted(Self.images[3].header, as: .animation) == ["webp", "apng", "gif"])
    let video = "video/webm,video/ogg,video/*;q=0.9,application/ogg;q=0.7,audio/*;q=0.6,*/*;q=0.5"
    #expect(accepted(video, as: .video) == ["webm", "mp4", "mov", "mkv", "avif"])
    #expect(accepted("*/*", as: .stream) == [])
    #expect(accepted("image/tiff, image/qoi, image/jxl, image/bmp") == ["tiff"])
    let page =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
    #expect(
      accepted(page) == ["avif", "webp", "apng", "png", "jpeg", "mp4", "mov", "mkv", "webm", "gif"])
  }

  /// RFC 9110, 12.5.1: the most specific range that matches a type has precedence.
  @Test("The most precise range gives the quality")
  func precision() {
    #expect(accepted("image/*;q=0.9, image/png;q=0.1, */*;q=0.5", as: .image) == ["jpeg", "webp", "png"])
    #expect(accepted("image/webp;q=0, image/*", as: .image) == ["png", "jpeg"])
    #expect(accepted("*/*;q=0, image/jpeg;q=0.001", as: .image) == ["jpeg"])
    #expect(accepted("image/*;q=0, image/jpeg;q=0.2, image/png;q=0.3", as: .image) == ["png", "jpeg"])
    #expect(accepted("image/jpeg;q=0.500, image/png;q=0.501", as: .image) == ["png", "jpeg"])
    // With equal qualities, ranges that name a type precede others; among these, the first one does.
    #expect(accepted("*/*, image/*, image/webp", as: .image) == ["webp", "png", "jpeg"])
    #expect(accepted("image/webp, image/jpeg, image/png", as: .image) == ["webp", "jpeg", "png"])
    #expect(accepted("image/png;q=0.2, image/png;q=0.9, image/jpeg;q=0.5", as: .image) == ["jpeg", "png"])
    // Either type of a format is enough.
    #expect(accepted("video/x-matroska") == ["mkv"] && accepted("video/matroska") == ["mkv"])
    #expect(accepted("image/webp", as: .animation) == ["webp"] && accepted("image/webp", as: .video) == [])
  }

  @Test("Spaces, letter case and other parameters do not matter")
  func writing() {
    #expect(accepted(" IMAGE/WebP ; Q=0.4 ,\timage/PNG;q=0.3", as: .image) == ["webp", "png"])
    #expect(
      accepted("image/webp;level=1;q=0.1, image/png;a=\"x,y;q=0\";q=0.2", as: .image) == ["png", "webp"])
    #expect(accepted("image/png;a=\"\\\",image/jpeg,\";q=1", as: .image) == ["png"])
    #expect(accepted(",, image/png ,,", as: .image) == ["png"])
    #expect(accepted("   ", as: .image) == ["png", "jpeg", "webp"])
    #expect(accepted(" , ", as: .image) == ["png", "jpeg", "webp"])
  }

  @Test("A range that is not well-formed is ignored")
  func damaged() {
    for element in [
      "image", "image/", "/png", "*/png", "image/png/x", "image/png;q=2", "image/png;q=-1", "image/png;q=x",
      "image/png;q=nan", "image/png;q=0x1", "image/png;q=", "image/png;q", "*/", ";q=1", ";", "\"",
      "image/png;q=1e0",
    ] {
      #expect(accepted(element, as: .image) == [], "\(element)")
      #expect(accepted("image/jpeg;q=0.1," + element, as: .image) == ["jpeg"], "\(element)")
    }
  }
}
