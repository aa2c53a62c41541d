import Synchronization

/// A global observer of all reads of input files, which can record or verify the inputs of a render.
///
/// The observer is global, because any thread of an export may read files.
package enum FileReads {
  /// The part of a file that is read.
  package enum Part: Sendable {
    /// The first bytes, read to detect the format of the file.
    case start
    /// The whole content.
    case whole([UInt8])
    /// The content, which is read by another program, such as ffmpeg.
    case passedOn
  }

  /// Receives a file's name and the part of the file that is read.
  ///
  /// An error thrown by the observer fails the read.
  package typealias Observer = @Sendable (_ file: String, _ part: Part) throws(FileError) -> Void

  /// A struct that holds the observer.
  ///
  /// If the mutex stored the function directly, each access would wrap the function in one more closure,
  /// until the stack overflows, after about 4000 reads.
  private struct Holder: Sendable {
    let observe: Observer
  }

  private static let observer = Mutex<Holder?>(nil)

  /// Sets the observer of all subsequent reads; nil ends the observation.
  package static func observe(_ observer: Observer?) {
    self.observer.withLock { $0 = observer.map(Holder.init) }
  }

  /// Reports a read to the observer.
  package static func tell(_ file: String, _ part: Part) throws(FileError) {
    try observer.withLock { $0 }?.observe(file, part)
  }
}
