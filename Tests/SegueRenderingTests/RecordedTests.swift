import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Records every kind of parameter with many texts.
@Suite("Recorded: parameters") struct RecordedTests {
  struct Everything: RowFilter, SelfDescribing {
    enum Word: String, CaseIterable, Sendable { case first, other }

    var number = 0.5
    var moving: Animated = 2
    var word = Word.other
    var box: PixelRectangle?
    var points: [SIMD2<Double>] = []
    var groups: [SIMD3<Double>] = [[1, 2, 3]]
    var color = Pixel(red: 1, green: 2, blue: 3, alpha: 4)
    var whole = 7
    var flag = false
    var picture: Bitmap?
    var content = 0

    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}

    static let name = "everything"
    static let aliases = ["all"]
    static let summary = "All of it."
    static let parameters: [NamedParameter<Everything>] = [
      .number("number", \.number, in: -1...1.5, unit: "px", "A number."),
      .number("moving", \.moving, in: 0...1e9, "One that moves."),
      .word("word", \.word, "A word."), .rectangle("box", \.box, "A box."),
      .points("points", \.points, "Points."),
      .groups("groups", of: "a,b,c", \.groups, in: 0...5, "Groups.") { $0.x <= $0.y },
      .color("color", \.color, "A color."),
      .integer("whole", \.whole, in: -3...9, unit: "times", "A whole number."),
      .flag("flag", \.flag, "Whether."), .picture("picture", \.picture, "A picture."),
      .file("content", .optional, "a file of bytes", \.content, "A file.") { file in
        guard case .bytes(let bytes) = file.content, !bytes.isEmpty else {
          throw RenderError.unrenderable("nothing in it")
        }
        return bytes.count
      },
    ]

    var text: String {
      "\(shortest(number)) \(shortest(moving(at: 0.3))) \(word) \(box.map { "\($0.x) \($0.y) \($0.width) \($0.height)" } ?? "-") "
        + "\(points) \(groups) \(color) \(whole) \(flag) \(picture?.size.description ?? "-") \(content)"
    }
  }

  struct Needy: RowFilter, SelfDescribing {
    var content = 0
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {}
    static let name = "needy"
    static let summary = "Needs a file."
    static let parameters: [NamedParameter<Needy>] = [
      .file("content", .required, "a file of bytes", \.content, "A file.") { file in
        guard case .bytes(let bytes) = file.content else { return -1 }
        return bytes.count
      }
    ]
  }

  @Test func parameters() throws {
    var recorded = Recorded("parameters")
    let numbers = [
      "", "0", "-1", "-1.01", "1.5", "1.51", "1e0", "x", "nan", "inf", "-0", "+1", " 1", "0x1", "1e9",
      "1000000001", "2", "3.5", "-3", "-4", "9", "10", "7.0", "true", "false", "True", "first", "other",
      "First",
      "auto", "none", "0,0,1,1", "1,2,3,4", "1,2,0.99,4", "1,2,3,0.5", "1,2,3", "1,2,3,4,5", "1e9,0,1,1",
      "-999999999,0,1,1", "1,2,3,x", "0,0,1,1,", ",", "0,0", "0,0,0,1", "0.1,0,0.2,1", "0.2,0,0.1,1",
      "0,0,1,1.1", "1,2,3,4,5,5", "2,1,3", "1,1,5.1", "5,5,5", "red", "redd", "#123", "#12", "transparent",
      "purpel", "#12345678",
    ]
    for parameter in Everything.parameters {
      for value in numbers {
        let text: String
        do { text = try Everything.make([(parameter.name, value)]).text } catch { text = "\(error)" }
        recorded.add("\(parameter.name)='\(value)'", text)
      }
    }
    for (owner, description) in Everything.parameterDescriptions.map({ ("", $0) })
      + Needy.parameterDescriptions.map({ ("needy ", $0) })
    {
      recorded.add(
        "\(owner)\(description.name) of \(description.summary)",
        "\(description.defaultValue) | \(description.kind) | \(description.unit) | \(description.isRequired) \(description.isOfFrame) \(description.kind.isFile("a.png"))"
      )
    }
    let picture = try Bitmap(width: 3, height: 2)
    let item = CatalogItem<any Filter>(Everything.self) { $0 }
    for key in ["picture", "content", "number", "nothing"] {
      for (name, file) in [
        ("bytes", ParameterFile("a.bin", bytes: [1, 2])), ("empty", ParameterFile("b.bin", bytes: [])),
        ("picture", ParameterFile("c.png", picture: picture)),
      ] {
        let text: String
        do { text = (try item.make([], files: [(key, file)]) as? Everything)?.text ?? "?" } catch {
          text = "\(error)"
        }
        recorded.add("\(key) of a file of \(name)", text)
      }
      let text: String
      do { text = (try item.make([], pictures: [(key, picture)]) as? Everything)?.text ?? "?" } catch {
        text = "\(error)"
      }
      recorded.add("\(key) of a picture", text)
    }
    for (values, files) in [
      ([], []), ([("content", "a")], []), ([("x", "1")], []),
      ([], [("content", ParameterFile("a", bytes: [1, 2, 3]))]),
    ] as [([(key: String, value: String)], [(key: String, value: ParameterFile)])] {
      let text: String
      do {
        text =
          "\((try CatalogItem<any Filter>(Needy.self) { $0 }.make(values, files: files) as? Needy)?.content ?? -9)"
      } catch { text = "\(error)" }
      recorded.add("needy \(values.count) \(files.count) \(values.first?.key ?? "")", text)
    }
    for value in [0, -0.0, 1, 1.5, -2, 1e8, 999_999_999, 1e9, 1e10, 0.1, 1 / 3] as [Double] {
      recorded.add("shortest \(value)", shortest(value))
    }
    for kind in [
      ParameterKind.numbers(count: 1, in: nil, whole: false), .numbers(count: 1, in: 0...3, whole: true),
      .numbers(count: 4, in: -1...0.5, whole: true), .numbers(count: 2, in: nil, whole: false),
      .number(0...1e10), .word(["a"]), .word(["a", "b", "c"]),
      .word([]), .rectangle, .color, .picture, .file("a thing"), .fileOrName("a thing or a name"), .points,
      .groups("a,b", in: 0...2),
    ] {
      let names = ["", "-", "a", "a.png", "dir/a", "%d.png", "%a/b", ".", "/"].filter { kind.isFile($0) }
      recorded.add("kind \(kind)", names.joined(separator: " "))
    }
    try recorded.check()
  }

  @Test func texts() throws {
    var recorded = Recorded("specifications")
    let texts =
      SpecificationTests.texts.map(\.text) + [
        "a", "a:", "a:b", "a:b=", "a:b=1,", "a:b=1,,c=2", "a:b=1,c", "a:=1", "a:b==1", "a:b=1,c==2", "a:b<=1",
        "a:b=1,c<=2", "a:b=1,c!=2,d>=3", "a:b=(1,2),c=3", "a:b=((1),c=3", "a:b=1),c=3", "a:b:c=1",
        "a.glsl:b=1", "a.frag", "a.fs:b=1", "a.fsh", "a.vert:b=1",
        "dir/:b=1", "dir/", "x.json:a=1", "x.json", "x=1", "a=1:b=2", "a.glsl=1", "b:a.glsl", "b:a.glsl:c=1",
        "a:b=1.glsl", " a : b = 1", "a:b=1,2,3,c=4,5", "a,b", "a:x=1,b:y=2", "a:x=1, b:y=2,z=3", "a, b , c",
        "a:x=1,2,b", "a:x=1,0.5,b:y=2", "a:x=(1,2),b", "a:x=1,b,c=2", "a,", ",a", "", "a:x,b:y=1",
        "a b, c:d=e f",
      ]
    for text in Set(texts).sorted() {
      let one =
        Specification(text).map {
          "\($0.name) \($0.values.map { "<\($0.key)=\($0.value)>" }.joined()) \($0.text == text) \($0.isFile)"
        } ?? "-"
      let list =
        Specification.list(text)?.map { "\($0.name)\($0.values.map { "<\($0.key)=\($0.value)>" }.joined())" }
        .joined(separator: " + ") ?? "-"
      recorded.add("'\(text)'", "\(one) | \(list) | \(piecesBetweenCommas(text[...]).joined(separator: "/"))")
    }
    for name in ["a.glsl", "a.frag", "a.fs", "a.fsh", "a.json", "a/", "glsl", "a.GLSL", ".glsl", ""] {
      recorded.add("file '\(name)'", "\(Specification.isFile(name)) \(Specification.isSource(name))")
    }

    let names = ["blur", "box-blur", "swirl", "cube", "cross-dissolve", "sepia", "x"]
    for name in [
      "blru", "BLUR", "blurr", "bl", "b", "", "swril", "siwrl", "cross dissolve", "crossdissolve",
      "crosdisolv", "dissolve", "cub", "bux", "ecub", "y", "xyz", "sepai", String(repeating: "a", count: 64),
      String(repeating: "blur", count: 17),
    ] {
      var text = (0...4).map { nearest(to: name, among: names, within: $0) ?? "-" }.joined(separator: " ")
      do { text += " | " + (try find(name, in: names, also: ["swirls"], kind: "thing") { $0 }) } catch {
        text += " | \(error)"
      }
      recorded.add("name \(name)", text)
    }
    for count in [0, 1, 2, 50, 51] {
      do { _ = try find("quite other", in: (0..<count).map { "n\($0)" }, kind: "thing") { $0 } } catch {
        recorded.add("\(count) names", "\(error)")
      }
      recorded.add("\(count) alternatives", (0..<min(count, 4)).map { "n\($0)" }.alternatives)
    }
    for text in [
      "rexy", "redxyz", "blakkk", "lime12", "redd", "blak", "x", "", "lightgray1", "transparant", "#12",
      "quite other",
    ] {
      recorded.add("hint \(text)", colorHint(text))
    }
    let long = (0..<30).map { "word\($0)" }.joined(separator: " ")
    for line in ["", "short", "a\tb\u{7}c", long] {
      for column in [1, 2, 5, 60, 61, 62, 100, 150, 199, 300] {
        recorded.add(
          "excerpt \(line.prefix(5).filter(\.isLetter)) \(line.count) \(column)",
          sourceExcerpt(line, column: column).replacing("\n", with: "/"))
      }
    }
    for error in [
      ParameterError.unknown("a", of: "b", known: []), .unknown("a", of: "b", known: ["c", "d"]),
      .invalid("a", for: "b", expected: "c"), .missing("a", of: "b", expected: "c"),
      .unreadable(file: "a", for: "b", reason: "c"),
    ] { recorded.add("error \(error)", error.localizedDescription) }
    try recorded.check()
  }

  @Test func animatedNumbersAreRecorded() throws {
    var recorded = Recorded("animated")
    let (a, b) = (Animated.progress, Animated { 3 - $0 })
    let all: [(String, Animated)] = [
      ("a", a), ("b", b), ("-a", -a), ("a+b", a + b), ("a-b", a - b), ("a*b", a * b), ("a/b", a / b),
      ("a+2", a + 2), ("2+a", 2 + a), ("a-2", a - 2), ("2-a", 2 - a), ("a*2", a * 2), ("2*a", 2 * a),
      ("a/2", a / 2), ("2/b", 2 / b),
      ("a+.5", a + 0.5), (".5+a", 0.5 + a), ("a-.5", a - 0.5), (".5-a", 0.5 - a), ("a*.5", a * 0.5),
      (".5*a", 0.5 * a), ("a/.5", a / 0.5), (".5/b", 0.5 / b), ("min", .min(a, 0.6)), ("max", .max(a, 0.6)),
      ("clamped", (b * 2).clamped(to: 4.5...5)), ("clamped low", (a * 9).clamped(to: 2...4)),
      ("constant", Animated(7)), ("literal", 1.25), ("of progress", .progress { $0 * $0 }),
    ]
    for (name, value) in all { recorded.add(name, numbers: [0, 0.25, 0.75, 1].map { value(at: $0) }) }
    for (progress, time, duration) in [
      (0.2, 0.3, 2), (0.31, 0.295, 0.9), (0, 0, 1), (1, 1, 0.5), (1.1, 1, 30),
    ]
      as [(Double, Double, Double)]
    {
      let moment = FrameMoment(progress: progress, time: time, duration: duration)
      let frame = moment.numbered
      recorded.add(
        "moment \(progress)",
        "\(moment.number) \(frame.index) \(Recorded.digits(moment.interval)) \(Recorded.digits(moment.seconds))"
      )
      for index in Set([0, 1, frame.index - 1, frame.index, frame.index + 3]).sorted() {
        let other = frame.sequence.moment(of: index)
        recorded.add(
          "moment \(progress) \(index)",
          numbers: [
            other.progress, other.time, other.duration, other.seconds, Double(other.number), other.interval,
          ])
      }
      #expect(moment.numbered != frame, "another sequence")
    }
    try recorded.check()
  }
}
