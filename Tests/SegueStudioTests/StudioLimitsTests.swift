import Foundation
import SegueStudio
import SegueTestSupport
import Testing

/// `segue studio` as a process that is attacked, or that starts after a killed one.
@Suite struct StudioLimitsTests {
  private let folder: TemporaryFolder
  private let pictures = [vectorsFolder + "/from.png", vectorsFolder + "/to.png"]

  init() throws {
    folder = try TemporaryFolder()
    // The test process itself needs descriptors for its ends of all connections.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(8192, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private func pageOpens(_ admission: Admission) throws {
    let page = try PageSocket(admission)
    try page.upgrade()
    #expect(try page.hear("catalog").kind == "catalog")
  }

  @Test("1,100 connections do no harm", arguments: [64, 1024])
  func manyConnections(_ descriptors: Int) throws {
    let studio = try StudioRun(pictures, before: "ulimit -n \(descriptors)")
    let admission = try studio.admission()
    let silent = try (0..<1100).map { _ in try RawSocket(admission) }
    try pageOpens(admission)
    withExtendedLifetime(silent) {}
    #expect(studio.process.isRunning)
    studio.process.send(SIGTERM)
    let run = studio.process.finish()
    #expect(run.code == 143 && run.errors == "segue: the studio is closed\n")
  }

  @Test("Without free descriptors, the studio waits for some")
  func noDescriptors() throws {
    let taken = """
      ulimit -n 64
      for file in {10..52}; do [[ -e /proc/self/fd/$file ]] || eval "exec $file</dev/null"; done
      """
    let studio = try StudioRun(before: taken)
    let admission = try studio.admission()
    do {
      let silent = try (0..<60).map { _ in try RawSocket(admission) }
      sleep(2)
      withExtendedLifetime(silent) {}
    }
    try pageOpens(admission)
    studio.process.send(SIGTERM)
    #expect(studio.process.finish().code == 143)
  }

  @Test("A studio removes the folders of killed studios, and nothing else")
  func abandonedFolders() throws {
    let environment = ["TMPDIR": folder.path]
    func folders() -> Set<String> {
      Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    }
    func export(_ studio: StudioRun) throws -> (page: PageSocket, folder: String) {
      let before = folders()
      let page = try PageSocket(try studio.admission())
      try page.upgrade()
      try page.say([
        "kind": "export", "id": 1,
        "job": job(
          ["from": "from.png", "to": "to.png", "transition": ["name": "wipe"], "duration": 1000],
          ["file": "%05d.png", "fps": "60"]),
      ])
      for _ in 0..<3000 {
        if let new = folders().subtracting(before).first,
          FileManager.default.fileExists(atPath: folder.file("\(new)/00002.png"))
        {
          return (page, new)
        }
        usleep(10_000)
      }
      throw PageSocket.Closed()
    }
    let living = try StudioRun(pictures, environment)
    let kept = try export(living)
    let killed = try StudioRun(pictures, environment)
    let left = try export(killed)
    killed.process.send(SIGKILL)
    _ = killed.process.finish()
    // A link with such a name, and a folder with another name.
    try FileManager.default.createDirectory(atPath: folder.file("others"), withIntermediateDirectories: false)
    try folder.write([1], "others/file")
    let link = left.folder.dropLast(2) + "xx"
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(String(link)), withDestinationPath: folder.file("others"))
    #expect(folders() == [kept.folder, left.folder, "others", String(link)])
    let next = try StudioRun(pictures, environment)
    _ = try next.admission()
    #expect(folders() == [kept.folder, "others", String(link)])
    #expect(FileManager.default.fileExists(atPath: folder.file("others/file")))
    withExtendedLifetime((kept, left)) {}
    for studio in [living, next] {
      studio.process.send(SIGTERM)
      #expect(studio.process.finish().code == 143)
    }
    #expect(folders() == ["others", String(link)])
  }
}
