import CSegueCodecs

/// A library that images are read and written by.
package struct ImageLibrary {
  /// What it is called.
  package let name: String
  /// The version that this build was made with, such as `1.6.39`; nil where it was missing, which some may be.
  package let version: String?

  /// All of them.
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

/// The commit that was built, where it is known.
package var builtCommit: String? { segue_commit().map { String(cString: $0) } }

/// The day of that commit, such as `2026-01-31`, where the build is one of a source archive.
package var builtCommitDate: String? { segue_commit_date().map { String(cString: $0) } }
