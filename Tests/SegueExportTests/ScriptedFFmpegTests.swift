import Foundation
import Segue
import SegueTestSupport
import Synchronization
import Testing

/// A script replaces ffmpeg, in a process with its own PATH.
@Suite("Exports by a script in place of ffmpeg") struct ScriptedFFmpegTests {
  /// Two seconds of black at 29.97 frames a second.
  private struct Black: FrameSource {
    let count = 60
    let size = PixelSize(width: 4, height: 2)
    let level = SIMDLevel.preferred
    func rows(of index: Int) throws -> any RowSource { try Bitmap(size, filledWith: .black) }
  }

  /// Installs a script as the ffmpeg of this process; its output is `$out`.
  private static func install(_ script: String, in folder: TemporaryFolder) throws {
    let start = "#!/bin/sh\nPATH=/usr/bin:/bin\nfor out; do :; done\nout=${out#file:}\n"
    chmod(try folder.write(Array((start + script + "\n").utf8), "ffmpeg"), 0o755)
    setenv("PATH", folder.path, 1)
  }

  @Test("User options are the last ones of the output, and the sound is cut to the frames")
  func words() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      // The sound is tested first.
      try ScriptedFFmpegTests.install(
        "case \"$*\" in *s16le*) echo sound;; *' null '*) ;; *) cat >/dev/null; echo video >\"$out\";; esac",
        in: folder)
      let sound = try folder.write([1], "music.ogg")
      let told = Mutex<[[String]]>([])
      let rate = FrameRate(29.97)
      let job = try ExportJob(
        .video(
          .file(folder.file("a.mkv")), .mkv, encoderOptions: [("crf", "9"), ("tune", "film")],
          sound: Soundtrack(sound, start: 2)), frames: 30..<60, rate: rate
      ) { words in told.withLock { $0.append(words) } }
      #expect(job.frames == Array(30..<60) && job.isOrdered && told.withLock { $0.isEmpty })
      let summary = try job.run(Black(), Execution(threads: 2))
      #expect(summary.frames == 30 && summary.bytes == 6)
      #expect(try contents(of: folder.file("a.mkv")) == Array("video\n".utf8))
      // 30 frames take 30 · 1001/30000 seconds.
      var expected = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-xerror", "-f", "yuv4mpegpipe"]
      expected += ["-r", "30000/1001", "-i", "pipe:0", "-stream_loop", "-1", "-t", "5002000us"]
      expected += ["-protocol_whitelist", "file", "-i", "file:\(sound)"]
      expected += ["-fflags", "+bitexact"] + Formats.MKV().ffmpegOptions(rate: rate)
      expected += [
        "-map", "0:v:0", "-map", "1:a:0", "-filter:a",
        "atrim=start=3001000us:duration=1001000us,asetpts=PTS-STARTPTS", "-c:a", "aac", "-b:a", "192k",
      ]
      expected += ["-crf", "9", "-tune", "film", "-y", "file:\(folder.file(".a.mkv.partial"))"]
      #expect(told.withLock { $0 } == [expected])
      let silent = ExportError.unsupported(file: "a.avif", reason: "avif has no sound")
      #expect(throws: silent) {
        try ExportJob(.video("a.avif", .avif, sound: Soundtrack(sound)), frames: 0..<1, rate: rate)
      }
      let device = ExportError.unusableSound(
        file: "/dev/zero", reason: "it is a device or a pipe, where a file is needed")
      #expect(throws: device) {
        try ExportJob(.video("a.mkv", .mkv, sound: Soundtrack("/dev/zero")), frames: 0..<1, rate: rate)
      }
      for (script, reason) in [
        ("exit 0", "it has none"), ("echo 'Stream map 0:a:0 matches no streams.' >&2; exit 1", "it has none"),
        ("printf 'one\\ntwo\\n' >&2; exit 1", "ffmpeg: two"),
      ] {
        try ScriptedFFmpegTests.install(script, in: folder)
        #expect(throws: ExportError.unusableSound(file: sound, reason: reason)) {
          try ExportJob(.video("a.mkv", .mkv, sound: Soundtrack(sound)), frames: 0..<1, rate: rate)
        }
      }
    }
  }

  @Test("Segments are listed with their durations, and the movie's folder is created")
  func segments() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try ScriptedFFmpegTests.install("cat >'\(folder.file("list"))'; echo movie >\"$out\"", in: folder)
      let join = SegmentJoin(
        [("/x/0.mkv", 30), ("it's 1.mkv", 15)], Formats.MKV(), rate: FrameRate(29.97), sound: nil)
      let bytes = try join.write(to: folder.file("deep/movie.mkv"), WritePolicy(isDurable: true))
      #expect(try contents(of: folder.file("deep/movie.mkv")) == Array("movie\n".utf8) && bytes == 6)
      let list = String(decoding: try contents(of: folder.file("list")), as: UTF8.self)
      let lines = list.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first == "ffconcat version 1.0" && lines.last == "" && lines.count == 6)
      #expect(
        lines.filter { $0.hasPrefix("file ") } == ["file 'file:/x/0.mkv'", "file 'file:it'\\''s 1.mkv'"])
      let seconds = lines.filter { $0.hasPrefix("duration ") }.map { Double($0.dropFirst(9)) ?? 0 }
      #expect(seconds.count == 2 && abs(seconds[0] - 1.001) < 1e-9 && abs(seconds[1] - 0.5005) < 1e-9)
      // An existing movie is replaced if that is allowed.
      try ScriptedFFmpegTests.install("cat >/dev/null; echo another >\"$out\"", in: folder)
      #expect(try join.write(to: folder.file("deep/movie.mkv"), .overwrite) == 8)
    }
  }

  @Test("An ffmpeg that fails leaves no movie, and its last line is the reason")
  func halfMovies() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let (file, other) = (folder.file("a.mkv"), try folder.write([1, 2], "b.mkv"))
      let join = SegmentJoin([("0.mkv", 30)], Formats.MKV(), rate: FrameRate(30), sound: nil)
      let start = "cat >/dev/null; echo half >\"$out\"; "
      for (script, reason) in [
        (start + "printf 'one\\ntwo\\n' >&2; exit 1", "ffmpeg: two"), (start + "kill -9 $$", nil),
        (start + "echo no >&2; exit 255", "ffmpeg: no"),
      ] {
        try ScriptedFFmpegTests.install(script, in: folder)
        for (name, policy) in [(file, WritePolicy()), (other, .overwrite)] {
          let error = try #require(throws: ExportError.self) { try join.write(to: name, policy) }
          #expect(reason == nil || error == .encoderFailed(file: name, reason: reason ?? ""))
          #expect(error.file == name)
        }
        #expect(try folder.names() == ["b.mkv", "ffmpeg"] && contents(of: other) == [1, 2])
      }
    }
  }

  @Test("No descriptor stays open after an export or a failure")
  func nothingStaysOpen() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let exporter = Exporter(Black(), rate: FrameRate(30), Execution(threads: 1))
      let export = { (destination: Destination) throws in
        _ = try exporter.export(to: destination, frames: 0..<2)
      }
      let steps: [(name: String, script: String, body: () throws -> Void)] = [
        ("files", "", { try export(.files(folder.file("%d.png"), .overwrite)) }),
        (
          "files that are kept", "",
          { try export(.files(folder.file("%d.png"), WritePolicy(existing: .keep))) }
        ),
        ("a stream", "", { try export(.file(folder.file("a.y4m"), .overwrite)) }),
        ("a device", "", { try export(.stream("/dev/null", .rgba)) }),
        ("a full one", "", { #expect(throws: FileError.self) { try export(.stream("/dev/full", .rgba)) } }),
        ("an animation", "", { try export(.file(folder.file("a.apng"), .overwrite)) }),
        (
          "a video", "cat >/dev/null; echo a >\"$out\"",
          { try export(.file(folder.file("a.mp4"), .overwrite)) }
        ),
        (
          "one that fails", "cat >/dev/null; echo no >&2; exit 1",
          {
            let error = ExportError.encoderFailed(file: folder.file("b.mp4"), reason: "ffmpeg: no")
            #expect(throws: error) { try export(.file(folder.file("b.mp4"))) }
          }
        ),
      ]
      for (name, script, body) in steps {
        try ScriptedFFmpegTests.install(script, in: folder)
        // The first call opens descriptors that the process keeps.
        try body()
        let before = try names(inFolder: "/proc/self/fd").count
        for _ in 0..<3 { try body() }
        // The process may open a few of its own.
        #expect(try names(inFolder: "/proc/self/fd").count < before + 3, "\(name)")
      }
      // A program that cannot be started.
      chmod(try folder.write(Array("no program".utf8), "ffmpeg"), 0o755)
      let before = try names(inFolder: "/proc/self/fd").count
      for _ in 0..<3 {
        #expect(throws: ExportError.self) { try export(.file(folder.file("c.mp4"))) }
      }
      #expect(try names(inFolder: "/proc/self/fd").count < before + 3)
    }
  }
}
