import Synchronization

/// A global observer of all reads of input files, which can record or verify the inputs of a result.
///
/// Global, because any thread of an export may read files.
package enum FileReads {
  /// Receives a file's name, and its content if it was read as a whole.
  ///
  /// An error thrown by the observer fails the read.
  package typealias Observer = @Sendable (_ file: String, _ bytes: [UInt8]?) throws(FileError) -> Void

  private static let observer = Mutex<Observer?>(nil)

  /// Sets the observer of all subsequent reads; nil removes it.
  package static func observe(_ observer: Observer?) { self.observer.withLock { $0 = observer } }

  static func tell(_ file: String, _ bytes: [UInt8]?) throws(FileError) {
    try observer.withLock { $0 }?(file, bytes)
  }
}
