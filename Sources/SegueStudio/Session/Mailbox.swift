/// The pending jobs of one page: the newest of the stage, of the divider's other side and of texts, and some
/// thumbnails.
///
/// The stage has priority over thumbnails.
package struct Mailbox: Sendable {
  /// A pending job.
  package enum Job: Sendable {
    case view(Request.View)
    case describe(Request.Describe)
    case thumbnail(Request.Thumbnail)
  }

  /// Maximum pending thumbnails; above it the oldest is dropped.
  package static let maxThumbnails = 64

  /// Number of requests replaced by newer ones since it was last taken.
  package private(set) var dropped = 0
  private var view: Request.View?
  private var before: Request.View?
  private var describe: Request.Describe?
  private var thumbnails: [Request.Thumbnail] = []

  /// Makes an empty mailbox.
  package init() {}

  /// Adds a job; removes the jobs that it replaces.
  package mutating func put(_ job: Job) {
    switch job {
    case .view(let new) where new.before == true: before = new
    case .view(let new):
      if view != nil { dropped += 1 }
      view = new
    case .describe(let new): describe = new
    case .thumbnail(let new):
      thumbnails.append(new)
      thumbnails = thumbnails.suffix(Self.maxThumbnails)
    }
  }

  /// Removes and returns the next job; nil if none is pending.
  package mutating func take() -> Job? {
    if let next = view {
      view = nil
      return .view(next)
    }
    if let next = before {
      before = nil
      return .view(next)
    }
    if let next = describe {
      describe = nil
      return .describe(next)
    }
    return thumbnails.isEmpty ? nil : .thumbnail(thumbnails.removeFirst())
  }

  /// Returns the number of dropped requests, and resets it.
  package mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// Removes all jobs.
  package mutating func clear() { self = Mailbox() }
}
