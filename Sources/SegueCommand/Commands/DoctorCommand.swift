import ArgumentParser
import SegueFiles
import SeguePixels
import SeguePlatform

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the installation, and list features that are unavailable.",
    discussion: "The exit code is 0 unless something is missing that every command needs.")

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var quiet: QuietOption

  func run() throws {
    let findings = Examination(asksTerminal: !json).findings
    let failed = findings.filter { $0.state == .failed }
    if json {
      try putJSON(Report(isReady: failed.isEmpty, findings: findings))
    } else if !quiet.quiet {
      try put(findings.map(\.text).joined())
    }
    guard failed.isEmpty else {
      throw Failure(.machineUnsuitable, "not ready: \(failed.map(\.name).conjunction)")
    }
  }

  private struct Report: Encodable {
    let isReady: Bool
    let findings: [Finding]
  }
}

/// A part of the installation or the machine, with its state.
struct Finding: Encodable {
  enum State: String, Encodable {
    case ok
    /// The part is not installed, which makes only some features unavailable.
    case missing
    /// The part is unusable, although some command needs it.
    case failed
  }

  let name: String
  var state = State.ok
  /// The version or the amount of the part, such as the size of the memory; for a missing part, the reason.
  let value: String
  /// The features that are unavailable without the part.
  var cost: String?
  /// An instruction for installing or repairing the part.
  var remedy: String?

  var text: String {
    let more = [cost, remedy].compactMap(\.self).map { "; \($0)" }.joined()
    return oneLine("\(state.rawValue.padded(7))  \(name.padded(18))  \(value)\(more)") + "\n"
  }
}

/// Checks this machine and the installed parts, each with a `Finding` as the result.
private struct Examination {
  let asksTerminal: Bool

  var findings: [Finding] {
    [instructionSet, threads, memory] + libraries + ffmpeg + [
      terminal, temporaryFolder, studio, configuration,
    ]
  }

  private var instructionSet: Finding {
    let here = SIMDLevel.available.map(\.rawValue)
    let name = getenv("SEGUE_SIMD").map { String(cString: $0) }
    guard let level = name.map({ SIMDLevel(rawValue: $0) }) ?? .best, level.isAvailable else {
      return Finding(
        name: "instruction set", state: .failed,
        value: "SEGUE_SIMD is '\(name ?? "")'; this machine has \(here.conjunction)")
    }
    let reason = name == nil ? "the best" : "by SEGUE_SIMD"
    return Finding(
      name: "instruction set", value: "\(level.rawValue), \(reason) of \(here.conjunction)\(lacking)")
  }

  /// A phrase with the processor features that this machine lacks for the next higher instruction set; empty
  /// if none is known to be missing.
  private var lacking: String {
    let text = (try? readFile("/proc/cpuinfo", limit: 1 << 22, isInput: false)).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let line = text?.split(separator: "\n").first(where: { $0.hasPrefix("flags") }) else { return "" }
    let flags = Set(line.split(separator: " "))
    for (level, needed) in [
      (SIMDLevel.avx2, ["avx2", "fma"]), (.avx512, ["avx512f", "avx512bw", "avx512vl", "avx512dq"]),
    ] where !level.isAvailable {
      let missing = needed.filter { !flags.contains($0[...]) }
      if !missing.isEmpty { return "; \(level.rawValue) needs \(missing.conjunction)" }
    }
    return ""
  }

  private var threads: Finding {
    let (usable, all) = (usableCores, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    return Finding(
      name: "threads", value: usable < all ? "\(usable) of \(all) cores are allowed" : "\(usable)")
  }

  private var memory: Finding {
    let text = (try? readFile("/proc/meminfo", limit: 1 << 20, isInput: false)).map {
      String(decoding: $0, as: UTF8.self)
    }
    func bytes(_ key: String) -> String {
      let line = text?.split(separator: "\n").first { $0.hasPrefix("\(key):") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { byteText($0 << 10) }
        ?? "unknown"
    }
    return Finding(
      name: "memory", value: "\(bytes("MemTotal")), of which \(bytes("MemAvailable")) are available")
  }

  private var libraries: [Finding] {
    let costs = [
      "ISA-L": "PNG is written and read more slowly", "libwebp": "WebP is neither written nor read",
      "lcms2": "colors are read as sRGB", "libtiff": "TIFF is not read",
      "libheif": "HEIC and AVIF are not read",
    ]
    let packages = ["libtiff": "libtiff6", "libheif": "libheif1"]
    return ImageLibrary.all.map { library in
      if library.isUsable { return Finding(name: library.name, value: library.version ?? "") }
      return Finding(
        name: library.name, state: .missing,
        value: library.version == nil ? "left out of this build" : "cannot be loaded",
        cost: costs[library.name],
        remedy: library.version == nil ? nil : packages[library.name].map { "apt-get install \($0)" })
    }
  }

  /// Returns the standard output of a program in the PATH; nil if the program cannot be run or fails.
  private func output(_ words: [String]) -> String? {
    guard let output = try? runProgram(words, input: [], limit: 1 << 20, seconds: 20), output.isSuccess else {
      return nil
    }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private var ffmpeg: [Finding] {
    let costs = [
      "ffmpeg": "video and AVIF are not written; clips, JPEG XL, JPEG 2000, PSD and OpenEXR are not read",
      "ffprobe": "clips are not read",
    ]
    let programs = ["ffmpeg", "ffprobe"].map { name -> Finding in
      guard let file = programFile(name) else {
        return Finding(
          name: name, state: .missing, value: "not found", cost: costs[name],
          remedy: "apt-get install ffmpeg")
      }
      let line = output([name, "-version"])?.split(separator: "\n").first?.split(separator: " ")
      guard let version = line?.dropFirst(2).first else {
        return Finding(name: name, state: .failed, value: "\(file) cannot be run", cost: costs[name])
      }
      return Finding(name: name, value: "\(version), \(file)")
    }
    guard programs[0].state == .ok else { return programs }
    return programs + codecs + filters
  }

  /// Returns the names in the list that ffmpeg prints for an option such as `-encoders`: the second word of
  /// each line.
  private func names(_ option: String) -> Set<Substring> {
    let lines = output(["ffmpeg", "-hide_banner", "-v", "error", option])?.split(separator: "\n") ?? []
    return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first })
  }

  private var codecs: [Finding] {
    let here = names("-encoders")
    var uses: [(encoder: String, formats: [String])] = []
    func add(_ options: [String], _ format: String) {
      for (key, encoder) in zip(options, options.dropFirst()) where ["-c:v", "-c:a"].contains(key) {
        let index = uses.firstIndex { $0.encoder == encoder } ?? uses.count
        if index == uses.count { uses.append((encoder, [])) }
        // Skips `mp4:codec=h264` after `mp4`, since h264 is the default codec.
        if !uses[index].formats.contains(where: { format == $0 || format.hasPrefix("\($0):") }) {
          uses[index].formats.append(format)
        }
      }
    }
    for (name, format) in JobFormat.videoChoices {
      add(format.ffmpegOptions(rate: 25) + (format.ffmpegAlphaOptions ?? []), name)
      add(format.ffmpegSoundOptions ?? [], "sound of \(name)")
    }
    add(["-c:v", "libx265"], "copying of HEVC clips by 'segue join'")
    return uses.map { encoder, formats in
      if here.contains(encoder[...]) {
        return Finding(name: "encoder \(encoder)", value: "for \(formats.conjunction)")
      }
      return Finding(
        name: "encoder \(encoder)", state: .missing, value: "not in this ffmpeg",
        cost: "not available: \(formats.conjunction)")
    }
  }

  private var filters: [Finding] {
    let here = names("-filters")
    let uses: KeyValuePairs = [
      "bwdif": "interlaced clips", "zscale": "HDR clips", "tonemap": "HDR clips",
      "scale": "all clips",
    ]
    return uses.map { filter, use in
      here.contains(filter[...])
        ? Finding(name: "filter \(filter)", value: "for \(use)")
        : Finding(
          name: "filter \(filter)", state: .missing, value: "not in this ffmpeg",
          cost: "not read: \(use)")
    }
  }

  private var terminal: Finding {
    let name = "terminal"
    guard asksTerminal, isatty(STDOUT_FILENO) == 1, let terminal = try? Terminal() else {
      return Finding(name: name, value: "standard output is not a terminal")
    }
    let environment = Dictionary(
      ["TERM_PROGRAM", "LC_TERMINAL"].compactMap { (key: String) in
        getenv(key).map { (key, String(cString: $0)) }
      }
    ) { $1 }
    let best = (try? terminal.take()).flatMap { try? terminal.bestProtocol(environment) }
    terminal.giveBack()
    return Finding(
      name: name, value: "'segue preview' shows \(best?.rawValue ?? PictureProtocol.blocks.rawValue)")
  }

  private var temporaryFolder: Finding {
    let (name, folder) = ("temporary folder", SegueFiles.temporaryFolder)
    guard (try? checkFolder(of: "\(folder)/x")) != nil, isFolderName(folder) else {
      return Finding(
        name: name, state: .failed, value: "\(folder) cannot be written",
        cost: "sound of clips cannot be stored", remedy: "set TMPDIR")
    }
    return Finding(
      name: name,
      value: "\(folder), \(freeBytes(inFolder: folder).map { "\(byteText($0)) are free" } ?? "unknown")")
  }

  private var studio: Finding {
    let program = "\(folderOfProgram() ?? ".")/segue-studio"
    return isRegularFile(program)
      ? Finding(name: "studio", value: program)
      : Finding(
        name: "studio", state: .missing, value: "\(program) does not exist",
        cost: "'segue studio' does not start")
  }

  private var configuration: Finding {
    Finding(
      name: "configuration", value: ConfigFile.used?.file ?? "no file")
  }
}
