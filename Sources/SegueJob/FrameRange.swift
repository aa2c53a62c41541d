/// A range of frames in the form `A-B`, including A and B.
package struct FrameRange: Equatable {
  package let first: Int
  package let last: Int

  /// Parses a range; nil if the text has another form.
  package init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first <= last else {
      return nil
    }
    self.first = first
    self.last = last
  }
}
