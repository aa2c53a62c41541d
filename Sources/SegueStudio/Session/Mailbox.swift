/// What waits to be worked on for one page: of the stage, of the other side of its divider and of texts the newest alone, of thumbnails a few.
///
/// The stage comes first: a frame that somebody waits for is not kept by thumbnails.
package struct Mailbox: Sendable {
  /// Something to be done.
  package enum Job: Sendable {
    case view(Request.View)
    case describe(Request.Describe)
    case thumbnail(Request.Thumbnail)
  }

  /// The most thumbnails that wait; who asks for more loses the oldest.
  package static let mostThumbnails = 64

  /// How many requests gave way to newer ones since that was last asked.
  package private(set) var dropped = 0
  private var view: Request.View?
  private var before: Request.View?
  private var describe: Request.Describe?
  private var thumbnails: [Request.Thumbnail] = []

  /// Begins empty.
  package init() {}

  /// Puts something in; what it makes stale goes.
  package mutating func put(_ job: Job) {
    switch job {
    case .view(let new) where new.before == true: before = new
    case .view(let new):
      if view != nil { dropped += 1 }
      view = new
    case .describe(let new): describe = new
    case .thumbnail(let new):
      thumbnails.append(new)
      thumbnails = thumbnails.suffix(Self.mostThumbnails)
    }
  }

  /// Takes what is to be done next; nil: nothing waits.
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

  /// How many were dropped; begins to count anew.
  package mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// Forgets everything.
  package mutating func clear() { self = Mailbox() }
}
