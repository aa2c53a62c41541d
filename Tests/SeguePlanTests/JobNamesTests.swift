import Foundation
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

/// Uses each odd name as a folder above a plan, as the plan's folder, as its name, and as all of these, in
/// the jobs of all engines.
///
/// The command gets the exact bytes of the plan's path, nothing else runs, and labels are valid.
@Suite("Odd names in jobs")
struct JobNamesTests {
  /// The position of a name in the plan's path.
  enum Place: CaseIterable {
    case above, folder, plan, folderAndPlan, everywhere
  }

  private let folder: TemporaryFolder
  private let bin: String

  init() throws {
    folder = try TemporaryFolder()
    // The fake command logs its arguments, each process in its own file.
    try folder.writeProgram(
      """
      #!/bin/sh
      for word; do printf '%s\\0' "$word"; done >"$SAID/segue.$$"
      """, "bin/segue")
    try folder.writeProgram(
      """
      #!/bin/sh
      for word; do printf '%s\\0' "$word"; done >"$SAID/aws.$$"
      echo arn
      """, "bin/aws")
    bin = folder.file("bin")
  }

  private func plan(_ name: String, at place: Place, in root: String) throws -> PlanFile {
    let (above, own, stem) =
      switch place {
      case .above: (name, "job", "plan")
      case .folder: ("above", name, "plan")
      case .plan: ("above", "job", name)
      case .folderAndPlan: ("above", name, name)
      case .everywhere: (name, name, name)
      }
    let path = folder.file("\(root)/\(above)/\(own)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let plan = Plan(
      segue: "0.0.0, built", folder: "..", job: someJob, machine: someMachine, kind: .frames,
      output: "%d.png",
      frames: 0..<9, rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: 3, inputs: [])
    try PlanFile.write(plan, to: "\(path)/\(stem).json", overwrite: true)
    let file = try PlanFile(contentsOf: "\(path)/\(stem).json")
    try FileManager.default.createDirectory(atPath: file.shardFolder, withIntermediateDirectories: true)
    return file
  }

  /// Runs a job, and returns the arguments of all programs that it ran, sorted.
  private func run(_ job: String, by shell: String, of file: PlanFile, _ environment: [String: String] = [:])
    throws -> [[String]]
  {
    let said = folder.file("said-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: said, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: said) }
    let process = Process()
    process.executableURL = URL(filePath: shell)
    process.arguments = ["-c", job, "job", "--will-cite"]
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["PATH": "\(bin):\(search)", "HOME": folder.path, "SAID": said]
      .merging(environment) { $1 }
    process.currentDirectoryURL = URL(filePath: folder.file("bin"))
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(job)")
    return try FileManager.default.contentsOfDirectory(atPath: said).map { name in
      try contents(of: "\(said)/\(name)").split(separator: 0, omittingEmptySubsequences: false).dropLast()
        .map { String(decoding: $0, as: UTF8.self) }
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Expects that no part of a name was executed.
  private func expectNothingElseRan() {
    #expect(folder.names(in: "bin") == ["aws", "segue"])
  }

  @Test("bash and Slurm's lines", arguments: Place.allCases)
  func slurm(_ place: Place) throws {
    for name in oddNames {
      let file = try plan(name, at: place, in: "slurm")
      let job = Engine.slurm.job(file, threads: nil)
      let words = try run(job, by: "/bin/bash", of: file, ["SLURM_ARRAY_TASK_ID": "2"])
      expectSame(words, [["work", file.file, "--threads", "1", "--progress-bar", "never"]], name)
      #expect(!job.utf8.contains(13), "sbatch refuses line ends of DOS")
      // The log is named in a line for sbatch, or opened by the script itself.
      let opened = FileManager.default.fileExists(atPath: "\(file.shardFolder)/2.log")
      let line = try #require(job.split(separator: "\n").first { $0.hasPrefix("#SBATCH --output=") })
      #expect(opened == (line == "#SBATCH --output=/dev/null"))
      if !opened { #expect(Slurm.path(of: line, task: 2) == "\(file.shardFolder)/2.log", "\(line)") }
      #expect(job.split(separator: "\n").filter { $0.hasPrefix("#SBATCH") }.count == 6)
    }
    expectNothingElseRan()
  }

  @Test(
    "GNU parallel",
    .enabled(if: path(of: "parallel") != nil, "parallel is not here: scripts/bootstrap parallel"))
  func parallel() throws {
    for (index, name) in oddNames.enumerated() {
      // Two of the places in turn, since parallel takes half a second to start.
      let file = try plan(name, at: Place.allCases[index % 2 == 0 ? 4 : 3], in: "parallel")
      let words = try run(Engine.parallel.job(file, threads: nil), by: "/bin/sh", of: file)
      let expected = (0..<3).map { ["work", file.file, "--shard", "\($0)", "--threads", "1", "--quiet"] }
      expectSame(words, expected, name)
    }
    expectNothingElseRan()
  }

  @Test("AWS Batch", arguments: Place.allCases)
  func aws(_ place: Place) throws {
    for name in oddNames {
      let file = try plan(name, at: place, in: "aws")
      let words = try run(
        Engine.aws.job(file, threads: nil), by: "/bin/sh", of: file, ["FILE_SYSTEM": "fs-1"])
      try #require(words.count == 2)
      let text = try #require(words[0].last)
      let definition = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
      let container = try #require(definition["containerProperties"] as? [String: Any])
      let parameters = try #require(definition["parameters"] as? [String: String])
      let command = try #require(container["command"] as? [String])
      // No name is in the command, where placeholders are replaced.
      #expect(
        command == ["work", "Ref::plan", "--threads", "1", "--progress-bar", "never"])
      expectSame([[parameters["plan"] ?? ""]], [["/render/\(file.mounted.name)"]], name)
      #expect(
        try (definition["jobDefinitionName"] as? String ?? "").wholeMatch(of: Regex("[a-z][a-z0-9-]{0,127}"))
          != nil)
    }
    expectNothingElseRan()
  }

  @Test("YAML as read by PyYAML, and expansions", arguments: Place.allCases)
  func yaml(_ place: Place) throws {
    let python = try #require(Self.python, "python3 with yaml is not here: scripts/bootstrap python3-yaml")
    var jobs: [[String: String]] = []
    for name in oddNames {
      let file = try plan(name, at: place, in: "yaml")
      jobs.append([
        "kubernetes": Engine.kubernetes.job(file, threads: nil), "mounted": "/render/\(file.mounted.name)",
        "openjd": Engine.openjd.job(file, threads: nil), "name": baseName(of: file.file),
      ])
    }
    let input = folder.file("jobs.json")
    try JSONSerialization.data(withJSONObject: jobs).write(to: URL(filePath: input))
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [projectFolder + "/Tests/Engines/read-jobs.py", input]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
    #expect(String(decoding: said, as: UTF8.self) == "\(oddNames.count) read\n")
  }

  /// A Python with PyYAML; nil if there is none.
  private static let python: String? = {
    guard let python = path(of: "python3") else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", "import yaml"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? python : nil
  }()

  /// Expects equal bytes, since texts of different bytes may be equal.
  private func expectSame(
    _ words: [[String]], _ expected: [[String]], _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Compares a Boolean, since Swift Testing takes minutes to describe the difference of long lists.
    let isSame = words.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } }
    #expect(isSame, "\(name.debugDescription): \(words)", sourceLocation: sourceLocation)
  }
}

/// A model of how sbatch reads a word of a line, and how Slurm expands the pattern of a file name.
///
/// - Source: Slurm's `_get_argument` and `fname_create`; scripts/slurm-test runs a real Slurm.
private enum Slurm {
  /// Returns the log file of a task, from a line of the script; nil for other lines and truncated ones.
  static func path(of line: Substring, task: Int) -> String? {
    var rest = line.dropFirst("#SBATCH --output=".count)
    var word = ""
    if rest.first == "\"" {
      rest = rest.dropFirst()
      var isEscaped = false
      var isClosed = false
      for scalar in rest.unicodeScalars {
        if isClosed { return nil }
        if isEscaped || scalar != "\\" && scalar != "\"" {
          word.unicodeScalars.append(scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else {
          isClosed = true
        }
      }
    } else {
      guard !rest.contains(where: { " \t#".contains($0) }) else { return nil }
      word = String(rest)
    }
    guard !word.contains("\\") else { return nil }
    return word.replacing("%%", with: "\u{0}").replacing("%a", with: "\(task)").replacing("\u{0}", with: "%")
  }
}
