import Segue

extension FuzzTarget {
  static let storyboard = FuzzTarget(
    name: "storyboard", summary: "A storyboard in YAML: read, and its frames rendered where they are few.",
    seeds: {
      try texts(in: "images/storyboard", "yaml") + [
        Array(
          """
          size: 16x9
          fps: 10
          fit: cover
          background: "#204060"
          screens: {a: from.png, b: to.png}
          tabs: [a, b]
          defaults: {transition: cross-dissolve, duration: 0.3, curve: ease-in}
          steps:
            - hold: 0.2
            - push: b
              parameters: {}
            - pop:
              interactive: {rule: pop, width: 16, samples: [[0, 0.1, 0.5], [0.2, 0.9, 0.5]]}
            - present: b
              transition: slide-down
              duration: 0.2
              curve: spring(0.7, 0)
            - dismiss:
            - replace: b
              filters: pixellate:fraction=0.1*progress
            - set-stack: [a, b, a]
            - pop-to: b
            - present: a
            - unwind: a
            - set-stack: [b, a]
            - push: b
            - pop-to-root:
            - hold: 0.2
              filters: [pixellate]
            - select-tab: 1

          """.utf8)
      ]
    },
    run: { bytes in
      let storyboard = try Storyboard(
        yaml: String(decoding: bytes, as: UTF8.self), folder: "\(project)/Tests/Vectors", options: options)
      guard storyboard.frameCount < 1000, storyboard.screens.count < 4 else { return }
      let frames = try StoryboardFrames(storyboard, Execution(decoding: options))
      guard frames.size.width * frames.size.height < 1000 else { return }
      for index in stride(from: 0, to: frames.count, by: max(1, frames.count / 4)) {
        _ = try FrameCanvas().bitmap(of: frames.rows(of: index))
      }
    })
}
