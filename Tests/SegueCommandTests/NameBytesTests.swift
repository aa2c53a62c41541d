import Foundation
import SegueFiles
import SegueTestSupport
import Testing

/// Shell scripts, in which `$n` is a name of four bytes; the last byte is not valid UTF-8.
@Suite("Names that are not UTF-8")
struct NameBytesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a script with `segue` as the command, and images as `$1` and `$2`; any failing command ends the
  /// script.
  private func run(_ script: String) throws -> Run {
    try runShell(
      "set -e; n=$(printf 'caf\\351'); segue() { \"$segue\" \"$@\"; }; segue=$0; cp \"$1\" \"$n-1.png\"; cp \"$2\" \"$n-2.png\"; \(script)",
      [from, to], folder: folder.path)
  }

  @Test func infoAsJSONHasTheBytesOfAName() throws {
    let run = try run(#"segue info --json "$n-1.png""#)
    expectSuccess(run)
    #expect(run.text.contains("caf\u{10FEE9}-1.png"))
  }

  @Test("Images, templates and folders keep the bytes of their names")
  func framesAndPictures() throws {
    expectSuccess(
      try run(
        """
        segue render "$n-1.png" "$n-2.png" --frames 2 -q -o "$n/$n-%04d.png"
        test -f "$n/$n-0000.png"; test -f "$n/$n-0001.png"
        segue render "$n-1.png" "$n-2.png" --frames 2 -q -o "$n-folder/"
        test -f "$n-folder/frame-0001.png"
        segue frame "$n-1.png" "$n-2.png" --progress 0.5 -q -o "$n-frame.png"; test -f "$n-frame.png"
        segue apply "$n-1.png" --filter sepia -o "$n-apply.png" -q; test -f "$n-apply.png"
        segue sheet "$n-1.png" "$n-2.png" -q -o "$n-sheet.png"; test -f "$n-sheet.png"
        segue render "$n-1.png" "$n-2.png" --frames 2 -q -o "$n.gif"; test -f "$n.gif"
        segue render "$n-1.png" "$n-2.png" --frames 2 -q -f y4m -o "$n.y4m"; test -f "$n.y4m"
        """))
    let made = try names(inFolder: folder.path)
    #expect(made.allSatisfy { $0.hasPrefix("caf\u{10FEE9}") }, "\(made)")
    #expect(made.count == 9)
  }

  @Test(
    "ffmpeg writes files with such names, and reads sound from them",
    .enabled(if: hasFFmpeg, ffmpegMissing))
  func video() throws {
    expectSuccess(
      try run(
        """
        segue render "$n-1.png" "$n-2.png" --frames 2 -q -o "$n.mp4"; ffprobe -v error "$n.mp4"
        ffmpeg -v error -f lavfi -i sine=d=1 "$n.wav"
        segue render "$n-1.png" "$n-2.png" --frames 9 --fps 9 -q --audio "$n.wav" -o "$n.mkv"
        ffprobe -v error -show_entries stream=codec_type "$n.mkv" | grep -q audio
        """))
  }

  @Test("Slideshows of folders and lists")
  func slideshows() throws {
    let same = "segue slideshow \"$n-1.png\" \"$n-2.png\" --hold 0 --fps 5 -q -f rgba -o words"
    expectSuccess(
      try run(
        """
        \(same)
        mkdir "$n"; mv "$n-1.png" "$n-2.png" "$n"
        segue slideshow "$n" --hold 0 --fps 5 -q -f rgba -o folder; cmp words folder
        printf '%s\\n' "$n"/* | segue slideshow - --hold 0 --fps 5 -q -f rgba -o lines; cmp words lines
        printf '%s\\0' "$n"/* | segue slideshow - --hold 0 --fps 5 -q -f rgba -o zeros; cmp words zeros
        printf '%s\\0' "$n"/* | segue slideshow -0 - --hold 0 --fps 5 -q -f rgba -o null; cmp words null
        { printf '\\357\\273\\277'; printf '%s\\r\\n' "$n"/*; } | segue slideshow - --hold 0 --fps 5 -q -f rgba -o mark; cmp words mark
        printf '%s' "$n"/caf*1.png | segue slideshow --null - --hold 0.2 --fps 5 -q -f null
        """))
  }

  @Test("A list in UTF-16 is refused, and --null is only for lists")
  func refusedLists() throws {
    let list = try folder.write([0xFF, 0xFE, 0x61, 0], "list")
    expectFailure(
      try runSegue(["slideshow", "-", "-f", "null"], input: list), 65,
      saying: ["standard input", "UTF-16", "UTF-8"])
    expectFailure(
      try runSegue(["slideshow", from, "-0", "-f", "null"]), 64,
      saying: ["--null is for names on standard input"])
  }

  @Test("A name with a line break can be in a list that separates names by 0")
  func newlines() throws {
    expectSuccess(
      try run(
        "mv \"$n-1.png\" 'a\nb.png'; printf 'a\\nb.png\\0' | segue slideshow -0 - --hold 0.2 --fps 5 -q -f null"
      ))
  }

  @Test("Storyboards, animators and shaders can have such names, and name such files")
  func texts() throws {
    let yaml =
      "size: 16x9\\nfps: 5\\nscreens: {a: caf\\351-1.png, b: caf\\351-2.png}\\nsteps: [{hold: 0.4}, {push: b}]\\n"
    expectSuccess(
      try run(
        """
        printf '\(yaml)' >"$n.yaml"; segue storyboard "$n.yaml" -q -f rgba -o plain
        printf '\\357\\273\\277\(yaml)' >mark.yaml; segue storyboard mark.yaml -q -f rgba -o mark; cmp plain mark
        printf '\\357\\273\\277vec4 effect(vec4 c) { return c.bgra; }' >"$n.glsl"
        segue apply "$n-1.png" --shader "$n.glsl" -q -o "$n-3.png"; test -f "$n-3.png"
        printf '\\357\\273\\277LUT_1D_SIZE 2\\n0 0 0\\n1 1 1\\n' >"$n.cube"
        segue apply "$n-1.png" --filter "color-table:table=$n.cube" -q -o "$n-4.png"; test -f "$n-4.png"
        printf 'push: [{layer: from}, {layer: to, opacity: [0, 1]}]' >"$n-anim.yaml"
        segue render "$n-1.png" "$n-2.png" -t "$n-anim.yaml" --frames 2 -q -f null
        """))
  }

  @Test("A text in UTF-16 is reported as such", arguments: ["yaml", "glsl", "json", "cube"])
  func otherEncodings(_ kind: String) throws {
    let file = try folder.write([0xFF, 0xFE, 0x61, 0, 0x62, 0], "text.\(kind)")
    let words: [String: [String]] = [
      "yaml": ["storyboard", file, "-f", "null"],
      "glsl": ["apply", from, "--shader", file, "-f", "png", "-o", "x"],
      "json": ["verify", file],
      "cube": ["apply", from, "--filter", "color-table:table=\(file)", "-f", "png", "-o", "x"],
    ]
    expectFailure(
      try runSegue(words[kind] ?? [], folder: folder.path), 65, saying: ["a text in UTF-16; save it in UTF-8"]
    )
  }

  @Test("Plans keep the bytes of names through work, verification and finish")
  func plans() throws {
    expectSuccess(
      try run(
        """
        mkdir "$n"; mv "$n-1.png" "$n-2.png" "$n"; cd "$n"
        segue plan render "$n-1.png" "$n-2.png" --frames 3 --shards 2 -o "$n-out/$n-%d.png" --plan "$n.json" --for slurm -q
        test -f "$n.sbatch"; LC_ALL=C grep -q "$n" "$n.sbatch"
        for shard in 0 1; do segue work "$n.json" --shard $shard -q; done
        segue verify "$n.json" -q; test -f "$n-out/$n-2.png"; test -d "$n.shards"
        segue finish "$n.json" -f gif -o "$n.gif" -q; test -f "$n.gif"
        mv "$n.json" moved.json; mv "$n.shards" moved.shards; segue verify moved.json -q
        rm "$n-out/$n-1.png"
        segue verify moved.json --json >found || test $? = 75
        """))
    let found = try readFile(folder.file("caf\u{10FEE9}/found"), limit: 9999)
    #expect(String(decoding: found, as: UTF8.self).contains("caf\u{10FEE9}-out/caf\u{10FEE9}-1.png"))
  }

  @Test("A job whose text must be UTF-8 refuses other names")
  func jobs() throws {
    let refused = try run(
      "mkdir \"$n\"; mv caf*.png \"$n\"; cd \"$n\"; segue plan render caf*1.png caf*2.png --shards 2 -o %d.png --for kubernetes"
    )
    expectFailure(refused, 64, saying: ["--for kubernetes", "UTF-8", "rename"])
  }

  @Test("Messages escape such bytes, and JSON has a reversible form")
  func messages() throws {
    expectFailure(
      try run("segue render \"$n.png\" \"$n-2.png\" -f null"), 66, saying: ["caf\\xE9.png: no such file"])
    let said = try run("segue frame \"$n.png\" \"$n-2.png\" --progress 1 -o x.png --json-progress")
    #expect(said.code == 66)
    #expect(said.errorText.contains(#""file":"caf\#u{10FEE9}.png""#), "\(said.errorText)")
    #expect(said.errorText.contains(#""message":"caf\\xE9.png: no such file""#), "\(said.errorText)")
    let taken = try run("segue frame caf*1.png caf*2.png --progress 1 -o \"$n-1.png\"")
    expectFailure(taken, 73, saying: ["caf\\xE9-1.png: exists already"])
  }
}
