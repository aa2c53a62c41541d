import SeguePixels
import Synchronization

/// The values to which the callers' handles refer, by handle.
///
/// A handle is a number that is never used again, so a freed handle cannot refer to another value.
enum Handles {
  private struct State {
    var last: UInt64 = 0
    var values: [UInt64: any Sendable] = [:]
  }

  private static let state = Mutex(State())

  /// Stores a value; returns its handle.
  static func add(_ value: some Sendable) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.values[state.last] = value
      return state.last
    }
  }

  /// Returns the value of a handle.
  ///
  /// - Throws: `CallError` if the handle was freed or never made, or belongs to a value of another type.
  static func value<Value: Sendable>(of handle: UInt64, as kind: String) throws(CallError) -> Value {
    guard let any = state.withLock({ $0.values[handle] }) else {
      throw .handle(handle == 0 ? "0 is no \(kind)" : "\(handle) is no handle: it was freed or never made")
    }
    guard let value = any as? Value else { throw .handle("\(handle) is no \(kind)") }
    return value
  }

  /// Removes a handle.
  ///
  /// The value is released outside the lock, and only after the calls that still use the value.
  static func remove(_ handle: UInt64) throws(CallError) {
    let value = state.withLock { $0.values.removeValue(forKey: handle) }
    guard value != nil else { throw .handle("\(handle) is no handle: it was freed or never made") }
  }

  static var count: Int { state.withLock { $0.values.count } }

  static func picture(_ handle: UInt64) throws(CallError) -> Bitmap { try value(of: handle, as: "picture") }
  static func renderer(_ handle: UInt64) throws(CallError) -> Renderer {
    try value(of: handle, as: "renderer")
  }
}
