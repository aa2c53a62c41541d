import Foundation

/// Memory bounded by an inaccessible page: an access out of bounds crashes the process.
///
/// The owner of a pointer into this memory must keep the object alive.
public final class FencedMemory {
  /// The bytes, initially zero.
  public let bytes: UnsafeMutablePointer<UInt8>
  private let memory: UnsafeMutableRawPointer
  private let length: Int

  /// Allocates `count` bytes, directly before an inaccessible page or directly after one.
  public init(_ count: Int, endsAtFence: Bool = true) {
    let page = 4096
    length = (count + page - 1) / page * page + 2 * page
    memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    precondition(memory != MAP_FAILED)
    bytes = (memory + (endsAtFence ? length - page - count : page)).bindMemory(
      to: UInt8.self, capacity: count)
    precondition(mprotect(memory, page, PROT_NONE) == 0)
    precondition(mprotect(memory + length - page, page, PROT_NONE) == 0)
  }

  /// Allocates a copy of the values, directly before an inaccessible page.
  public convenience init<Value: BitwiseCopyable>(_ values: [Value]) {
    self.init(values.count * MemoryLayout<Value>.stride)
    values.withUnsafeBytes {
      UnsafeMutableRawPointer(bytes).copyMemory(
        from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count)
    }
  }

  deinit { munmap(memory, length) }

  /// The bytes, bound to another type.
  public func of<Value: BitwiseCopyable>(_: Value.Type) -> UnsafePointer<Value> {
    UnsafeRawPointer(bytes).assumingMemoryBound(to: Value.self)
  }
}
