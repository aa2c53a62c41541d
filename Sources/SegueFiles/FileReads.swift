import Synchronization

/// A global observer of all reads of input files, which can record or verify the inputs of a result.
///
/// Global, because any thread of an export may read files.
package enum FileReads {
  /// The part of a file that is read.
  package enum Part: Sendable {
    /// Some bytes, in order to know the kind of the file.
    case start
    /// The whole content.
    case whole([UInt8])
    /// The content, by another program.
    case passedOn
  }

  /// Receives a file's name, and the part that is read.
  ///
  /// An error thrown by the observer fails the read.
  package typealias Observer = @Sendable (_ file: String, _ part: Part) throws(FileError) -> Void

  /// Wraps a function in a struct: stored in a mutex directly, the function would be wrapped in one more
  /// closure at each access, until the stack overflows (4000 reads).
  private struct Holder: Sendable {
    let observe: Observer
  }

  private static let observer = Mutex<Holder?>(nil)

  /// Sets the observer of all subsequent reads; nil removes it.
  package static func observe(_ observer: Observer?) {
    self.observer.withLock { $0 = observer.map(Holder.init) }
  }

  /// Reports a read to the observer.
  package static func tell(_ file: String, _ part: Part) throws(FileError) {
    try observer.withLock { $0 }?.observe(file, part)
  }
}
