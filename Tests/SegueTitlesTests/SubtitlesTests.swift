import SegueErrors
import SegueFiles
import SegueTestSupport
import SegueTitles
import Testing

@Suite struct SubtitlesTests {
  private static let subRip = """
    1
    00:00:01,000 --> 00:00:02,500
    Good morning,
    <i>Boston</i>!

    2
    00:01:00,5 --> 01:00:00,000 X1:10 X2:20
    <i><font color="#ff0000">All of it</font></i>

    """

  @Test("SubRip with LF, CRLF, CR and a byte order mark", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let text =
      "\u{feff}" + Self.subRip.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
    let cues = try Subtitles(text).cues
    #expect(cues.map(\.text) == ["Good morning,\nBoston!", "All of it"])
    #expect(cues.map(\.start) == [1000, 60_500] && cues.map(\.end) == [2500, 3_600_000])
    #expect(cues.map(\.isItalic) == [false, true] && cues.map(\.isBold) == [false, false])
  }

  @Test("A file is read with its byte order mark; the same cues come from WebVTT without hours")
  func files() throws {
    let folder = try TemporaryFolder()
    let subRip = try folder.write(Array("\u{feff}\(Self.subRip)".utf8), "a.srt")
    let webVTT = """
      WEBVTT - a film
      Kind: captions

      NOTE
      A comment --> of two lines
      is no cue

      STYLE
      ::cue { color: red }

      00:01.000 --> 00:02.500
      Good morning,
      <i.loud>Boston</i>!

      the second
      01:00.500 --> 01:00:00.000 position:10%
      <v Anna><i>All <00:01:10.000>of it</i>
      """
    #expect(try Subtitles(contentsOf: subRip) == Subtitles(webVTT, named: "a.vtt"))
    #expect(try Subtitles(contentsOf: subRip).cues.count == 2)
  }

  @Test("Markup that is no tag of SubRip is text; entities are those of WebVTT")
  func markup() throws {
    func text(_ text: String, _ header: String = "") throws -> [String] {
      try Subtitles("\(header)00:01.000 --> 00:02.000\n\(text)").cues.map(\.text)
    }
    #expect(try text("1 < 2 > 1, I <3 you & me &amp; <B>us</B>") == ["1 < 2 > 1, I <3 you & me &amp; us"])
    #expect(try text("{\\fad(1,2)}{braces} a<br/>b") == ["{braces} a\nb"])
    let header = "WEBVTT\n\n"
    #expect(
      try text("R&amp;B &lt;b&gt; &#233;&#x41; &copy; <c.x>d</c> &", header) == ["R&B <b> éA &copy; d &"])
    #expect(try text("<i></i> ", header).isEmpty)
    let bold = try Subtitles("00:01.000 --> 00:02.000\n<b>all</b> <b>of it</b>").cues[0]
    #expect(bold.isBold && !bold.isItalic)
    #expect(bold.style(TitleStyle()).font == "sans-serif:bold:bold")
  }

  @Test(
    "Places by SubRip's numbers of a keypad and WebVTT's settings",
    arguments: [
      ("{\\an8}", "", "top"), ("{\\an1}", "", "bottom-left"), ("{\\an6}", "", "right"),
      ("{\\an0}", "", "bottom"), ("", "line:0", "top"), ("", "line:-1", "bottom"),
      ("", "line:10%,start align:start", "top-left"), ("", "line:50% align:end", "right"),
      ("", "line:90% align:middle", "bottom"), ("", "line:300% vertical:rl size:50%", "bottom"),
    ])
  func places(tag: String, settings: String, place: String) throws {
    let header = settings.isEmpty ? "" : "WEBVTT\n\n"
    let cue = try Subtitles("\(header)00:01.000 --> 00:02.000 \(settings)\n\(tag)text").cues[0]
    #expect(cue.text == "text")
    #expect(cue.style(TitleStyle()).place.description == place)
  }

  @Test("Cues are sorted by start, and may begin before the film")
  func order() throws {
    let cues = try Subtitles(
      "0:5.0 --> 0:6.0\nlast\n\n-00:00:02,500 --> 00:00:01,000\nfirst\n\n0:1.0 --> 0:1.0\nempty\n\n0:1.0 --> 0:2.0\nsecond"
    ).cues
    #expect(cues.map(\.text) == ["first", "empty", "second", "last"])
    #expect(cues.map(\.start) == [-2500, 1000, 1000, 5000])
  }

  @Test(
    "Errors have their line",
    arguments: [
      ("1\n00:00:02,000 --> 00:00:01,000\nx", 2, "ends before it starts"),
      ("1\n00:00:02,000 --> 00:00:03,000\nx\n\nand more", 5, "'and more' must be the times of a cue"),
      ("1\n00:00:02 -> 00:00:03", 1, "'1' must be the times"),
      ("1\n00:00:02,000 --> 3", 2, "must be two times, such as"),
      ("1\n00:aa:02,000 --> 00:00:03,000", 2, "must be two times"),
      ("1\n00:00:02,000 --> 00:00:03,000\nx\n00:00:04,000 --> 00:00:05,000\ny", 4, "an empty line"),
      ("hello\n00:00:02,000 --> 00:00:03,000\nx", 1, "'hello' must be the times"),
      ("1\n99999999:00:02,000 --> 00:00:03,000", 2, "must be two times"),
    ])
  func errors(text: String, line: Int, words: String) {
    let error = #expect(throws: TitleError.self) { try Subtitles(text, named: "a.srt") }
    #expect(error?.line == line && error?.file == "a.srt" && error?.code == .titleSubtitles)
    #expect(error?.message.hasPrefix("a.srt:\(line): ") == true && error?.message.contains(words) == true)
  }

  @Test("A file of WebVTT begins with its name, and at most 100 cues are shown at a time")
  func limits() throws {
    #expect(throws: TitleError.self) { try Subtitles("\n00:01.000 --> 00:02.000\nx", named: "a.VTT") }
    let cue = "00:01.000 --> 00:02.000\nx\n\n"
    #expect(try Subtitles(String(repeating: cue, count: 100)).cues.count == 100)
    let error = #expect(throws: TitleError.self) { try Subtitles(String(repeating: cue, count: 101)) }
    #expect(error?.line == 301)
    let later = "00:02.000 --> 00:03.000\nx\n\n"
    #expect(try Subtitles(String(repeating: cue, count: 100) + later).cues.count == 101)
    #expect(try Subtitles("").cues.isEmpty)
  }
}
