import ArgumentParser

/// A range of frames in the form `A-B`, including both.
struct FrameRange: ExpressibleByArgument {
  let first: Int
  let last: Int

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first <= last else {
      return nil
    }
    self.first = first
    self.last = last
  }

  func within(_ count: Int) throws -> Range<Int> {
    guard last < count else {
      throw Failure(.usage, "--range \(first)-\(last): there are only the frames 0-\(count - 1)")
    }
    return first..<last + 1
  }
}
