import Segue
import SegueTestSupport
import Testing

/// A command line, in which FROM and TO are the two images, and words of the expected message.
struct UsageCase: Sendable, CustomTestStringConvertible {
  let line: String
  let words: [String]

  init(_ line: String, _ words: String...) {
    self.line = line
    self.words = words
  }

  var arguments: [String] {
    line.split(separator: " ").map { $0 == "FROM" ? from : $0 == "TO" ? to : String($0) }
  }

  var testDescription: String { line }
}

@Suite("Usage errors: exit code 64")
struct UsageTests {
  static let parsing = [
    UsageCase("rendr", "rendr", "did you mean render?", "segue --help"),
    UsageCase("help rendr", "rendr", "did you mean render?", "segue --help"),
    UsageCase("zzz", "zzz", "render", "bench", "segue --help"),
    UsageCase("render", "<from>", "segue render --help"),
    UsageCase("render FROM", "<to>"),
    UsageCase("render FROM TO extra", "extra"),
    UsageCase("render FROM TO --bogus", "--bogus", "segue render --help"),
    UsageCase("render FROM TO --frame 5", "--frame", "id you mean '--frames'"),
    UsageCase("frame FROM TO --progress 0.5", "--output", "segue frame --help"),
    UsageCase("list nothing", "nothing", "transitions"),
    UsageCase("render FROM TO --depth 12 -o a.mp4", "--depth is '12'", "8", "10", "float"),
    UsageCase("join -hello.mp4 TO -o a.mp4", "'-hello.mp4' is no option", "'./-hello.mp4'"),
    UsageCase("render FROM TO -o -frame.png", "'-frame.png'", "'./-frame.png'"),
  ]

  static let names = [
    UsageCase("render FROM TO -t pixelate-disolve", "pixelate-disolve", "did you mean pixellate-dissolve?"),
    UsageCase("render FROM TO -t zzz", "zzz", "cross-dissolve"),
    UsageCase("apply FROM --filter pixelate -o a.png", "pixelate", "did you mean pixellate?"),
    UsageCase("apply FROM TO --blend disolve -o a.png", "disolve", "did you mean dissolve?"),
    UsageCase("explain pixelate", "pixelate", "did you mean pixellate?"),
    UsageCase("explain zzz", "zzz", "cross-dissolve"),
    UsageCase("render FROM TO -p bogus=1", "bogus", "fraction"),
    UsageCase("render FROM TO -t cross-dissolve -p fraction=0.1", "cross-dissolve", "fraction"),
  ]

  static let values = [
    UsageCase("render FROM TO -p fraction", "fraction", "key=value"),
    UsageCase("render FROM TO -p fraction=abc", "abc", "0…1"),
    UsageCase("render FROM TO -p fraction=2", "fraction", "'2'", "0…1"),
    UsageCase("apply FROM --filter pixellate:fraction=9 -o a.png", "'9'", "0…1"),
    UsageCase("apply FROM --filter pixellate:sampling=median -o a.png", "median", "center or mean"),
    UsageCase("render FROM TO --frames 0", "--frames"),
    UsageCase("render FROM TO --frames five", "five", "--frames"),
    UsageCase("render FROM TO --duration 0", "--duration"),
    UsageCase("render FROM TO --duration inf", "--duration"),
    UsageCase("render FROM TO --duration -1", "--duration must be above 0"),
    UsageCase("render FROM TO --duration -.5", "--duration must be above 0"),
    UsageCase("render FROM TO --frames 10 --range 3-10", "--range 3-10: there are only the frames 0-9"),
    UsageCase("render FROM TO --frames 10 --range 10-12", "--range 10-12: there are only the frames 0-9"),
    UsageCase("render FROM TO --frames 1 -o f-%x.png", "f-%x.png: 1 frame needs one number in the name"),
    UsageCase("render FROM TO --hold -0.5", "--hold must be 0 or more"),
    UsageCase("sheet FROM TO --gap -3 -o a.png", "--gap must be within 0…10000"),
    UsageCase("render FROM TO --fps nan", "--fps"),
    UsageCase("render FROM TO --fps 24/0", "24/0", "30000/1001"),
    UsageCase("render FROM TO --fps fast", "fast", "30000/1001"),
    UsageCase("render FROM TO --fps -24/1", "--fps", "a number above 0"),
    UsageCase("render FROM TO --frames 3 --fps 0", "--fps", "a number above 0"),
    UsageCase("slideshow FROM TO --fps 0", "--fps", "a number above 0"),
    UsageCase("render FROM TO --frames 3 --fps 25 --duration 1", "give --frames or --duration, not both"),
    UsageCase("render FROM TO --duration 1e300", "frames"),
    UsageCase(
      "render FROM TO --ease bouncy", "bouncy", "--ease", "did you mean spring(duration:s,bounce:b)?"),
    UsageCase("render FROM TO --ease bounce", "bounce", "did you mean spring(duration:s,bounce:b)?"),
    UsageCase("render FROM TO --ease ease-inout", "ease-inout", "did you mean ease-in-out?"),
    UsageCase("render FROM TO --ease step(3)", "step(3)", "did you mean steps(n)?"),
    UsageCase("render FROM TO --ease zzz", "zzz", "linear", "ease-in-out", "or spring("),
    UsageCase("render FROM TO --ease cubic-bezier(2,0,1,1)", "--ease"),
    UsageCase("render FROM TO --operation sideways", "sideways", "dismiss"),
    UsageCase("render FROM TO --size 10", "--size", "WxH"),
    UsageCase("render FROM TO --size 0x10", "--size", "1 or more"),
    UsageCase("render FROM TO --size 10x0", "--size", "1 or more"),
    UsageCase("render FROM TO --size 720q", "'720q'", "--size", "1280x720", "720p, 1080p, 4k or uhd"),
    UsageCase("bench --size 720q", "'720q'", "--size", "1280x720"),
    UsageCase("render FROM TO --size 100000x100000", "--size", "--max-pixels"),
    UsageCase("render FROM TO --fit squeeze", "squeeze", "contain"),
    UsageCase("render FROM TO --background mauvish", "mauvish"),
    UsageCase(
      "render FROM TO --background purpel", "purpel", "#rrggbb", "CSS name", "did you mean 'purple'?"),
    UsageCase("render FROM TO -t hero -p background=gren", "gren", "CSS name; did you mean 'green'?"),
    UsageCase("render FROM TO --threads 0", "--threads"),
    UsageCase("render FROM TO --max-pixels 0", "--max-pixels"),
    UsageCase("render FROM TO --simd mmx", "mmx", "baseline"),
    UsageCase("frame FROM TO --progress 2 -o a.png", "--progress", "0…1"),
    UsageCase("frame FROM TO --time=-0.1 -o a.png", "--time", "0…1"),
    UsageCase("frame FROM TO --time -0.1 -o a.png", "--time", "0…1"),
    UsageCase("frame FROM TO --time -.5 -o a.png", "--time", "0…1"),
    UsageCase("slideshow FROM TO --seed 3 -f null", "--seed", "random"),
    UsageCase("slideshow FROM TO -t random,hero -f null", "random", "the only transition"),
    UsageCase("render FROM TO -t hero --shader a.glsl", "--transition", "--shader"),
    UsageCase("render FROM TO --png-compression small -o a.mp4", "--png-compression", "mp4"),
    UsageCase("bench --progress 2", "--progress", "0…1"),
    UsageCase("bench --size 100000x100000", "--size"),
    UsageCase("bench --simd mmx", "mmx", "baseline"),
    UsageCase("bench -t zzz", "zzz", "cross-dissolve"),
    UsageCase("sheet FROM TO --frames 0 -o a.png", "--frames"),
    UsageCase("sheet FROM TO --columns 0 -o a.png", "--columns"),
    UsageCase("sheet FROM TO --sampling space -o a.png", "space", "--sampling", "time", "motion"),
    UsageCase("sheet FROM TO --tile-width 20000 -o a.png", "--max-pixels"),
  ]

  static let combinations = [
    UsageCase("render FROM TO --frames 5 --duration 3", "--frames", "--duration"),
    UsageCase("render FROM TO --overwrite --resume", "--overwrite", "--resume"),
    UsageCase("render FROM TO -q --progress-bar always", "--quiet", "--progress-bar"),
    UsageCase("render FROM TO -q --stats", "--quiet", "--stats"),
    UsageCase("render FROM TO --range 5", "--range", "A-B"),
    UsageCase("render FROM TO --range 5-2", "--range"),
    UsageCase("render FROM TO --range 55-99", "55-99", "0-60"),
    UsageCase("render FROM TO --range 0-61", "0-61", "0-60"),
    UsageCase("frame FROM TO -o a.png", "--progress", "--time"),
    UsageCase("frame FROM TO --progress 0.5 --time 0.5 -o a.png", "--progress", "--time"),
    UsageCase("frame FROM TO --progress 0.5 --ease linear -o a.png", "--ease", "--time"),
    UsageCase("apply FROM -o a.png", "--filter"),
    UsageCase("apply FROM --blend dissolve -o a.png", "--blend", "second"),
    UsageCase("apply FROM --second-filter pixellate -o a.png", "--second-filter", "second"),
    UsageCase("render - - -o %d.png", "standard input", "one"),
  ]

  /// Options that take one value.
  static let repetitions = [
    UsageCase("render FROM TO -t hero -t pop", "--transition", "twice"),
    UsageCase("render FROM TO -t hero --transition=pop", "--transition", "twice"),
    UsageCase("render FROM TO --transition hero -t pop", "--transition", "twice"),
    UsageCase("render FROM TO -qt hero -t hero", "--transition", "twice"),
    UsageCase("render FROM TO --size 4x4 --size 4x4", "--size", "twice"),
    UsageCase("frame FROM TO --progress 0.5 --progress 0.6 -o a.png", "--progress", "twice"),
    UsageCase("sheet FROM TO -o a.png --output b.png", "--output", "twice"),
    UsageCase("apply FROM --filter pixellate -f png -f png -o a.png", "--format", "twice"),
    UsageCase("slideshow FROM TO --hold 1 --hold 2", "--hold", "twice"),
    UsageCase("bench --simd best --simd all", "--simd", "twice"),
    UsageCase("storyboard a.yaml --range 0-1 --range 1-2", "--range", "twice"),
    UsageCase("preview FROM TO --fps 3 --fps 4", "--fps", "twice"),
  ]

  static let outputs = [
    UsageCase("render FROM TO -o a.png", "a.png", "61 frames", "%04d"),
    UsageCase("render FROM TO -o %d-%d.png", "%d-%d.png", "one number"),
    UsageCase("render FROM TO -o %s.png", "%s.png"),
    UsageCase("render FROM TO -o %d.xyz", "%d.xyz", "--format"),
    UsageCase("render FROM TO -f jpg -o %d.png", "%d.png", "png", "jpeg", "--format"),
    UsageCase("render FROM TO -f png -o %d.JPG", "%d.JPG", "png", "jpeg", "--format"),
    UsageCase("render FROM TO --frames 1 -f jpeg -o a.png", "a.png", "png", "jpeg", "--format"),
    UsageCase("render FROM TO -f mp4 -o a.mov", "a.mov", "mov", "mp4", "--format"),
    UsageCase("render FROM TO -f rgba -o a.y4m", "a.y4m", "y4m", "rgba", "--format"),
    UsageCase("frame FROM TO --progress 0.5 -f jpg -o x.png", "x.png", "png", "jpeg", "--format"),
    UsageCase("sheet FROM TO -f webp -o x.jpg", "x.jpg", "webp", "jpeg", "--format"),
    UsageCase("render FROM TO -o a.webm --encoder-option pix_fmt=yuva420p", "yuva420p", "transparency"),
    UsageCase(
      "render FROM TO -o a.mov --encoder-option pix_fmt=yuva444p10le", "yuva444p10le", "transparency"),
    UsageCase("render FROM TO -o a.mov --encoder-option pix_fmt:v=argb", "argb", "transparency"),
    UsageCase(
      "render FROM TO -o a.webm --encoder-option vf=hflip,format=YUVA420P", "YUVA420P", "transparency"),
    UsageCase("render FROM TO -o x.mp3", "x.mp3", ".mp4", ".jpg", "--format"),
    UsageCase("frame FROM TO --progress 0.5 -o x.mp3", "x.mp3", ".png, .jpg, .jpeg, .webp, .tif", "--format"),
    UsageCase("render FROM TO -o out", "out", "out/"),
    UsageCase("render FROM TO -f xyz", "xyz", "jpeg"),
    UsageCase("render FROM TO -f rgba", "frames/%04d.png", "one file takes all frames", "-o"),
    UsageCase("render FROM TO -f y4m -o out/", "out/", "one file takes all frames"),
    UsageCase("render FROM TO -o %d.mp4", "%d.mp4", "one file takes all frames"),
    UsageCase("render FROM TO -f apng", "frames/%04d.png", "one file takes all frames"),
    UsageCase("render FROM TO -f apng -o out/", "out/", "one file takes all frames"),
    UsageCase("render FROM TO -f webp -o - --loops 2", "--loops is for one file of"),
    UsageCase("render FROM TO -o -", "standard output", "--format png, jpeg, webp, apng"),
    UsageCase(
      "render FROM TO -f avif -o -", "standard output", "y4m, rgba, rgb24, rgba64le", "avif needs a file"),
    UsageCase("render FROM TO -f png -o - --durable", "--durable is for files"),
    UsageCase("render FROM TO -f mp4 -o - --overwrite", "--overwrite is for files"),
    UsageCase("render FROM TO -f png -o - --resume", "--resume is for frames in files of their own"),
    UsageCase("render FROM TO -o a.y4m --resume", "--resume"),
    UsageCase("render FROM TO -o a.apng --resume", "--resume"),
    UsageCase("render FROM TO -o a.webp --resume", "--resume"),
    UsageCase("render FROM TO -f y4m -o - --overwrite", "--overwrite"),
    UsageCase("render FROM TO -f null --durable", "--durable"),
    UsageCase("render FROM TO -o %d.png --quality 50", "--quality", "jpeg"),
    UsageCase("render FROM TO -o %d.jpg --quality 0", "--quality", "1…100"),
    UsageCase("render FROM TO -o a.apng --quality 50", "--quality", "jpeg and webp", "apng"),
    UsageCase("render FROM TO -o a.webp --quality 0", "--quality", "1…100"),
    UsageCase("render FROM TO -o a.webp --quality 50 --lossless", "--quality", "--lossless"),
    UsageCase("render FROM TO -o a.apng --lossless", "--lossless", "webp", "apng"),
    UsageCase("render FROM TO -o a.webp --chroma 444", "--chroma", "webp"),
    UsageCase("render FROM TO -o a.apng --loops 65536", "--loops", "65535"),
    UsageCase("render FROM TO -o a.mp4 --loops 2", "--loops", "gif"),
    UsageCase("render FROM TO -o %d.webp --loops 2", "--loops", "one file"),
    UsageCase("render FROM TO -o %d.png --chroma 444", "--chroma", "jpeg"),
    UsageCase("render FROM TO -o %d.jpg --chroma 422", "422", "420"),
    UsageCase("render FROM TO -o a.y4m --encoder-option crf=9", "--encoder-option", "video"),
    UsageCase("render FROM TO -o a.mp4 --encoder-option crf", "crf", "key=value"),
    UsageCase("render FROM TO --hold=-1", "--hold"),
    UsageCase("render FROM TO --hold 1e9", "--hold", "frames"),
    UsageCase("render FROM TO --frames 2 --fps 1 --hold 5000000", "10000000 frames", "lower --hold"),
    UsageCase("render FROM TO --frames 2 --fps 1 --hold 3333333 --boomerang", "lower --hold"),
    UsageCase("render FROM TO --frames 5000001 --boomerang", "10000000 frames", "leave out --boomerang"),
    UsageCase("render FROM TO --duration 9999999.5 --fps 1", "10000000 frames", "lower --duration or --fps"),
    UsageCase("render FROM TO --boomerang --hold 1 --range 0-301", "0-301", "0-300"),
    UsageCase("render FROM TO -f rgba -o - --json", "--json"),
    UsageCase("render FROM TO -f rgba -o - --resume", "--resume"),
    UsageCase("frame FROM TO --progress 0.5 -o -", "standard output", "--format"),
    UsageCase("frame FROM TO --progress 0.5 -o a.xyz", "a.xyz", "--format"),
    UsageCase("frame FROM TO --progress 0.5 -o a.apng", "apng", "segue render"),
    UsageCase("frame FROM TO --progress 0.5 -o a.mp4", "mp4", "segue render"),
    UsageCase("frame FROM TO --progress 0.5 -f y4m -o a.png", "y4m", "segue render"),
    UsageCase("frame FROM TO --progress 0.5 -o a.png --quality 50", "--quality", "jpeg", "png"),
    UsageCase("frame FROM TO --progress 0.5 -f null -o a.png", "null", "segue render"),
  ]

  @Test(arguments: parsing + names + values + combinations + repetitions + outputs)
  func exitCode64(_ usage: UsageCase) throws {
    let folder = try TemporaryFolder()
    let run = try runSegue(usage.arguments, folder: folder.path)
    expectFailure(run, 64, saying: usage.words)
    #expect(!run.errorText.contains("USAGE"), "one line, not the whole help")
    #expect(folder.names().isEmpty, "a wrong command line creates no file")
  }

  @Test(arguments: SIMDLevel.allCases.filter { !$0.isAvailable })
  func anUnavailableLevelIsAnError(_ level: SIMDLevel) throws {
    let folder = try TemporaryFolder()
    let best = SIMDLevel.best.rawValue
    let run = try runSegue(["render", from, to, "--simd", level.rawValue], folder: folder.path)
    expectFailure(run, 64, saying: [level.rawValue, best])
    let other = try runSegue(
      ["render", from, to], environment: ["SEGUE_SIMD": level.rawValue], folder: folder.path)
    expectFailure(other, 64, saying: ["SEGUE_SIMD", level.rawValue, best])
    #expect(folder.names().isEmpty)
  }

  @Test func anUnknownLevelInTheEnvironmentIsAnError() throws {
    let run = try runSegue(["render", from, to, "-f", "null"], environment: ["SEGUE_SIMD": "nonsense"])
    expectFailure(run, 64, saying: ["SEGUE_SIMD", "nonsense", SIMDLevel.best.rawValue])
  }
}
