import Synchronization

/// Who is told of every input that is read: which files a result depends on, and whether they are what they were.
///
/// There is one for the whole process, as threads of any export read files.
package enum FileReads {
  /// Gets a file, as it was named, and its content where all of it was read; what it throws is the outcome of reading.
  package typealias Observer = @Sendable (_ file: String, _ bytes: [UInt8]?) throws(FileError) -> Void

  private static let observer = Mutex<Observer?>(nil)

  /// Tells an observer of every file from now on; nil: nobody.
  package static func observe(_ observer: Observer?) { self.observer.withLock { $0 = observer } }

  static func tell(_ file: String, _ bytes: [UInt8]?) throws(FileError) {
    try observer.withLock { $0 }?(file, bytes)
  }
}
