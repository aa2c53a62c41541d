import Foundation
import SegueTestSupport
import Testing

@Suite("segue render: existing frames")
struct ExistingFramesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let whole = try runSegue(
      ["render", from, to, "--frames", "9", "-o", "whole/%d.png"], folder: folder.path)
    expectSuccess(whole)
  }

  private func render(_ arguments: String...) throws -> Run {
    try runSegue(["render", from, to, "--frames", "9", "-o", "out/%d.png"] + arguments, folder: folder.path)
  }

  private func plant(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: URL(filePath: folder.file("out/\(name)")))
  }

  /// Returns a file's inode and time, which change if it is written again.
  private func identity(_ name: String) throws -> [String] {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out/\(name)"))
    return ["\(attributes[.systemFileNumber] ?? "")", "\(attributes[.modificationDate] ?? "")"]
  }

  @Test("An existing frame stops the whole render before anything is written")
  func refusal() throws {
    try plant("5.png")
    expectFailure(try render(), 73, saying: ["out/5.png", "--overwrite", "--resume"])
    #expect(try folder.contents(of: "out") == ["5.png": [1, 2, 3]])
  }

  @Test func existingFramesOutsideTheRangeAreKept() throws {
    try plant("5.png")
    expectSuccess(try render("--range", "0-4"))
    #expect(folder.names(in: "out") == (0...5).map { "\($0).png" })
    #expect(try bytes(of: folder.file("out/5.png")) == [1, 2, 3])
  }

  @Test func overwriteReplaces() throws {
    try plant("5.png")
    try plant("other.txt")
    expectSuccess(try render("--overwrite"))
    var expected = try folder.contents(of: "whole")
    expected["other.txt"] = [1, 2, 3]
    #expect(try folder.contents(of: "out") == expected)
  }

  @Test func overwriteKeepsTheMode() throws {
    try plant("5.png")
    chmod(folder.file("out/5.png"), 0o640)
    expectSuccess(try render("--overwrite"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out/5.png"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func resumeKeepsExistingFrames() throws {
    try plant("5.png")
    let before = try identity("5.png")
    let run = try render("--resume")
    expectSuccess(run)
    #expect(run.errorText.hasPrefix("out/%d.png: 8 frames "))
    #expect(run.errorText.contains("1 kept"))
    #expect(try identity("5.png") == before)
    var expected = try folder.contents(of: "whole")
    expected["5.png"] = [1, 2, 3]
    #expect(try folder.contents(of: "out") == expected)
  }

  /// A power failure can leave names without bytes.
  @Test func resumeRendersEmptyFilesAgain() throws {
    try plant("5.png")
    try Data().write(to: URL(filePath: folder.file("out/5.png")))
    let run = try render("--resume")
    expectSuccess(run)
    #expect(!run.errorText.contains("kept"))
    #expect(try folder.contents(of: "out") == folder.contents(of: "whole"))
  }

  @Test func resumeRendersTheMissingFrames() throws {
    expectSuccess(try render("--range", "2-6"))
    let before = try identity("4.png")
    expectSuccess(try render("--resume"))
    #expect(try folder.contents(of: "out") == folder.contents(of: "whole"))
    #expect(try identity("4.png") == before)
    let again = try render("--resume")
    expectSuccess(again)
    #expect(again.errorText.hasPrefix("out/%d.png: 0 frames "))
    #expect(try folder.contents(of: "out") == folder.contents(of: "whole"))
  }

  @Test func rangesJoined() throws {
    for range in ["6-8", "0-2", "3-3", "4-5"] { expectSuccess(try render("--range", range)) }
    #expect(try folder.contents(of: "out") == folder.contents(of: "whole"))
  }
}
