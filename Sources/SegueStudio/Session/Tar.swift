/// Tar archives in the pax format of POSIX: for each file a header block, the content, and zeros up to the
/// next block.
///
/// A name of more than 100 bytes, or a size of 8 GiB or more, is stored in an extended header before the
/// file's header block.
package enum Tar {
  /// The size of a block in bytes.
  private static let block = 512

  /// Makes the header blocks for a file.
  package static func header(_ name: String, size: Int) -> [UInt8] {
    var records: [UInt8] = []
    if name.utf8.count > 100 { records += record("path", name) }
    if size >= 1 << 33 { records += record("size", "\(size)") }
    let own = block(name, size: size < 1 << 33 ? size : 0, kind: "0")
    guard !records.isEmpty else { return own }
    return block("PaxHeaders/frame", size: records.count, kind: "x") + records + padding(records.count) + own
  }

  /// Makes the zeros that follow a content of `size` bytes, up to the next block.
  package static func padding(_ size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (block - size % block) % block)
  }

  /// The two blocks of zeros at the end of an archive.
  package static let end = [UInt8](repeating: 0, count: 2 * block)

  /// Makes a record of an extended header: the record's length as decimal digits, a space, the key, `=`, the
  /// value, and a line end.
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    // Increases the length until it is consistent, since the length counts its own digits.
    var length = rest.utf8.count
    while length != rest.utf8.count + "\(length)".utf8.count {
      length = rest.utf8.count + "\(length)".utf8.count
    }
    return Array("\(length)\(rest)".utf8)
  }

  /// Makes a header block for a file, or for an extended header (kind `x`); only the first 100 bytes of
  /// `name` are stored.
  private static func block(_ name: String, size: Int, kind: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: block)
    func put(_ text: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in text.enumerated() { bytes[offset + index] = byte }
    }
    func octal(_ value: Int, digits: Int) -> String.UTF8View {
      let text = String(value, radix: 8)
      return (String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8
    }
    put(name.utf8.prefix(100), at: 0)
    put(octal(0o644, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    // Computes the checksum of the header with spaces in the field of the checksum.
    put("        \(kind)".utf8, at: 148)
    put("ustar\u{0}00".utf8, at: 257)
    put(octal(bytes.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
    bytes[154] = 0
    return bytes
  }
}
