import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue doctor")
struct DoctorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Report: Decodable {
    struct Finding: Decodable {
      let name, state, value: String
      let cost, remedy: String?
    }
    let isReady: Bool
    let findings: [Finding]

    subscript(_ name: String) -> Finding? { findings.first { $0.name == name } }
  }

  private func doctor(_ environment: [String: String] = [:]) throws -> (run: Run, report: Report) {
    let run = try runSegue(["doctor", "--json"], environment: environment)
    return (run, try JSONDecoder().decode(Report.self, from: Data(run.output.array)))
  }

  @Test("The text and the JSON list all parts of this machine")
  func wholeMachine() throws {
    let (run, report) = try doctor()
    expectSuccess(run)
    #expect(report.isReady)
    let names = report.findings.map(\.name)
    for name in [
      "instruction set", "threads", "memory", "libpng", "libheif", "ffmpeg", "terminal", "temporary folder",
      "studio",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(report["instruction set"]?.value.hasPrefix(SIMDLevel.best.rawValue) == true)
    #expect(report["temporary folder"]?.value.contains("are free") == true)
    let text = try runSegue(["doctor"])
    expectSuccess(text)
    #expect(text.text.split(separator: "\n").count == names.count)
    for finding in report.findings where !["memory", "temporary folder"].contains(finding.name) {
      #expect(text.text.contains(finding.value), "\(finding.name)")
    }
    #expect(try runSegue(["doctor", "-q"]).text.isEmpty)
  }

  @Test("Encoders that this ffmpeg lacks are listed as missing, with the formats that need them")
  func encoders() throws {
    let script = """
      #!/bin/sh
      case "$*" in
        *-version*) echo "ffmpeg version 9.9-test Copyright" ;;
        *-encoders*) echo " V....D libx264 H.264"; echo " A....D aac AAC" ;;
        *-filters*) echo " T.C scale V->V Scale." ;;
      esac
      """
    for name in ["ffmpeg", "ffprobe"] {
      let file = try folder.write(Array(script.utf8), name)
      chmod(file, 0o755)
    }
    let (run, report) = try doctor(["PATH": "\(folder.path):/usr/bin:/bin"])
    expectSuccess(run)
    #expect(report["ffmpeg"]?.value.hasPrefix("9.9-test, ") == true && report.isReady)
    #expect(report["encoder libx264"]?.state == "ok")
    #expect(report["encoder libx264"]?.value == "for mp4, mov and mkv")
    #expect(report["encoder libvpx-vp9"]?.state == "missing")
    #expect(report["encoder libvpx-vp9"]?.cost?.contains("webm") == true)
    #expect(report["filter scale"]?.state == "ok" && report["filter zscale"]?.cost?.contains("HDR") == true)
  }

  @Test("Without ffmpeg images still work; an ffmpeg that does not run is a failure")
  func withoutFFmpeg() throws {
    let (run, report) = try doctor(["PATH": folder.path])
    expectSuccess(run)
    #expect(report["ffmpeg"]?.state == "missing" && report["ffmpeg"]?.remedy == "apt-get install ffmpeg")
    #expect(report.findings.allSatisfy { !$0.name.hasPrefix("encoder") })
    chmod(try folder.write(Array("#!/bin/sh\nexit 1\n".utf8), "ffmpeg"), 0o755)
    let broken = try doctor(["PATH": folder.path])
    #expect(broken.run.code == 70 && !broken.report.isReady && broken.report["ffmpeg"]?.state == "failed")
    #expect(broken.run.errorText == "segue: not ready: ffmpeg\n")
  }

  @Test("A missing folder for temporary files and an unknown instruction set are failures")
  func failures() throws {
    let (run, report) = try doctor(["TMPDIR": folder.file("none"), "SEGUE_SIMD": "mmx"])
    #expect(run.code == 70 && run.errorText == "segue: not ready: instruction set and temporary folder\n")
    #expect(
      report["temporary folder"]?.remedy == "set TMPDIR"
        && report["instruction set"]?.value.contains("mmx") == true)
    let (chosen, level) = try doctor(["SEGUE_SIMD": "reference"])
    expectSuccess(chosen)
    #expect(level["instruction set"]?.value.hasPrefix("reference, by SEGUE_SIMD of reference") == true)
  }
}
