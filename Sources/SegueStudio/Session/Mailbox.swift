/// The pending jobs of one page: the latest request for each side of the stage's divider, the latest request
/// for texts, and the requests for thumbnails.
///
/// The stage has priority over thumbnails.
package struct Mailbox: Sendable {
  /// A job of the session: a request that renders frames or makes texts.
  package enum Job: Sendable {
    case view(Request.View)
    case describe(Request.Describe)
    case thumbnail(Request.Thumbnail)
  }

  /// The maximum number of pending thumbnails; above this number, the oldest request is dropped.
  package static let maxThumbnails = 64

  /// The number of requests for the stage, without requests with `before`, that newer requests have replaced
  /// since the last call of `takeDropped`.
  package private(set) var dropped = 0
  private var view: Request.View?
  private var before: Request.View?
  private var describe: Request.Describe?
  private var thumbnails: [Request.Thumbnail] = []

  /// Makes a mailbox without jobs.
  package init() {}

  /// Adds a job; a request for the stage or for texts replaces an older request of its kind.
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

  /// Returns the number of dropped requests, and sets the number to 0.
  package mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// Removes all jobs.
  package mutating func clear() { self = Mailbox() }
}
