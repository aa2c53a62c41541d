import Foundation
import SegueFormats
import SeguePixels
import SeguePlan
import SegueTestSupport
import Testing

@Suite("Jobs for engines")
struct JobFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func plan(_ name: String, segue: String = "0.0.0, built", shards: Int = 3) throws -> PlanFile {
    let plan = Plan(
      segue: segue, folder: ".", job: someJob, machine: someMachine, kind: .frames, output: "%d.png",
      frames: 0..<9,
      rate: FrameRate(30), size: PixelSize(width: 2, height: 1), shards: shards, inputs: [])
    try PlanFile.write(plan, to: folder.file(name), overwrite: true)
    return try PlanFile(contentsOf: folder.file(name))
  }

  @Test("Each engine has a job file beside the plan, and a command that starts it")
  func starts() {
    let expected: [(Engine, String, String)] = [
      (.slurm, "jobs/night.sbatch", "sbatch JOB"),
      (.kubernetes, "jobs/night.k8s.yaml", "kubectl apply -f JOB"),
      (.parallel, "jobs/night.parallel.sh", "sh JOB"),
      (.openjd, "jobs/night.openjd.yaml", "openjd run JOB --step Work"),
      (.aws, "jobs/night.aws.sh", "FILE_SYSTEM=ID sh JOB --job-queue NAME"),
    ]
    #expect(expected.map(\.0) == Engine.allCases)
    for (engine, file, start) in expected {
      #expect(engine.file(besides: "jobs/night.json") == file && engine.file(besides: "jobs/night") == file)
      #expect(engine.start("JOB") == start)
    }
  }

  /// Kubernetes allows 63 lowercase letters, digits and dashes, without a dash at the ends.
  @Test(
    "A job's name is derived from the plan's",
    arguments: [
      ("Night_Shot 2.json", "segue-night-shot-2"), ("--x--.json", "segue-x"), ("a..b.json", "segue-a-b"),
      ("Été.json", "segue-t"), ("___.json", "segue"), ("😀.json", "segue"),
      (String(repeating: "a", count: 80) + ".json", "segue-" + String(repeating: "a", count: 50)),
    ])
  func labels(_ name: String, _ label: String) throws {
    let file = try plan(name)
    #expect(Engine.slurm.job(file, threads: nil).contains("\n#SBATCH --job-name=\(label)\n"))
    #expect(Engine.kubernetes.job(file, threads: nil).contains("\nmetadata:\n  name: \(label)\nspec:\n"))
    let aws = Engine.aws.job(file, threads: nil)
    #expect(
      aws.contains("\"jobDefinitionName\": \"\(label)\",") && aws.contains(" --job-name \(label) --job"))
  }

  @Test("The container image is that of the release, for any build")
  func images() throws {
    for segue in ["1.2.3 0a1b2c3, built with libpng 1.6.39", "1.2.3, built with libpng 1.6.39"] {
      let file = try plan("plan.json", segue: segue)
      #expect(Engine.kubernetes.job(file, threads: nil).contains(" image: segue:1.2.3\n"))
      #expect(Engine.aws.job(file, threads: nil).contains("\"image\": \"segue:1.2.3\",\n"))
    }
  }

  @Test("A newline in a folder's name begins no line of a job", arguments: Engine.allCases)
  func newlines(engine: Engine) throws {
    let name = "a\ntouch it\u{2028}#"
    try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    let job = engine.job(try plan("\(name)/plan.json"), threads: nil)
    let lines = job.split(separator: "\n", omittingEmptySubsequences: false)
    let plain = engine.job(try plan("plan.json"), threads: nil).split(separator: "\n")
    // A quoted word of a shell contains the newline unchanged.
    let isWord = engine == .parallel
    #expect(lines.contains { $0.hasPrefix("touch it") } == isWord)
    #expect(lines.filter { $0.hasPrefix("#") }.allSatisfy { !$0.hasSuffix("/a") && !$0.contains("\u{2028}") })
    // For such a name, Slurm's script opens its log itself.
    if !isWord { #expect(lines.count == plain.count + (engine == .slurm ? 2 : 1)) }
  }

  /// Words of a line are separated by spaces, and end at #.
  @Test(
    "Slurm's line names any folder whose name has no newline",
    arguments: [
      ("night", "night.shards/%a.log\n"), ("50%", "50%%.shards/%a.log\n"),
      (#"a "b" #c"#, #"a \"b\" #c.shards/%a.log"\#n"#),
    ])
  func slurmFolders(name: String, end: String) throws {
    let file = try plan("\(name).json")
    let start = "\n#SBATCH --output=\(end.contains("\"") ? "\"" : "")\(file.folder)/"
    #expect(Engine.slurm.job(file, threads: nil).contains("\(start)\(end)# 3 shards"))
  }

  @Test("Quotation marks and backslashes in a plan's name are escaped")
  func quotes() throws {
    let file = try plan(#"say "hi"\now.json"#)
    let name = #"say \"hi\"\\now"#
    let openjd = Engine.openjd.job(file, threads: nil)
    #expect(openjd.contains("\nname: \"\(name)\"\n") && openjd.contains("    default: \"\(name).json\"\n"))
    #expect(
      Engine.kubernetes.job(file, threads: nil).contains("args: [work, \"/render/\(name).json\", --threads"))
    #expect(Engine.aws.job(file, threads: nil).contains("{\"plan\": \"/render/\(name).json\"}"))
  }
}
