import SegueExport
package import SegueFormats
package import SegueRendering

/// The choice of a format by its name or by a file's extension, with error messages.
package enum JobFormat {
  /// Returns the catalog item of a format, by the format's name or by a file extension.
  package static func item(named name: String) throws(JobError) -> CatalogItem<any FileFormat> {
    let formats = Catalog.formats
    if let item = (try? formats.named(name)) ?? formats.forFile(named: ".\(name)") { return item }
    throw JobError(
      "output.format", sentence: "there are \(formats.items.map(\.name).joined(separator: ", "))")
  }

  /// Makes a format with options.
  ///
  /// - Throws: `JobError` if an option exists only in other formats, or if this build cannot write the
  ///   format; for a series of files (`isSeries`), also for the option `loops`. `ParameterError` if an option
  ///   exists in no format, or has an invalid value.
  package static func make(
    _ item: CatalogItem<any FileFormat>, _ options: Job.Parameters, isSeries: Bool
  ) throws -> any FileFormat {
    let known = item.parameters.map(\.name)
    for (key, _) in options.values where !known.contains(key) || key == "loops" && isSeries {
      let takers = Catalog.formats.items.filter { $0.parameters.contains { $0.name == key } }.map(\.name)
      guard !takers.isEmpty else { throw ParameterError.unknown(key, of: item.name, known: known) }
      let part = key == "loops" ? "one file of " : ""
      throw JobError("output.options.\(key)", "is for \(part)\(takers.conjunction), not \(item.name)")
    }
    let format = try item.make(options.values)
    if let reason = type(of: format).unavailable {
      throw JobError("output.format", sentence: "\(reason)")
    }
    return format
  }

  /// Throws if a file name has the extension of another format.
  package static func check(_ item: CatalogItem<any FileFormat>, file: String) throws(JobError) {
    guard let meant = Catalog.formats.forFile(named: file), meant.name != item.name else { return }
    // Allows the extension `png` for an animated PNG; viewers without support for animation show its first
    // frame.
    if item.name == Formats.APNG.name && meant.name == Formats.PNG.name { return }
    throw JobError(
      "output.file",
      sentence:
        "\(file): the name has the format \(meant.name), but \(field("output.format")) is \(item.name); they must be equal",
      subject: file)
  }

  /// Throws if the name of a single output file has a placeholder: `%d` or `{name}`.
  package static func checkIsOne(_ file: String) throws(JobError) {
    guard FrameTemplate.name(ofOne: file) == nil else { return }
    throw JobError(
      "output.file",
      sentence:
        "\(file): %d and {name} are not filled in here; give \(field("output.file")) another name, with %% for a percent sign",
      subject: file)
  }

  /// Returns the file extensions of all formats that meet a condition, for messages.
  package static func extensions(where isWanted: (any FileFormat) -> Bool) -> String {
    Catalog.formats.all.filter(isWanted).flatMap { type(of: $0).extensions }.map { ".\($0)" }.alternatives
  }

  /// Returns the start of an error message about an output file with an unknown extension.
  package static func unknown(_ file: String, where isWanted: (any FileFormat) -> Bool) -> String {
    let extensions = extensions(where: isWanted)
    let name = file.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].count > 1 else {
      return "\(file): the name has no extension of a format: \(extensions)"
    }
    return "\(file): no format is written with the extension \(name[dot...]), only \(extensions)"
  }

  /// Returns the names of all formats that meet a condition.
  package static func names(where isWanted: (any FileFormat) -> Bool) -> [String] {
    Catalog.formats.all.filter(isWanted).map { type(of: $0).name }
  }

  /// Returns whether a value for an ffmpeg option contains the name of a pixel format with alpha, alone or in
  /// a filter.
  static func hasAlpha(_ value: String) -> Bool {
    let families = ["yuva", "rgba", "argb", "bgra", "abgr", "gbrap", "ayuv", "vuya", "ya8", "ya16", "yaf"]
    return value.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.contains { word in
      families.contains { word.hasPrefix($0) }
    }
  }

  /// The names in `videoChoices` of the formats that support transparency, as a list for messages.
  package static var transparentVideo: String {
    videoChoices.filter(\.format.keepsAlpha).map(\.name).alternatives
  }

  /// The video formats, once by name and once with each codec, such as `mov` and `mov:codec=prores`.
  package static var videoChoices: [(name: String, format: any VideoFormat)] {
    Catalog.formats.items.flatMap { item -> [(name: String, format: any VideoFormat)] in
      var choices: [(name: String, values: [(key: String, value: String)])] = [(item.name, [])]
      if case .word(let codecs)? = item.parameters.first(where: { $0.name == "codec" })?.kind {
        choices += codecs.map { ("\(item.name):codec=\($0)", [("codec", $0)]) }
      }
      return choices.compactMap { name, values in
        (try? item.make(values))?.video.map { (name, $0) }
      }
    }
  }
}

extension FileFormat {
  /// Whether the format can be written, and not only read.
  package var isWritten: Bool { !writtenKinds.isEmpty }
}

extension [String] {
  /// The strings as a list, such as `a, b and c`.
  package var conjunction: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + (last ?? "")
  }
}
