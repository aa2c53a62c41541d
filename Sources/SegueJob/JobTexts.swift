extension Job {
  /// Texts over the frames of clips.
  ///
  /// Texts over images are `text` filters instead. Only the command renders clips.
  public struct Texts: Hashable, Sendable {
    /// The texts over all frames, each with its own line breaks.
    public var texts: [String] = []
    /// The source of the text over each clip, which appears and disappears with the transition; nil for no
    /// such texts.
    public var titles: Source?
    /// The appearance of all texts, as `key=value` pairs; nil for the standard appearance.
    public var textStyle: String?

    /// The source of a text over an image or a clip.
    public enum Source: String, Hashable, Sendable, CaseIterable {
      /// The name of the image's or clip's file.
      case name
      /// The date in the image's EXIF data.
      case date
    }

    /// Makes a value without texts.
    public init() {}

    /// Whether there are no texts.
    public var isEmpty: Bool { texts.isEmpty && titles == nil }
  }
}

extension Job.Texts {
  /// Throws if there is a style without a text.
  func check() throws(JobError) {
    if textStyle != nil && isEmpty {
      throw JobError("textStyle", "is for \(field("texts")) and \(field("titles"))")
    }
  }
}
