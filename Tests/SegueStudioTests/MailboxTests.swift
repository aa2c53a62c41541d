import SegueStudio
import Testing

/// Answers queued for one page: the newest frame first, a bounded number of thumbnails.
@Suite struct MailboxTests {
  private func view(_ id: Int, before: Bool = false) throws -> Mailbox.Job {
    guard
      case .view(let view) = try Request(
        message:
          #"{"kind":"view","id":\#(id),"job":{"from":"a","to":"b"},"time":0.5,"width":64,"height":36,"before":\#(before)}"#
      )
    else { throw Refused("no view") }
    return .view(view)
  }

  private func thumbnail(_ id: Int) throws -> Mailbox.Job {
    guard
      case .thumbnail(let thumbnail) = try Request(
        message:
          #"{"kind":"thumbnail","id":\#(id),"job":{"from":"a"},"frames":2,"width":64,"height":36}"#)
    else { throw Refused("no thumbnail") }
    return .thumbnail(thumbnail)
  }

  private func id(_ job: Mailbox.Job?) -> Int? {
    switch job {
    case .view(let view): view.id
    case .thumbnail(let thumbnail): thumbnail.id
    case .describe(let describe): describe.id
    case nil: nil
    }
  }

  @Test func aNewerFrameReplacesAWaitingOne() throws {
    var mailbox = Mailbox()
    for number in 1...5 { mailbox.put(try view(number)) }
    #expect(mailbox.dropped == 4)
    #expect(id(mailbox.take()) == 5)
    #expect(mailbox.takeDropped() == 4)
    #expect(mailbox.dropped == 0)
    #expect(mailbox.take() == nil)
    mailbox.put(try view(6))
    #expect(mailbox.dropped == 0)
  }

  @Test func theStageHasPriorityOverThumbnails() throws {
    var mailbox = Mailbox()
    mailbox.put(try thumbnail(1))
    mailbox.put(try thumbnail(2))
    mailbox.put(try view(3))
    #expect([mailbox.take(), mailbox.take(), mailbox.take(), mailbox.take()].map(id) == [3, 1, 2, nil])
  }

  @Test func onlyTheNewestTextsAreMade() throws {
    var mailbox = Mailbox()
    for number in 1...3 {
      guard
        case .describe(let describe) = try Request(
          message:
            #"{"kind":"describe","id":\#(number),"job":{"from":"a","to":"b","output":{"file":"a.gif"}}}"#
        )
      else { throw Refused("no texts") }
      mailbox.put(.describe(describe))
    }
    #expect([mailbox.take(), mailbox.take()].map(id) == [3, nil])
  }

  @Test func framesOfBothSidesOfTheDividerWaitSeparately() throws {
    var mailbox = Mailbox()
    mailbox.put(try view(1, before: true))
    mailbox.put(try view(2))
    mailbox.put(try view(3, before: true))
    #expect(mailbox.dropped == 0)
    #expect([mailbox.take(), mailbox.take(), mailbox.take()].map(id) == [2, 3, nil])
  }

  private func texts(_ id: Int) throws -> Mailbox.Job {
    guard
      case .describe(let describe) = try Request(
        message: #"{"kind":"describe","id":\#(id),"job":{"from":"a","output":{"file":"a.gif"}}}"#)
    else { throw Refused("no texts") }
    return .describe(describe)
  }

  @Test("Jobs are done in order: stage, other side of the divider, texts, thumbnails")
  func order() throws {
    let jobs = try [thumbnail(4), texts(3), view(2, before: true), view(1)]
    for turn in 0..<4 {
      var mailbox = Mailbox()
      for job in jobs[turn...] + jobs[..<turn] { mailbox.put(job) }
      #expect((0..<5).map { _ in id(mailbox.take()) } == [1, 2, 3, 4, nil], "\(turn)")
    }
  }

  @Test func aClearedMailboxIsEmpty() throws {
    var mailbox = Mailbox()
    for job in try [view(1), view(2), view(3, before: true), texts(4), thumbnail(5)] { mailbox.put(job) }
    #expect(mailbox.dropped == 1)
    mailbox.clear()
    #expect(mailbox.dropped == 0 && mailbox.take() == nil)
  }

  @Test func atMost64ThumbnailsWait() throws {
    for (count, first) in [(64, 1), (65, 2)] {
      var mailbox = Mailbox()
      for number in 1...count { mailbox.put(try thumbnail(number)) }
      #expect(id(mailbox.take()) == first)
    }
  }

  @Test func thumbnailsAreBounded() throws {
    var mailbox = Mailbox()
    for number in 1...1000 { mailbox.put(try thumbnail(number)) }
    var taken: [Int] = []
    while let job = mailbox.take() { taken.append(id(job) ?? 0) }
    #expect(taken == Array((1001 - Mailbox.maxThumbnails)...1000))
  }
}

extension Mailbox.Job? {
  fileprivate static func == (a: Self, b: _OptionalNilComparisonType) -> Bool {
    if case .none = a { true } else { false }
  }
}
