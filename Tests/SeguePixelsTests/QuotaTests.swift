import CSegueKernels
import Foundation
import SegueTestSupport
import Testing

/// Quotas of control groups, from files in Linux's format.
@Suite struct QuotaTests {
  struct Machine: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// /proc/self/cgroup and /proc/self/mountinfo.
    let groups: String
    let mounts: String
    /// Files in the test's root folder, by name.
    let files: [String: String]
    let cores: Int32
  }

  static let unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
  static let old =
    "1 0 8:1 / / rw - overlay overlay rw,lowerdir=/a:/b\n35 30 0:31 / /sys/fs/cgroup/cpu,cpuacct rw shared:10 - cgroup cgroup rw,cpu,cpuacct\n"
    + "36 30 0:32 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"

  private static func unified(_ name: String, _ path: String, _ files: [String: String], _ cores: Int32)
    -> Machine
  {
    Machine(
      testDescription: "version 2: \(name)", groups: "0::\(path)\n", mounts: unified,
      files: Dictionary(uniqueKeysWithValues: files.map { ("sys/fs/cgroup\($0)/cpu.max", $1) }), cores: cores)
  }

  private static func old(
    _ name: String, _ path: String, _ quotas: [String: (Int, Int)], _ cores: Int32, mounts: String = old
  ) -> Machine {
    var files: [String: String] = [:]
    for (folder, (quota, period)) in quotas {
      files["sys/fs/cgroup/cpu,cpuacct\(folder)/cpu.cfs_quota_us"] = "\(quota)\n"
      files["sys/fs/cgroup/cpu,cpuacct\(folder)/cpu.cfs_period_us"] = "\(period)\n"
    }
    return Machine(
      testDescription: "version 1: \(name)", groups: "9:cpuset:/\n4:cpu,cpuacct:\(path)\n0::/x\n",
      mounts: mounts, files: files, cores: cores)
  }

  static let machines: [Machine] = [
    unified("no file", "/a", [:], 64), unified("no limit", "/a", ["/a": "max 100000\n"], 64),
    unified("a whole core", "/a", ["/a": "100000 100000\n"], 1),
    unified("a little more than one", "/a", ["/a": "100001 100000\n"], 2),
    unified("two and a half", "/a/b", ["/a/b": "250000 100000\n"], 3),
    unified("a part of a core", "/a", ["/a": "1000 100000\n"], 1),
    unified("more than the machine has", "/a", ["/a": "9000000 100000\n"], 64),
    unified(
      "the least of those above", "/a/b/c",
      ["/a": "150000 50000\n", "/a/b": "max 100000\n", "/a/b/c": "800000 100000\n"], 3),
    unified("of the top in a container", "/", ["": "200000 100000\n"], 2),
    unified("not of a sister", "/a", ["/b": "100000 100000\n", "/ab": "100000 100000\n"], 64),
    unified("from outside of what is mounted", "/../../x", ["": "400000 100000\n"], 4),
    unified("no number", "/a", ["/a": "x y\n"], 64), unified("nothing", "/a", ["/a": ""], 64),
    unified("an infinite one", "/a", ["/a": "inf 100000\n"], 64),
    unified("a zero", "/a", ["/a": "0 0\n"], 64),
    old("no limit", "/a", ["/a": (-1, 100000)], 64), old("one and a half", "/a", ["/a": (150000, 100000)], 2),
    old("the least of those above", "/a/b", ["/a": (300000, 100000), "/a/b": (500000, 100000)], 3),
    old(
      "a container that sees its group as the top", "/docker/1", ["": (200000, 100000)], 2,
      mounts: old.replacing(" / /sys/fs/cgroup/cpu,", with: " /docker/1 /sys/fs/cgroup/cpu,")),
    Machine(testDescription: "nothing", groups: "", mounts: "", files: [:], cores: 64),
    Machine(
      testDescription: "a long line of mounts", groups: "0::/a\n",
      mounts: "1 0 8:1 / / rw - overlay overlay rw,lowerdir=" + String(repeating: "/layer:", count: 5000)
        + "\n" + unified,
      files: ["sys/fs/cgroup/a/cpu.max": "100000 100000\n"], cores: 1),
  ]

  @Test("The least quota of all groups counts, rounded up to cores", arguments: machines)
  func quotas(_ machine: Machine) throws {
    let folder = try TemporaryFolder()
    var files = machine.files
    files["proc/self/cgroup"] = machine.groups
    files["proc/self/mountinfo"] = machine.mounts
    for (name, text) in files {
      let path = URL(filePath: folder.file(name))
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
    #expect(segue_quota_cores(folder.path, 64) == machine.cores)
  }

  @Test func withoutFilesThereIsNoQuota() { #expect(segue_quota_cores("/nowhere", 7) == 7) }
}
