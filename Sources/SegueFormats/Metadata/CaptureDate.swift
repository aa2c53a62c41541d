extension Metadata {
  /// The day on which the picture was taken, as `YYYY-MM-DD`; nil if EXIF has no date.
  ///
  /// The date is the tag DateTimeOriginal or, without it, DateTime.
  package var captureDay: String? {
    guard let exif, let structure = TIFFStructure(exif[...]), let first = structure.first else { return nil }
    let details = structure.entry(tagged: 0x8769, at: first).flatMap {
      structure.firstInteger(ofEntryAt: $0.place)
    }
    let original = details.flatMap { structure.entry(tagged: 0x9003, at: $0) }
    guard let range = (original ?? structure.entry(tagged: 0x132, at: first))?.value, range.count >= 10,
      range.lowerBound >= 0, range.upperBound <= structure.bytes.count
    else { return nil }
    // The form is YYYY:MM:DD HH:MM:SS; unknown parts are spaces or zeros.
    let day = structure.bytes[range].prefix(10)
    let parts = day.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }),
      parts[0] != [0x30, 0x30, 0x30, 0x30]
    else { return nil }
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }
}
