// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CSegue
import FoundationEssentials
import SegueJob
import SeguePixels
import Synchronization

/// Functions of segue.h for the whole library.

private nonisolated(unsafe) let version = permanent(segueVersion)
private nonisolated(unsafe) let noText = permanent("")

@c @implementation public func segue_version() -> UnsafePointer<CChar> { version ?? segue_error_code() }

private nonisolated(unsafe) let catalog = Result { () throws -> UnsafePointer<CChar>? in
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let lists = CatalogKind.allCases.map { kind in (kind.rawValue, kind.listed.flatMap(\.entries)) }
  let bytes = try encoder.encode(Dictionary(uniqueKeysWithValues: lists))
  return permanent(String(decoding: bytes, as: UTF8.self))
}

@c @implementation public func segue_catalog() -> UnsafePointer<CChar>? {
  orStored(nil) { try catalog.get() }
}

private let givenThreads = Atomic(0)

/// The number of threads and the limits for the calls of this interface.
var execution: Execution {
  let threads = givenThreads.load(ordering: .relaxed)
  return threads > 0 ? Execution(threads: threads) : .allCores
}

@c @implementation public func segue_use_threads(_ count: Int32) -> Bool {
  succeeds {
    guard (0...1024).contains(count) else { throw CallError.argument("\(count) threads are not 0 to 1024") }
    givenThreads.store(Int(count), ordering: .relaxed)
  }
}

@c @implementation public func segue_free(_ handle: UInt64) -> Bool {
  succeeds { if handle != 0 { try Handles.remove(handle) } }
}

@c @implementation public func segue_handle_count() -> Int64 { Int64(Handles.count) }
