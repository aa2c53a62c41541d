import Foundation
import Segue
import SegueJob
import SegueTestSupport
import Testing

/// Jobs of all kinds as stored in plans, and the transitions of their playlists.
@Suite struct AnyJobTests {
  private func expectRoundTrips(_ job: AnyJob, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let data = try JSONEncoder().encode(job)
    #expect(
      try JSONDecoder().decode(AnyJob.self, from: data) == job, "\(String(decoding: data, as: UTF8.self))",
      sourceLocation: sourceLocation)
  }

  /// A playlist in which every field differs from that of an empty one.
  private var playlist: Playlist {
    var look = Job.Look(.init("luma", ["map": "it's a \"map\".png", "softness": "0.25"]))
    (look.fromFilters, look.toFilters, look.filters) = (["sepia"], ["swirl:angle=progress"], ["vignette"])
    look.shaderPath = ["shaders", "more shaders/"]
    var blend = Job.Look()
    blend.blend = "multiply-blend"
    var playlist = Playlist(
      ["a b.png", "clip.mp4[1s-2s]", "photos/"], [look, blend, Job.Look("cube")], hold: 1.5, duration: 0.1,
      Job.Output(file: "frames/é %04d.png"))
    playlist.times.fps = "24000/1001"
    (playlist.titles, playlist.textStyle, playlist.itemFilters) = ("name", "size=5%,color=red", "filters")
    (playlist.film.subtitles, playlist.film.subtitleStyle) = ("a.srt", "size=7%")
    (playlist.film.fadeIn, playlist.film.fadeOut, playlist.film.fadeColor) = (0.5, 1e-3, "navy")
    playlist.keepsGoing = true
    (playlist.sound.stream, playlist.sound.joint) = (2, .cut)
    (playlist.sound.curve, playlist.sound.volume) = (.qsin, 0.3)
    (playlist.frame.size, playlist.frame.fit, playlist.frame.background) = ("4k", "contain", "#12345678")
    (playlist.frame.light, playlist.frame.dither) = ("linear", true)
    (playlist.output.format, playlist.output.options) = ("png", ["png-compression": "fast"])
    (playlist.output.existing, playlist.output.durable, playlist.output.range) = (.keep, true, "3-17")
    return playlist
  }

  @Test func everyFieldOfEveryKind() throws {
    var slideshow = SlideshowJob(playlist)
    for seed in [0, 7, UInt64(1) << 53 + 1, .max] {
      (slideshow.seed, slideshow.motion, slideshow.skipsUnreadable) = (seed, "auto", true)
      try expectRoundTrips(.slideshow(slideshow))
    }
    var join = JoinJob(playlist)
    join.playlist.times.ease = "ease-in"
    (join.isFrozen, join.shortens, join.hasChapters) = (true, true, true)
    try expectRoundTrips(.join(join))
    var story = StoryboardJob("flow.yaml", Job.Output(file: "%d.png"))
    story.film = playlist.film
    try expectRoundTrips(.storyboard(story))
    try expectRoundTrips(.render(CatalogJobs.whole))
    let plain = Playlist(["a.png"], [Job.Look("cube")], hold: 1, duration: 1, Job.Output(file: "a.gif"))
    try expectRoundTrips(.slideshow(SlideshowJob(plain)))
    try expectRoundTrips(.join(JoinJob(plain)))
  }

  @Test func everyEffectOfTheCatalog() throws {
    for job in CatalogJobs.all {
      var turns = playlist
      turns.turns = [job.look, Job.Look("cube")]
      // Filters of a single picture cannot be a transition, so only jobs with two pictures have a slideshow.
      if job.to != nil { try expectRoundTrips(.slideshow(SlideshowJob(turns))) }
      try expectRoundTrips(.render(job))
    }
  }

  @Test("A job is a map with the name of its command") func form() throws {
    var show = SlideshowJob(
      Playlist(
        ["photos"], [Job.Look("wipe"), Job.Look("cube:eye=2")], hold: 2, duration: 0.8,
        Job.Output(file: "%d.png")))
    (show.seed, show.playlist.times.fps) = (7, "25")
    show.motion = "auto"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(
      String(decoding: try encoder.encode(AnyJob.slideshow(show)), as: UTF8.self)
        == #"{"slideshow":{"duration":0.8,"fps":25,"hold":2,"items":["photos"],"motion":"auto","output":"%d.png","#
        + #""seed":7,"turns":[{"transition":"wipe"},{"transition":{"name":"cube","parameters":{"eye":2}}}]}}"#
    )
  }

  @Test(
    "A wrong value is an error with its key",
    arguments: [
      (#"{}"#, ""), (#"{"render": {"from": "a.png"}, "join": {}}"#, ""), (#"{"frame": {}}"#, "frame"),
      (#"{"render": {"from": "a.png"}}"#, "to"), (#"{"render": {"from": "a.png", "zzz": 1}}"#, "render.zzz"),
      (#"{"slideshow": {"items": ["a"], "turns": [{}], "output": "a.gif", "seed": -1}}"#, "slideshow.seed"),
      (#"{"slideshow": {"items": ["a"], "turns": [{}], "output": "a.gif", "seed": 1}}"#, "seed"),
      (#"{"slideshow": {"items": ["a"], "turns": [{}], "output": "a.gif", "motion": "up"}}"#, "motion"),
      (#"{"slideshow": {"items": ["a"], "turns": [{}], "output": "a.gif", "hold": -1}}"#, "hold"),
      (#"{"slideshow": {"items": [], "turns": [{}], "output": "a.gif"}}"#, "items"),
      (#"{"slideshow": {"items": ["a"], "turns": [], "output": "a.gif"}}"#, "turns"),
      (#"{"slideshow": {"items": ["a"], "turns": [{"x": 1}], "output": "a"}}"#, "slideshow.turns[0].x"),
      (
        #"{"slideshow": {"items": ["a"], "turns": [{"transition": "random"}, {}], "output": "a.gif"}}"#,
        "turns"
      ),
      (
        #"{"slideshow": {"items": ["a"], "turns": [{"transition": "random:seed=x"}], "output": "a.gif"}}"#,
        "turns"
      ),
      (#"{"slideshow": {"items": ["a"], "turns": [{}], "output": {}}}"#, "output.file"),
      (#"{"join": {"items": ["a"], "turns": [{}], "output": "a.gif", "hold": 0}}"#, "hold"),
      (#"{"join": {"items": ["-"], "turns": [{}], "output": "a.gif", "hold": 1}}"#, "items"),
      (
        #"{"join": {"items": ["a"], "turns": [{}], "output": "a.gif", "audioJoint": "x"}}"#, "join.audioJoint"
      ),
      (
        #"{"join": {"items": ["a"], "turns": [{}], "output": "a.gif", "hold": 1, "audioVolume": 101}}"#,
        "audioVolume"
      ),
      (#"{"storyboard": {"output": "a.gif"}}"#, "file"),
      (#"{"storyboard": {"file": "a.yaml", "output": "a.gif", "fadeIn": -1}}"#, "fadeIn"),
      (#"{"storyboard": {"file": "a.yaml", "output": "a.gif", "fadeColor": "red"}}"#, "fadeColor"),
      (#"{"storyboard": {"file": "a.yaml", "output": "a.gif", "subtitleStyle": "size=1"}}"#, "subtitleStyle"),
    ])
  func errors(_ json: String, _ key: String) {
    #expect {
      try JSONDecoder().decode(AnyJob.self, from: Data(json.utf8))
    } throws: { ($0 as? JobError)?.key == key }
  }

  @Test func outputs() throws {
    let plain = Playlist(["a.png"], [Job.Look("cube")], hold: 1, duration: 1, Job.Output(file: "a.gif"))
    for job: AnyJob in [
      .render(Job(from: "a.png", to: "b.png")), .slideshow(SlideshowJob(plain)), .join(JoinJob(plain)),
      .storyboard(StoryboardJob("a.yaml", Job.Output(file: "a.gif"))),
    ] {
      var job = job
      job.output = Job.Output(file: "b.gif")
      #expect(job.output.file == "b.gif" && !job.inputs.isEmpty)
    }
    #expect(AnyJob.render(Job(from: "a", to: "b")).output.file == Job.Output.standardFile)
  }

  /// The frame of a transition between two pictures.
  private func frame(_ transition: any Transition) throws -> Bitmap {
    try TransitionRenderer(
      from: .noise(40, 24, seed: 1, opaque: true), to: .noise(40, 24, seed: 2, opaque: true), transition
    ).frame(at: 0.4)
  }

  @Test("Turns are the looks of single renders") func turns() throws {
    var filtered = Job.Look("wipe")
    (filtered.fromFilters, filtered.filters) = (["sepia"], ["vignette"])
    var chain = Job.Look()
    chain.filters = ["color-invert"]
    for turns in [
      [Job.Look("cube"), Job.Look("wipe")], [filtered, filtered], [filtered, Job.Look("cube")], [chain],
    ] {
      let made = try Playlist(["a"], turns, hold: 1, duration: 1, Job.Output(file: "a.gif"))
        .transitions(.disk())
      #expect(made.count == turns.count)
      for (transition, look) in zip(made, turns) {
        #expect(try frame(transition) == frame(look.transition(ofOne: false, .disk())))
      }
    }
  }

  @Test("Random turns are drawn from the catalog, with the filters around each") func random() throws {
    var look = Job.Look("random:seed=7")
    look.filters = ["color-invert"]
    let playlist = Playlist(["a"], [look], hold: 1, duration: 1, Job.Output(file: "a.gif"))
    #expect(playlist.isRandom && playlist.seedOfTransition == 7)
    let made = try playlist.transitions(.disk())
    #expect(made.count > 150 && made.allSatisfy { $0 is FilteredTransition })
  }
}
