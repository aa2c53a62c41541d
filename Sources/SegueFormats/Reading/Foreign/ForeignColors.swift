import CSegueCodecs

extension FileColors {
  /// Reads the color space that a PSD or JPEG 2000 file declares; the pixels of other formats that ffmpeg
  /// decodes are taken as sRGB.
  ///
  /// - Source: Adobe Photoshop File Formats, "Image Resources Section"; ISO/IEC 15444-1, I.5.3.3.
  init(foreign bytes: [UInt8], demuxer: String, named name: String) throws(ImageError) {
    self = .unsaid
    switch demuxer {
    case "psd_pipe": self = (try? Self.psd(bytes, named: name)) ?? .unsaid
    case "j2k_pipe":
      guard let (space, profile) = try? Self.jpeg2000(bytes, named: name) else { return }
      if let profile { self = .profile(profile) }
      // The color space of a profile's samples follows 16 bytes.
      guard space != 12, profile?.dropFirst(16).starts(with: "CMYK".utf8) != true else {
        throw .unsupported(file: name, detail: "a JPEG 2000 image of CMYK")
      }
    default: break
    }
  }

  /// Reads the profile among the image resources of a PSD file, which follow its header and its color table.
  private static func psd(_ bytes: [UInt8], named name: String) throws(ImageError) -> FileColors {
    var file = FileReader(bytes, named: name, from: 24)
    // ffmpeg decodes gray (1), indexed (2), RGB (3) and duotone (8) to the samples that the profile describes.
    guard [1, 2, 3, 8].contains(try file.big16()) else { return .unsaid }
    _ = try file.take(file.big32())
    let end = (try file.big32()) + file.next
    while file.next < end, try file.take(4).elementsEqual("8BIM".utf8) {
      let kind = try file.big16()
      let length = Int(try file.byte())
      // Names and contents are padded to an even number of bytes; the length byte is part of the name.
      _ = try file.take(length | 1)
      let count = try file.big32()
      let content = try file.take(count)
      if kind == 1039 { return .profile(Array(content)) }
      if count % 2 == 1 { _ = try file.byte() }
    }
    return .unsaid
  }

  /// Reads the first color specification of a JP2 file: the number of a color space, or a profile.
  private static func jpeg2000(
    _ bytes: [UInt8], named name: String
  ) throws(ImageError) -> (space: Int?, profile: [UInt8]?) {
    var file = FileReader(bytes, named: name)
    _ = try file.openBox(["jp2h"])
    _ = try file.openBox(["colr"])
    let method = try file.byte()
    _ = try file.take(2)
    if method == 1 { return (try file.big32(), nil) }
    // An ICC profile begins with its size.
    var profile = file
    return (nil, Array(try file.take(profile.big32())))
  }
}
