import Segue
import SegueTestSupport
import Testing

/// Contact sheets, with all that is written on them.
@Suite("Recorded: sheets") struct RecordedTests {
  @Test func sheets() throws {
    var recorded = Recorded("sheets")
    let (from, to) = (
      try Bitmap.scene(96, 54, seed: 1, opaque: true), try Bitmap.scene(96, 54, seed: 2, opaque: false)
    )
    for name in ["slide-down", "pixellate-dissolve"] {
      let renderer = try TransitionRenderer(from: from, to: to, Catalog.transitions.make(name))
      for (columns, width, gap) in [(3, 60, 8), (2, 200, 0), (5, 33, 21)] {
        for title in [nil, "\(name) 0.5"] {
          for sampling in [FrameSampling.time, .motion] {
            let sheet = ContactSheet(
              times: sampling.times(frames: 6, of: renderer.timing), columns: columns, tileWidth: width,
              gap: gap,
              background: .white, showsProgress: title != nil, title: title)
            recorded.add(
              "\(name) \(columns) of \(width), \(gap) apart, \(title ?? "plain"), \(sampling)",
              [try sheet.render(renderer, threads: 1)])
          }
        }
      }
    }
    try recorded.check()
  }
}
