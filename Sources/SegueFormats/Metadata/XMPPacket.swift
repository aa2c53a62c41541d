/// An XMP packet in which properties can be read, changed and removed; all other bytes are kept.
///
/// - Source: ISO 16684-1; XMP Specification, part 2, 3.1 to 3.3; specifications of Google and Adobe, named
///   below.
struct XMPPacket {
  private let bytes: [UInt8]
  private let properties: [XMLProperty]
  /// The namespace declarations; empty if the packet was not parsed to its end.
  private let declarations: [(namespace: XMPNamespace, range: Range<Int>)]

  /// Parses the bytes of a packet; ignores zeros at the end.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex)])
    let read = XMLProperties(self.bytes)
    (properties, declarations) = (read.list, read.isWhole ? read.declarations : [])
  }

  /// The orientation; nil if it is missing or outside 1…8.
  var orientation: StoredOrientation? {
    properties.lazy.compactMap(digitOfOrientation).first.map { .turned(Int(bytes[$0]) - 48) }
  }

  /// Returns the packet, adjusted to the decoded picture: without thumbnails, and without properties about
  /// data that follows the picture in the file.
  ///
  /// Nil if the packet is not UTF-8.
  func text(isUpright: Bool, isInSRGB: Bool) -> String? {
    guard !bytes.contains(0) else { return nil }
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var (used, unused): (Set<XMPNamespace>, Set<XMPNamespace>) = ([], [])
    for property in properties {
      let isOut = Self.isOfGoneBytes(property) || isInSRGB && Self.isOfColors(property)
      if isOut { unused.insert(property.namespace) } else { used.insert(property.namespace) }
      if isOut {
        edits.append((property.range, []))
      } else if isUpright, let digit = digitOfOrientation(property) {
        edits.append((digit..<digit + 1, Array("1".utf8)))
      } else if isInSRGB, let value = property.value, let said = Self.colorsSaid(property) {
        edits.append((value, Array(said.utf8)))
      }
    }
    // Removes declarations of namespaces that no remaining property uses.
    for (namespace, range) in declarations where unused.contains(namespace) && !used.contains(namespace) {
      edits.append((range, []))
    }
    var text: [UInt8] = []
    var next = 0
    // Skips edits inside a property that is removed.
    for (range, bytes) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound >= next {
      text += self.bytes[next..<range.lowerBound] + bytes
      next = range.upperBound
    }
    return String(validating: text + bytes[next...], as: UTF8.self)
  }

  /// Returns the offset of the digit in an orientation's value.
  private func digitOfOrientation(_ property: XMLProperty) -> Int? {
    guard property.has(.tiff, "Orientation"), let value = property.value else { return nil }
    let digits = value.filter { !XMLProperties.isBlank(bytes[$0]) }
    guard digits.count == 1, (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(bytes[digits[0]]) else {
      return nil
    }
    return digits[0]
  }

  /// Returns whether a property describes data that the new file does not contain.
  ///
  /// These data are a thumbnail, a second packet, or a video, a gain map or a depth map that a phone has
  /// appended to the file.
  ///
  /// - Source: developer.android.com, Motion Photo format 1.0 and Ultra HDR 1.1; Adobe, Gain Map 1.0;
  ///   developers.google.com, Depthmap and Dynamic Depth.
  private static func isOfGoneBytes(_ property: XMLProperty) -> Bool {
    switch property.namespace {
    case .xmp: property.name == "Thumbnails"
    case .note: property.name == "HasExtendedXMP"
    case .container, .item, .gainMap, .appleGainMap, .depth, .image, .audio, .device, .xiaomi: true
    case .camera, .oplus:
      property.name.hasPrefix("MotionPhoto") || property.name.hasPrefix("MicroVideo")
        || property.name == "VideoLength"
    default: false
    }
  }

  /// Returns whether a property describes primaries or curves of the original file.
  private static func isOfColors(_ property: XMLProperty) -> Bool {
    switch property.namespace {
    case .tiff: ["TransferFunction", "WhitePoint", "PrimaryChromaticities"].contains(property.name)
    case .photoshop: property.name == "ICCProfile"
    case .newExif: property.name == "Gamma"
    default: false
    }
  }

  /// Returns the new value, for sRGB, of a property that declares a color space; nil for other properties.
  private static func colorsSaid(_ property: XMLProperty) -> String? {
    if property.has(.exif, "ColorSpace") { return "1" }
    return property.has(.newExif, "InteroperabilityIndex") ? "R98" : nil
  }
}

/// The namespaces of properties that are read, changed or removed.
enum XMPNamespace: String, CaseIterable {
  case tiff = "http://ns.adobe.com/tiff/1.0/"
  case exif = "http://ns.adobe.com/exif/1.0/"
  case newExif = "http://cipa.jp/exif/1.0/"
  case xmp = "http://ns.adobe.com/xap/1.0/"
  case note = "http://ns.adobe.com/xmp/note/"
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  case appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
  case camera = "http://ns.google.com/photos/1.0/camera/"
  case container = "http://ns.google.com/photos/1.0/container/"
  case item = "http://ns.google.com/photos/1.0/container/item/"
  case depth = "http://ns.google.com/photos/1.0/depthmap/"
  case image = "http://ns.google.com/photos/1.0/image/"
  case audio = "http://ns.google.com/photos/1.0/audio/"
  case device = "http://ns.google.com/photos/dd/1.0/device/"
  case oplus = "http://ns.oplus.com/photos/1.0/camera/"
  case xiaomi = "http://ns.xiaomi.com/photos/1.0/camera/"

  /// The usual prefixes, for packets without namespace declarations.
  private var prefixes: [String] {
    switch self {
    case .tiff: ["tiff"]
    case .exif: ["exif"]
    case .newExif: ["exifEX"]
    case .xmp: ["xmp", "xap"]
    case .note: ["xmpNote"]
    case .photoshop: ["photoshop"]
    case .gainMap: ["hdrgm"]
    case .appleGainMap: ["HDRGainMap"]
    case .camera: ["GCamera", "Camera"]
    case .container: ["Container", "GContainer"]
    case .item: ["Item", "GContainerItem"]
    case .depth: ["GDepth"]
    case .image: ["GImage"]
    case .audio: ["GAudio"]
    case .device: ["Device"]
    case .oplus: ["OpCamera"]
    case .xiaomi: ["MiCamera"]
    }
  }

  private static let byPrefix = Dictionary(
    allCases.flatMap { space in space.prefixes.map { ($0, space) } }, uniquingKeysWith: { first, _ in first })

  init?(prefix: String) {
    guard let space = Self.byPrefix[prefix] else { return nil }
    self = space
  }
}
