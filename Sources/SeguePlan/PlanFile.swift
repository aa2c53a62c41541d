import FoundationEssentials
import SegueExport
import SegueFiles

/// A plan in its file, and where the files of its shards are.
package struct PlanFile: Sendable {
  /// The file, as it was named or from the root.
  package let file: String
  package let plan: Plan
  /// The checksum of the file, by which shards know whose they are.
  package let identifier: String
  /// The folder that the plan's names are relative to, from the root.
  package let folder: String
  private let template: FrameTemplate

  /// Reads a plan.
  ///
  /// - Throws: `FileError` where it cannot be read, `PlanError` where it is no plan of this version.
  package init(contentsOf file: String) throws {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try bytesOfText(readFile(file, limit: 1 << 28, isInput: false), named: file)
    } catch .tooLarge(let file, let limit) {
      throw PlanError.invalid(file: file, reason: "more than \(limit) bytes are no plan")
    }
    struct Version: Decodable { let version: Int }
    let plan: Plan
    do {
      let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).version
      guard version == Plan.version else {
        throw PlanError.invalid(file: file, reason: "a plan of version \(version), which is not known here")
      }
      plan = try JSONDecoder().decode(Plan.self, from: Data(bytes))
    } catch let error as PlanError {
      throw error
    } catch {
      throw PlanError.invalid(file: file, reason: "no plan, as 'segue plan' writes them")
    }
    let (last, overflow) = plan.first.addingReportingOverflow(plan.frames)
    guard plan.frames > 0, plan.first >= 0, !overflow, last > 0, (1...Plan.maxShards).contains(plan.shards),
      plan.shards <= plan.frames, plan.width > 0, plan.height > 0, plan.frameRate != nil,
      plan.command.count > 1, let template = FrameTemplate(plan.output)
    else { throw PlanError.invalid(file: file, reason: "its numbers contradict one another") }
    let path = try realPath(file)
    self.file = path
    self.plan = plan
    self.template = template
    identifier = SHA256.digest(of: bytes.span)
    folder = try realPath(parent(of: path) + plan.folder)
  }

  /// Writes a plan under a name.
  package static func write(_ plan: Plan, to file: String, overwrite: Bool) throws {
    let bytes = try json(plan)
    try writeFile(file, bytes.span, overwrite: overwrite)
  }

  /// The file of a frame, or with segments of a shard.
  package func output(_ number: Int) -> String { template.name(of: number) }

  /// The same from the root.
  package func path(ofOutput number: Int) -> String {
    let name = output(number)
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// The numbers of a shard's files.
  package func numbers(of shard: Int) -> Range<Int> {
    plan.kind == .frames ? plan.frames(of: shard) : shard..<shard + 1
  }

  /// The numbers of all files.
  var numbers: Range<Int> { plan.kind == .frames ? plan.range : 0..<plan.shards }

  /// The names in the folder of the files, as the plan has theirs.
  func outputNames(where isWanted: (String) -> Bool) -> [String] {
    let name = output(numbers.lowerBound)
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    let names = (try? names(inFolder: folder.isEmpty ? "." : folder)) ?? []
    return names.filter(isWanted).map { folder + $0 }
  }

  /// Takes away what runs that were killed have left under hidden names; what is being written stays.
  package func removeLeftovers() {
    let folder =
      output(numbers.lowerBound).lastIndex(of: "/").map { output(numbers.lowerBound)[...$0].count } ?? 0
    let names = numbers.map { String(output($0).dropFirst(folder)) }
    let known = Set(names + names.filter { $0.utf8.count > 150 }.map(shortenedName))
    for name in outputNames(where: { $0.hasPrefix(".") }) {
      let base = name.dropFirst(folder).drop { $0 == "." }
      // What stands before a dot in it is the name of a file of the plan.
      let dots = base.indices.filter { base[$0] == "." }
      if dots.contains(where: { known.contains(String(base[..<$0])) }) { removeUnlocked(name) }
    }
  }

  /// The folder of the shards' own files, beside the plan.
  package var shardFolder: String { Self.stem(of: file) + ".shards" }

  /// The file that says what a shard has written.
  package func record(of shard: Int) -> String { "\(shardFolder)/\(shard).json" }

  /// The folder that holds both the plan and what its names are relative to, and how the plan is named from there.
  package var mounted: (folder: String, name: String) {
    let parts = file.split(separator: "/")
    let ups = plan.folder.split(separator: "/").count { $0 == ".." }
    let count = min(parts.count, ups + 1)
    return ("/" + parts.dropLast(count).joined(separator: "/"), parts.suffix(count).joined(separator: "/"))
  }

  /// A name without its extension.
  package static func stem(of file: String) -> String {
    file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }

  /// How a folder is named from another; both from the root.
  package static func relative(_ folder: String, to base: String) -> String {
    let (parts, bases) = (folder.split(separator: "/"), base.split(separator: "/"))
    let common = zip(parts, bases).prefix { $0 == $1 }.count
    let way = bases[common...].map { _ in ".." } + parts[common...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}

/// The folder of a file, with a slash.
func parent(of file: String) -> String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "./" }

/// JSON, keys sorted; for people one a line.
func json(_ value: some Encodable, isForPeople: Bool = true) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if isForPeople { encoder.outputFormatting.insert(.prettyPrinted) }
  return Array(try encoder.encode(value)) + [10]
}
