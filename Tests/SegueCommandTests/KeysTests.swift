import SegueCommand
import Testing

@Suite("Keys of terminals")
struct KeysTests {
  @Test("The keys at both ends, as xterm, the Linux console and rxvt send them")
  func ends() {
    var reader = KeyReader()
    for (start, end) in [("[H", "[F"), ("OH", "OF"), ("[1~", "[4~"), ("[7~", "[8~")] {
      let keys = reader.read(Array("\u{1b}\(start)\u{1b}\(end)".utf8))
      #expect(keys == [.start, .end], "\(start), \(end)")
    }
  }
}
