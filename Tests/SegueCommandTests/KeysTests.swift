import SegueCommand
import Testing

@Suite("Keys of terminals")
struct KeysTests {
  @Test("Home and End, as sent by xterm, the Linux console and rxvt")
  func ends() {
    var reader = KeyReader()
    for (start, end) in [("[H", "[F"), ("OH", "OF"), ("[1~", "[4~"), ("[7~", "[8~")] {
      let keys = reader.read(Array("\u{1b}\(start)\u{1b}\(end)".utf8))
      #expect(keys == [.start, .end], "\(start), \(end)")
    }
  }
}
