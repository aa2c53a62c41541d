import CSegueCodecs

/// A library that the package is built without where it is missing.
package struct OptionalLibrary {
  /// What it is called.
  package let name: String
  /// Whether it is in this build.
  package let isHere: Bool

  /// All of them.
  package static var all: [OptionalLibrary] {
    [
      .init(name: "ISA-L", isHere: segue_deflates_with_isal()),
      .init(name: "libwebp", isHere: segue_has_webp()), .init(name: "lcms2", isHere: segue_has_lcms()),
      .init(name: "libtiff", isHere: segue_has_tiff()), .init(name: "libheif", isHere: segue_has_heif()),
    ]
  }
}
