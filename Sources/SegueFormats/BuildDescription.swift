import CSegueCodecs

/// A C library that decodes or encodes images.
package struct ImageLibrary {
  /// The name of the library, such as `libpng`.
  package let name: String
  /// The version of the library that this build is linked against, such as `1.6.39`; nil for a missing
  /// optional library.
  package let version: String?

  /// Whether the library can be used on this machine.
  ///
  /// For libtiff and libheif, which are otherwise loaded on first use, reading this property loads the
  /// library.
  package var isUsable: Bool {
    switch name {
    case "libtiff": segue_has_tiff()
    case "libheif": segue_has_heif()
    default: version != nil
    }
  }

  /// All image libraries that Segue can use, including libraries that are missing in this build.
  package static var all: [ImageLibrary] {
    var libraries: [ImageLibrary] = []
    while true {
      let library = segue_library_at(libraries.count)
      guard let name = library.name else { return libraries }
      let (major, minor, patch) = library.version
      libraries.append(
        ImageLibrary(
          name: String(cString: name), version: library.is_here ? "\(major).\(minor).\(patch)" : nil))
    }
  }
}

/// The commit from which this program was built; nil if unknown.
package var builtCommit: String? { segue_commit().map { String(cString: $0) } }

/// The commit date, such as `2026-01-31`, of a build from a source archive; nil for other builds.
package var builtCommitDate: String? { segue_commit_date().map { String(cString: $0) } }
