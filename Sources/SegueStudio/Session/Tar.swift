/// Archives of the form that POSIX calls ustar: a block about each file, the file, and zeros up to the next block.
package enum Tar {
  /// The bytes of a block.
  private static let block = 512

  /// What stands before a file; its name has 100 bytes at most.
  package static func header(_ name: String, size: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: block)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { bytes[offset + index] = byte }
    }
    func octal(_ value: Int, digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    put(String(name.prefix(100)), at: 0)
    put(octal(0o644, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    // The sum is taken with spaces where it stands.
    put("        0", at: 148)
    put("ustar\u{0}00", at: 257)
    put(octal(bytes.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0}", at: 148)
    return bytes
  }

  /// The zeros behind a file.
  package static func padding(_ size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (block - size % block) % block)
  }

  /// What stands at the end of all.
  package static let end = [UInt8](repeating: 0, count: 2 * block)
}
