import FoundationEssentials
import SegueErrors
import SegueExport
import SegueFiles
import SegueJob

/// A plan read from its file, and the locations of its output files and records.
package struct PlanFile: Sendable {
  /// The absolute path of the plan.
  package let file: String
  package let plan: Plan
  /// The checksum of the plan's file, by which the shards' records refer to the plan.
  package let identifier: String
  /// The absolute path of the folder to which the plan's file names are relative.
  package let folder: String
  private let template: FrameTemplate

  /// Reads a plan.
  ///
  /// - Throws: `FileError` if the file cannot be read; `PlanError` if the file is not a valid plan of this
  ///   version.
  package init(contentsOf file: String) throws {
    let bytes: [UInt8]
    let limit = 1 << 28
    do throws(FileError) {
      let text = try readFile(file, limit: limit, isInput: false, mayBeSpecial: false)
      bytes = try bytesOfText(text, named: file)
    } catch {
      guard error.code == .fileTooLarge else { throw error }
      throw PlanError.invalid(file: file, reason: "more than \(limit) bytes are no plan")
    }
    struct Version: Decodable { let version: Int }
    let plan: Plan
    do {
      let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).version
      guard version == Plan.version else { throw PlanError.otherVersion(file: file, version) }
      plan = try JSONDecoder().decode(Plan.self, from: Data(bytes))
    } catch let error as PlanError {
      throw error
    } catch let error as JobError {
      throw PlanError.invalid(
        file: file,
        reason: ["job", error.key].filter { !$0.isEmpty }.joined(separator: ".") + ": \(error.reason)")
    } catch {
      throw PlanError.invalid(file: file, reason: "not a plan of 'segue plan'")
    }
    guard plan.frames <= Plan.maxFrames, plan.width <= Plan.maxSide, plan.height <= Plan.maxSide else {
      throw PlanError.invalid(
        file: file,
        reason: "a plan has \(Plan.maxFrames) frames at most, and its sides have as many pixels at most"
      )
    }
    let (last, overflow) = plan.first.addingReportingOverflow(plan.frames)
    guard plan.frames > 0, plan.first >= 0, !overflow, last > 0, (1...Plan.maxShards).contains(plan.shards),
      plan.shards <= plan.frames, plan.width > 0, plan.height > 0, plan.frameRate != nil,
      plan.machine.maxPixels > 0, plan.machine.threads ?? 1 > 0, let template = FrameTemplate(plan.output)
    else { throw PlanError.invalid(file: file, reason: "its numbers contradict one another") }
    let path = try realPath(file)
    self.file = path
    self.plan = plan
    self.template = template
    identifier = SHA256.digest(of: bytes.span)
    folder = try realPath(parent(of: path) + plan.folder)
  }

  /// Writes a plan to a file.
  package static func write(_ plan: Plan, to file: String, overwrite: Bool) throws {
    let bytes = try json(plan)
    try writeFile(file, bytes.span, overwrite: overwrite, mayBeSpecial: false)
  }

  /// Returns the name of an output file, by its number: the number of a frame or, for segments, of a shard.
  package func output(_ number: Int) -> String { template.name(of: number) }

  /// Returns the absolute path of an output file, by its number.
  package func path(ofOutput number: Int) -> String {
    let name = output(number)
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// Returns the range of numbers of a shard's output files.
  package func numbers(of shard: Int) -> Range<Int> {
    plan.kind == .frames ? plan.frames(of: shard) : shard..<shard + 1
  }

  /// The range of numbers of all output files.
  var numbers: Range<Int> { plan.kind == .frames ? plan.range : 0..<plan.shards }

  /// The names of all files in the output folder, prefixed with the folder as it is written in the plan.
  private var listedNames: [String] {
    let name = output(numbers.lowerBound)
    let folder = name.unicodeScalars.contains("/") ? parent(of: name) : ""
    let names = (try? names(inFolder: folder.isEmpty ? "." : folder)) ?? []
    return names.map { folder + $0 }
  }

  /// Returns the files in the output folder with names that match the plan's pattern: the numbers of planned
  /// files in rising order, and the names of files with other numbers.
  ///
  /// Lists the folder once for all shards.
  func listed() -> (numbers: [Int], unplanned: [String]) {
    var (planned, others): ([Int], [String]) = ([], [])
    for name in listedNames {
      guard let number = template.index(of: name) else { continue }
      if numbers.contains(number) { planned.append(number) } else { others.append(name) }
    }
    return (planned.sorted(), others.sorted())
  }

  /// Removes partial files of killed processes; files in progress are kept.
  package func removeLeftovers() {
    let first = baseName(of: output(numbers.lowerBound))
    // The hidden name of a long output name contains a shortened name with a checksum.
    let shortened =
      first.utf8.count > 150 ? Set(numbers.map { shortenedName(baseName(of: output($0))) }) : []
    for name in listedNames {
      let base = baseName(of: name)
      guard base.hasPrefix(".") else { continue }
      let folder = String(name.unicodeScalars.dropLast(base.unicodeScalars.count))
      let shown = base.unicodeScalars.drop { $0 == "." }
      // A hidden file belongs to this plan if its name, without leading dots and cut off before a later dot,
      // is the name of an output file.
      let isOurs = shown.indices.contains { index in
        guard shown[index] == "." else { return false }
        let name = String(shown[..<index])
        return shortened.contains(name) || template.index(of: folder + name).map(numbers.contains) ?? false
      }
      if isOurs { removeUnlocked(name) }
    }
  }

  /// The folder for the shards' records and logs, next to the plan.
  package var shardFolder: String { Self.stem(of: file) + ".shards" }

  /// Returns the path of a shard's record.
  package func record(of shard: Int) -> String { "\(shardFolder)/\(shard).json" }

  /// The innermost folder that contains both the plan and the folder `plan.folder`, and the plan's path
  /// relative to this innermost folder.
  package var mounted: (folder: String, name: String) {
    let names = parts(of: file)
    let ups = parts(of: plan.folder).count { $0 == ".." }
    let count = min(names.count, ups + 1)
    return ("/" + names.dropLast(count).joined(separator: "/"), names.suffix(count).joined(separator: "/"))
  }

  /// Returns the path of a plan without the extension `.json`.
  package static func stem(of file: String) -> String {
    file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }

  /// Returns the path of a folder relative to another folder; both must be absolute.
  package static func relative(_ folder: String, to base: String) -> String {
    let (names, bases) = (parts(of: folder), parts(of: base))
    // Compares bytes, since canonically equivalent strings may be different folders.
    let common = zip(names, bases).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let way = bases[common...].map { _ in ".." } + names[common...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}

/// Returns the folder part of a path, with a final slash.
func parent(of file: String) -> String {
  let scalars = file.unicodeScalars
  return scalars.lastIndex(of: "/").map { String(scalars[...$0]) } ?? "./"
}

/// Returns the last component of a path.
///
/// Searches for slashes among Unicode scalars, since a slash with a combining mark is a different character.
package func baseName(of file: String) -> String {
  let scalars = file.unicodeScalars
  return scalars.lastIndex(of: "/").map { String(scalars[scalars.index(after: $0)...]) } ?? file
}

/// Returns the components of a path.
private func parts(of file: String) -> [String] {
  file.unicodeScalars.split(separator: "/").map { String($0) }
}

/// Encodes a value as JSON with sorted keys; with `isForPeople`, each key is on its own line.
package func json(_ value: some Encodable, isForPeople: Bool = true) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if isForPeople { encoder.outputFormatting.insert(.prettyPrinted) }
  return Array(try encoder.encode(value)) + [10]
}
