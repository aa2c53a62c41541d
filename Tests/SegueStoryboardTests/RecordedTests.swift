import Foundation
import Segue
import SegueExport
import SegueStoryboard
import SegueTestSupport
import SegueTransitions
import Testing

/// Records the results of parsing valid and invalid storyboards and animators.
@Suite("Recorded: storyboards and animators") struct RecordedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (index, name) in ["a", "b", "c", "d"].enumerated() {
      let picture = try Bitmap.scene(
        index == 3 ? 15 : 24, 18, seed: UInt64(index + 1), opaque: index.isMultiple(of: 2))
      try picture.write(to: folder.file("\(name).png"))
    }
    let texts = [
      "bend.glsl":
        "// Bends.\nuniform float strength; // = 0.5; 0…2: how much\nvec4 transition(vec2 p) {\n"
        + "  return mix(getFromColor(p), getToColor(p * strength), progress);\n}\n",
      "dim.glsl": "// Dims.\nvec4 effect(vec2 p) { return 0.5 * getColor(p); }\n",
      "wrong.glsl": "vec4 transition(vec2 p) {\n  return nothing;\n}\n",
      "sink.yaml": "duration: 0.2\npush: [{layer: from}, {layer: to, y: [100%, 0]}]\n",
      "broken.yaml": "push: [{layer: from, y: [1]}]\n", "sound.wav": "RIFF",
    ]
    for (name, text) in texts { try folder.write(Array(text.utf8), name) }
  }

  /// Tries every key with a value of every type, then whole files and lists of steps.
  @Test func storyboards() throws {
    var recorded = Recorded("storyboards")
    let values = [
      "", "''", "x", "b", "-1", "0", "1", "0.25", "1e9", "nan", "[]", "[1]", "[b, c]", "{}", "{x: 1}",
      #""a\0""#,
    ]
    var known: Set<String> = []
    func add(_ yaml: String, frames: Bool = false) {
      let name = yaml.replacing("\n", with: " | ")
      guard known.insert(name).inserted else { return }
      recorded.add(short(name), said { try described(story(yaml), frames: frames) })
    }
    for value in values {
      for key in [
        "size", "fps", "fit", "background", "light", "dither", "audio", "tabs", "chains", "defaults",
      ] { add("screens: {a: a.png, b: b.png}\nsteps: []\n\(key): \(value)") }
      for yaml in ["screens: \(value)\nsteps: []", "screens: {a: a.png}\nsteps: \(value)", value] {
        add(yaml)
      }
      for inner in [
        "audio: {file: \(value)}", "audio: {file: sound.wav, start: \(value)}",
        "audio: {file: sound.wav, volume: \(value)}", "audio: {file: sound.wav, fade: \(value)}",
        "defaults: {transition: \(value)}", "defaults: {transition: wipe, parameters: {softness: \(value)}}",
        "defaults: {chain: \(value)}", "chains: {z: \(value)}", "chains: {z: {from: \(value)}}",
        "chains: {z: {blend: \(value)}}",
      ] { add("screens: {a: a.png, b: b.png}\nsteps: []\n\(inner)") }
      for screen in [
        "\(value)", "{image: \(value)}", "{image: a.png, elements: \(value)}",
        "{image: a.png, elements: {e: \(value)}}", "{image: a.png, elements: {e: {rect: \(value)}}}",
        "{image: a.png, elements: {e: {rect: [1, 2, 3, 4], radius: \(value)}}}",
        "{image: a.png, elements: {e: {rect: [1, 2, 3, 4], opacity: \(value)}}}",
      ] { add("screens: {a: \(screen)}\nsteps: []") }
      for step in [
        "hold: \(value)", "push: \(value)", "pop: \(value)", "present: \(value)", "dismiss: \(value)",
        "select-tab: \(value)", "replace: \(value)", "pop-to: \(value)", "pop-to-root: \(value)",
        "unwind: \(value)", "set-stack: \(value)", "push: b, duration: \(value)", "push: b, curve: \(value)",
        "push: b, transition: \(value)", "push: b, parameters: \(value)", "push: b, chain: \(value)",
        "push: b, filters: \(value)", "hold: 0.1, filters: \(value)", "push: b, interactive: \(value)",
        "push: b, interactive: {samples: \(value)}", "push: b, interactive: {samples: [\(value)]}",
        "push: b, interactive: {samples: [[0, \(value)]]}",
        "push: b, interactive: {rule: \(value), samples: [[0, 1]]}",
        "push: b, interactive: {width: \(value), samples: [[0, 1]]}", "hold: 0.1, duration: \(value)",
        "zoom: \(value)", "push: b, pop: \(value)",
      ] { add("{\(Self.screens), steps: [{\(step)}]}") }
    }
    for yaml in Self.wholes { add(yaml) }
    for steps in Self.steps {
      let screens = steps.contains("screens:") ? "" : "\(Self.screens), "
      add("{\(screens)fps: 10, \(steps.contains("steps:") ? steps : "steps: [\(steps)]")}", frames: true)
    }
    try recorded.check()
  }

  private static let screens = "screens: {a: a.png, b: b.png, c: c.png}"

  /// Whole files: invalid YAML, missing keys and limits.
  private static let wholes =
    [
      "a", "- a", "{", "[1", "a: b: c", "\n\n\tb: 1", "screens: {a: a.png}\nscreens: {}\nsteps: []",
      "steps: []", "screens: {a: a.png}", "sceens: {}", "\n\nsteps: [}\n", "{[a]: 1}", "? {a: 1}\n: 2",
      "screens:\n  a: a.png\n\n  b: gone.png\nsteps: []",
      "screens:\n  a: a.png\nsteps:\n  - hold: 1\n  - hold: x",
      "a: \u{1}\nsteps: []", "x: 1\ny: 2\nz: \u{7}", "screens: {a: a.png, a: b.png}\nsteps: []", "*a",
      "&a [*a, *b]",
      "--- a\n--- b", "%YAML 3.0\n--- a",
      "screens: {\(String(repeating: "n", count: 81)): gone.png}\nsteps: []",
      "screens: {\(String(repeating: "n", count: 80)): gone.png}\nsteps: []",
      "steps: [hold: 1, x]\n\(screens)",
      "screens: {a: a.png}\nsteps: [{push: \(String(repeating: "q", count: 81))}]",
      "screens: {a: a.png}\nsteps: [{push: \(String(repeating: "q", count: 80))}]",
      "screens: {alpha: a.png, beta: b.png}\nsteps: [{push: alpah}]",
      "screens: {alpha: a.png, beta: b.png}\nsteps: [{push: beat}]",
      "screens: {alpha: a.png, beta: b.png}\nsteps: [{push: other}]",
      "screens: {\((1...21).map { "s\($0)s: a.png" }.joined(separator: ", "))}\nsteps: [{push: longer}]",
      "screens: {\((1...21).map { "s\($0)s: a.png" }.joined(separator: ", "))}\nsteps: [{push: s21}]",
      "screens: {\((1...21).map { "s\($0)s: a.png" }.joined(separator: ", "))}\nsteps: [{push: s30t}]",
      "{\(screens), tabs: [a, bb], steps: []}", "{\(screens), tabs: [a, b, c], steps: [{select-tab: 2}]}",
      "{\(screens), tabs: [a, b, c], steps: [{select-tab: 3}]}",
      "{\(screens), tabs: [a], steps: [{select-tab: -1}]}",
      "{\(screens), steps: [{select-tab: 1.0}]}", "{\(screens), tabs: [[a]], steps: []}",
    ]
    + [
      "size: 64x48", "size: 0x4", "size: 720p", "size: 100000x100000", "size: 40000x40000", "fps: 29.97",
      "fps: 30000/1001", "fps: 25", "fps: 0.001", "fps: 24/0", "fit: cover", "fit: contain", "fit: stretch",
      "fit: covr", "background: '#102030'", "background: #102030", "background: 102030", "background: red",
      "background: '#80402010'", "light: linear", "light: srgb", "light: lnear", "dither: true",
      "dither: false", "dither: True", "dither: yes", "audio: sound.wav", "audio: {start: 1}",
      "audio: {file: sound.wav, start: 1e6, volume: 100, fade: 1e6}",
      "audio: {file: sound.wav, start: 1000001}",
      "audio: {file: sound.wav, volume: 100.1}", "audio: {file: sound.wav, fade: 1000001}",
      "audio: {file: sound.wav, fade: 2}", "audio: {file: sound.wav, volme: 2}",
      "audio: {file: sound.wav, start: 3}", "audio: {file: sound.wav, volume: 0}",
      "chains: {wipe: {from: 'blur:sgma=2'}}", "chains: {z: {from: [blur, 'sepia', nothing]}}",
      "chains: {z: {result: 'pixellate:fraction=0.1*zzz'}}", "chains: {z: {blend: 'dissolve:mix=2'}}",
      "chains: {z: {blend: sepia}}", "chains: {z: {from: dissolve}}", "chains: {z: {from: bend.glsl}}",
      "chains: {z: {blend: dim.glsl}}", "chains: {z: {from: wrong.glsl}}", "chains: {z: {from: gone.glsl}}",
      "chains: {z: {form: sepia}}", "chains: {z: {from: ':'}}", "chains: {z: {from: ''}}",
      "chains: {z: {from: 'pixellate:fraction=\(String(repeating: "1+", count: 250))'}}",
      "chains: {z: {from: '\(String(repeating: "blur", count: 200))'}}",
      "chains: {z: {from: 'lookup:table=gone.png'}}", "chains: {z: {from: 'lookup:table=b.png'}}",
      "defaults: {transition: wipe, chain: {}}", "defaults: {parameters: {softness: 1}}",
      "defaults: {transition: wip}", "defaults: {transition: sink.yaml, parameters: {x: 1}}",
      "defaults: {transition: broken.yaml}", "defaults: {transition: gone.yaml}",
      "defaults: {transition: bend.glsl, parameters: {strength: 2.1}}",
      "defaults: {transition: bend.glsl, parameters: {strenth: 2}}", "defaults: {transition: dim.glsl}",
      "defaults: {transition: wrong.glsl}", "defaults: {transition: luma, parameters: {map: gone.png}}",
      "defaults: {transition: luma, parameters: {softness: 0.2, map: b.png, softness: 2}}",
      "defaults: {transition: luma, parameters: {softness: 2, map: b.png}}",
      "defaults: {transition: hero, parameters: {fromRect: [1, 2, 3]}}",
      "defaults: {transition: hero, parameters: {fromRect: [1, 2, [3], {}]}}",
      "defaults: {transition: elements, parameters: {elements: [[1, 2, 3, 4, 5, 6, 7], [8]]}}",
      "defaults: {duration: 0.00001}", "defaults: {interactive: {}}", "defaults: {filters: sepia}",
    ].map { "\(screens)\nsteps: []\n\($0)" }
    + [
      "[0, 0, 1, 1, 1]", "[0, 0, 0, 1]", "[0, 0, 1, 0]", "[0, 0, 1, -1]", "[1000000, -1000000, 1, 1]",
      "[1000001, 0, 1, 1]", "[0, -1000001, 1, 1]", "{radius: 1}", "{rect: [1, 2, 3, 4], radius: 1000000}",
      "{rect: [1, 2, 3, 4], radius: 1000001}", "{rect: [1, 2, 3, 4], opacity: 1.001}",
      "{rect: [1, 2, 3, 4], radius: 2, opacity: 0.5}", "[x, 0, 1, 1]", "{rect: [1, 2, 3], radius: -1}",
    ].map { "screens: {a: {image: a.png, elements: {e: \($0), f: [5, 6, 7, 8]}}}\nsteps: []" }
    + [
      "", "{}", "{hold: 0.1, push: b}", "{duration: 1}", "{hold: 0.1, curve: linear}", "{hold: 1e6}",
      "{hold: 166000}",
      "{hold: 166666.5}", "{hold: 166666.66}", "{push: b, duration: 1e7}",
      "{push: b}, {push: c, duration: 1e-9}", "{pop: a}", "{pop: ''}", "{push: b}, {pop: ''}",
      "{push: b}, {pop: a}", "{push: b}, {pop-to-root: a}", "{present: b}, {dismiss: b}",
      "{present: b}, {push: c}",
      "{present: b}, {replace: c}", "{present: b}, {pop: }", "{set-stack: [a]}",
      "{set-stack: [a], duration: 1}",
      "{set-stack: [b, a], filters: sepia}", "{set-stack: [a, z]}", "{set-stack: [[a]]}", "{pop-to: a}",
      "{push: b}, {pop-to: b}", "{push: b}, {unwind: b}", "{unwind: b}", "{push: b}, {unwind: c}",
      "{push: b, interactive: {}}", "{push: b, interactive: {samples: [[0, 1], [0.1, 0.5, 3]]}}",
      "{push: b, interactive: {samples: [[0, 1, 2, 3]]}}", "{push: b, interactive: {samples: [[0]]}}",
      "{push: b, interactive: {samples: [[0, 1], [0, 0.5]]}}",
      "{push: b, interactive: {samples: [[0, 0.5]]}}",
      "{push: b, interactive: {samples: [[0, 1], [-1, 0.5]]}}",
      "{push: b, interactive: {samples: [[0, 0.50001]]}}",
      "{push: b, interactive: {rule: pop, samples: [[0, 0.5]]}}",
      "{push: b, interactive: {rule: pop, width: 3, samples: [[0, 1.4]]}}",
      "{push: b, interactive: {rule: pish, samples: [[0, 1]]}}",
      "{push: b}, {pop: , interactive: {samples: [[0, 1]]}}",
      "{push: b, interactive: {samples: [[0, 1], [16667, 0.5]]}}",
      "{push: b, interactive: {samples: [[1, 1], [2, x]]}}",
      "{push: b, transition: wipe, chain: {}}", "{push: b, transition: wipe, parameters: {softness: 1.1}}",
      "{push: b, transition: elements}", "{push: b, duration: 0}", "{push: b, duration: -0.1}",
      "{hold: -0.1}",
      "{push: b, curve: 'spring(0,0)'}", "{push: b, curve: eas}", "{push: b, tranition: wipe}",
    ].map { "{\(screens), steps: [\($0)]}" }

  /// Lists of valid steps, recorded with their frames.
  private static let steps = [
    "", "{hold: 0}", "{hold: 0.04}", "{hold: 0.05}", "{hold: 0.2, filters: sepia}",
    "{hold: 0.4, filters: ['pixellate:fraction=0.3*progress', dim.glsl]}", "{push: b}",
    "{push: b, duration: 0.04}",
    "{push: b, duration: 0.44}", "{push: b, duration: 0.46, curve: ease-in}", "{push: b}, {pop: }",
    "{push: b, duration: 0.3}, {pop: , duration: 0.3}, {hold: 0.1}",
    "{present: c, duration: 0.3}, {dismiss: }",
    "{push: b, transition: wipe, duration: 0.3}", "{push: b, transition: wipe, parameters: {softness: 0.5}}",
    "{push: b, transition: wipeleft, duration: 0.3}", "{push: b, transition: bend.glsl, duration: 0.3}",
    "{push: b, transition: bend.glsl, parameters: {strength: 1.5}, duration: 0.3}",
    "{push: b, transition: sink.yaml}, {pop: , transition: sink.yaml, duration: 0.3, curve: ease-out}",
    "{push: b, chain: {}, duration: 0.3}", "{push: b, chain: {from: sepia, to: dim.glsl}, duration: 0.3}",
    "{push: b, chain: {from: 'pixellate:fraction=0.2*progress', result: [sepia, dim.glsl]}, duration: 0.3}",
    "{push: b, chain: {blend: multiply-blend, to: sepia}, duration: 0.3}",
    "{push: b, filters: 'pixellate:fraction=0.2*progress', duration: 0.3}",
    "{push: b, filters: [sepia, dim.glsl], duration: 0.3, transition: slide-down}",
    "{push: b, filters: 'pixellate:fraction=time*0.2', duration: 0.3, curve: ease-in}",
    "{push: b, transition: luma, parameters: {map: c.png, softness: 0.3}, duration: 0.3}",
    "{push: b, transition: luma, parameters: {map: luma16}, duration: 0.3}",
    "{push: b, transition: hero, parameters: {fromRect: [1, 2, 8, 6], toRect: [4, 4, 15, 12]}, duration: 0.3}",
    "{push: b, transition: elements, parameters: {elements: [[1, 2, 8, 6, 4, 4, 15, 12], [0, 9, 5, 5, 9, 0, 5, 5]]}}",
    "{push: b, interactive: {samples: [[0, 1], [0.1, 0.8], [0.3, 0.2]]}}",
    "{push: b, interactive: {samples: [[0, 1], [0.1, 0.2], [0.3, 0.4]]}}",
    "{push: b, interactive: {samples: [[5, 1], [5.2, 0.4]]}, duration: 0.5, curve: linear}",
    "{push: b, interactive: {rule: pop, width: 100, samples: [[0, 10], [0.2, 60, 7]]}, duration: 0.5}",
    "{push: b}, {pop: , interactive: {samples: [[0, 0.2], [0.3, 0.6]]}, transition: slide-down}",
    "{push: b}, {pop: , interactive: {samples: [[0, 0.2], [0.3, 0.1]]}}, {pop: }",
    "{push: b}, {pop: , interactive: {rule: push, samples: [[0, 0.7], [0.3, 0.1]]}}",
    "{present: b}, {dismiss: , interactive: {samples: [[0, 0.3]]}}",
    "{replace: c}, {replace: b, duration: 0.2}",
    "{push: b}, {push: c}, {pop-to: a, duration: 0.2}",
    "{push: b}, {push: c}, {pop-to-root: , duration: 0.2}",
    "{push: b}, {present: c}, {unwind: a, duration: 0.2}", "{push: b}, {push: c}, {unwind: a, duration: 0.2}",
    "{present: b}, {present: c}, {unwind: b, duration: 0.2}, {dismiss: }",
    "{set-stack: [b, c], duration: 0.2}, {pop: }",
    "{push: b}, {set-stack: [c, a], duration: 0.2}", "{set-stack: [b, a]}, {pop: }",
    "tabs: [b, a], steps: [{select-tab: 1}, {push: c}, {select-tab: 0, duration: 0.2}, {select-tab: 1}, {pop: }]",
    "defaults: {duration: 0.2}, steps: [{push: b}, {pop: , duration: 0.3}, {hold: 0.2}]",
    "defaults: {transition: wipe, parameters: {softness: 0.4}, duration: 0.2, curve: ease}, steps: [{push: b}, {pop: }]",
    "defaults: {transition: wipe, parameters: {softness: 0.4}}, steps: [{push: b, parameters: {angle: 30}}, {pop: }]",
    "defaults: {transition: wipe, parameters: {softness: 0.4}}, steps: [{push: b, transition: wipe}, {pop: }]",
    "defaults: {transition: wipe, curve: ease}, steps: [{push: b, chain: {from: sepia}, curve: linear}, {pop: }]",
    "defaults: {chain: {to: sepia}, duration: 0.3}, steps: [{push: b}, {pop: , transition: wipe}]",
    "chains: {z: {from: sepia}, wipe: {result: sepia}}, steps: [{push: b, transition: z}, {pop: , transition: wipe}]",
    "size: 16x20, fit: contain, background: '#205080', steps: [{push: b, duration: 0.2}]",
    "size: 16x20, fit: stretch, light: linear, steps: [{push: b, duration: 0.2, transition: cross-dissolve}]",
    "size: 16x20, dither: true, steps: [{push: b, duration: 0.2}]",
    "size: 50x10, fit: cover, steps: [{hold: 0.1}]",
    "background: red, steps: [{push: b, duration: 0.3}]",
    "screens: {a: d.png, b: a.png}, steps: [{push: b, duration: 0.2}]",
    "screens: {a: {image: a.png, elements: {e: [1, 2, 6, 5]}}, b: {image: b.png, elements: {f: [0, 0, 2, 2], "
      + "e: {rect: [10, 8, 9, 7], radius: 3, opacity: 0.5}}}}, defaults: {transition: elements, duration: 0.4}, "
      + "steps: [{push: b}, {pop: }]",
    "screens: {a: {image: a.png, elements: {e: [1, 2, 6, 5]}}, b: {image: b.png, elements: {f: [1, 2, 3, 4]}}}, "
      + "steps: [{push: b, transition: elements}]",
    "screens: {a: {image: a.png, elements: {e: [1, 2, 6, 5]}}, b: b.png}, steps: [{push: b, transition: elements}]",
  ]

  /// Tries every key of an animator with a value of every type, then animations in both directions.
  @Test func animators() throws {
    var recorded = Recorded("animators")
    let (from, to) = (
      try Bitmap(contentsOf: folder.file("a.png")), try Bitmap(contentsOf: folder.file("b.png"))
    )
    func add(_ yaml: String) {
      recorded.add(
        yaml.replacing("\n", with: " | "),
        said {
          let animator = try LayerAnimator(yaml: yaml, named: "f.yaml", folder: folder.path)
          var frames: [Bitmap] = []
          for operation in [TransitionOperation.push, .dismiss] {
            let renderer = try TransitionRenderer(
              from: from, to: to, animator, operation: operation, Execution(threads: 1))
            for progress in [0.1, 0.45, 0.8] { frames.append(try renderer.frame(at: progress)) }
          }
          let summary = animator.summary.map { " '\($0)'" } ?? ""
          return
            "\(animator.timing.duration) s, \(animator.timing.curve)\(summary): \(Recorded.sum(of: frames))"
        })
    }
    let values = [
      "", "''", "x", "red", "0", "1", "-0.5", "0.25", "30%", "nan", "1e7", "[]", "[1]", "[0, 1]",
      "[0, 50%, 3]",
      "{}", "{0: 0, 1: 0.5}", "{50%: 1}", "progress", "width/progress",
    ]
    for value in values {
      for key in ["summary", "duration", "curve", "background", "edges", "pop", "dismiss", "present", "size"]
      {
        add("push: [{layer: from}, {layer: to, scale: 0.5}]\n\(key): \(value)")
      }
      for key in [
        "part", "anchor", "curve", "shadow", "x", "y", "scale", "scale-x", "scale-y", "rotation", "opacity",
        "corner-radius", "z", "layer",
      ] {
        let other = key == "layer" ? "" : "layer: to, "
        add("push: [{\(other)\(key): \(value)}, {layer: from, scale: 0.5, x: 5}]")
      }
      for key in ["color", "opacity", "radius", "x", "y"] {
        add("push: [{layer: from}, {layer: to, scale: 0.5, shadow: {\(key): \(value)}}]")
      }
      add("push: \(value)")
    }
    for layer in [
      "part: [1, 2, 10, 8]", "part: [10%, 20%, 50%, 40%], anchor: [0, 0], scale: [2, 0.5]", "part: [1, 2, 3]",
      "part: [90, 2, 10, 8]", "part: [1, 2, 3, 4, 5]", "anchor: [1]", "anchor: [1, 2, 3]",
      "anchor: [0, 100%], rotation: 30",
      "rotation: [0, 90], curve: ease-in", "x: {0: 0, 0.5: [10, ease-out], 1: 3}",
      "x: {0: 0, 0.5: [10], 1: 3}",
      "x: {0: 0, 0.5: [10, ease, 1]}", "x: {0.2: 4, 80%: 50%}", "x: {0.2: 4, 0.1: 50%}", "x: {-0.1: 4}",
      "x: {1.1: 4}",
      "x: {100%: 4}", "x: {101%: 4}", "x: {a: 4}", "x: {0.5: b}", "x: {0.5: [4, b]}", "x: 1000000",
      "x: 1000001",
      "x: -1000001", "x: 20%%", "x: width / 4 * progress", "y: height / 4 * (1 - progress)", "y: -1e-3%",
      "x: time * 10",
      "x: '1 +'", "opacity: [0, 1], curve: 'spring(0.5,0)'", "scale-x: 0.5, scale-y: [1, 0.3]",
      "corner-radius: 50%",
      "corner-radius: [0, 30%], edges: hard", "z: [1, -1]", "z: -1", "z: 0", "shadow: {}",
      "shadow: {color: red, y: 0, x: 3}",
      "shadow: {opacity: 1, radius: [0, 6]}, scale: 0.6", "shadow: {colour: red}", "opacity: 2",
      "opacity: -1", "scale: 0",
      "scale: -1", "rotation: 360", "y: {0: 0, 1: [100%, 'spring(duration:0.4,bounce:0.3)']}",
    ] { add("push: [{layer: from}, {layer: to, \(layer)}]") }
    for yaml in [
      "push: [{layer: a.png}, {layer: to, opacity: 0.5}]", "push: [{layer: gone.png}]",
      "push: [{layer: sound.wav}]",
      "push: [{layer: b}]", "push: [{layer: '#ff000080'}, {layer: to, scale: 0.5}]", "push: [{x: 1}]",
      "push: [to]",
      "present: [{layer: to}]\npush: [{layer: from}]",
      "push: [{layer: to}]\npop: [{layer: from}]\ndismiss: []",
      "pop: [{layer: to}]", "duration: 1", "dismiss: [{layer: to}]\npresent: [{layer: from, x: [0, 5]}]",
      "push: [{layer: to}]\npop: []",
      "push: [{layer: to, x: [0, 50%]}]\npop: [{layer: from, y: [0, 5]}, {layer: to, z: -1}]",
      "push: [{layer: to, x: [0, 50%]}]\nbackground: '#204060'\nedges: hard",
      "push: [{layer: to, scale: 0.51}]\nedges: smooth",
      "push: [{layer: to}]\nedges: soft",
      "push: [{layer: to, x: {0: 0, 1: [9, 'spring(0.3,0)']}}]\nduration: 0.2",
      "push: [{layer: to, x: [0, 9], curve: 'spring(0.3,0)'}]\nduration: 0.2", "psh: []",
      "push:\n  - layer: to\n  - x: 1",
      "push:\n  - layer: to\n    shadow:\n      radius: b",
      "push: [{layer: \(String(repeating: "w", count: 90))}]",
    ] { add(yaml) }
    try recorded.check()
  }

  /// Returns the result or the error on one line, without the path of the folder.
  private func said(_ make: () throws -> String) -> String {
    let text: String
    do { text = try make() } catch { text = "\(error)" }
    // The number of catalog items is not a property of the reader.
    return short(
      text.replacing(folder.path + "/", with: "").replacing("\n", with: " | ")
        .replacing(#/there are \d+, such as/#, with: "there are many, such as"))
  }

  /// Abbreviates a long line to its start, its end and its length.
  private func short(_ line: String) -> String {
    line.count <= 400 ? line : "\(line.prefix(200))…\(line.suffix(60)) (\(line.count))"
  }

  private func story(_ yaml: String) throws -> Storyboard {
    try Storyboard(yaml: yaml, named: "f.yaml", folder: folder.path)
  }

  /// Describes a storyboard by the properties that differ from their defaults, and by its frames.
  private func described(_ story: Storyboard, frames: Bool) throws -> String {
    let framing = story.framing
    var words = ["\(story.frameCount) frames at \(story.rate)"]
    if let size = framing.size { words.append("\(size)") }
    if framing.fit != Framing().fit { words.append("\(framing.fit)") }
    if let background = framing.background { words.append("\(background)") }
    if framing.light != Framing().light { words.append("\(framing.light)") }
    if framing.dither != Framing().dither { words.append("dither \(framing.dither)") }
    if let sound = story.soundtrack {
      words.append("sound \(sound.file) \(sound.start) \(sound.volume) \(sound.fade)")
    }
    for element in story.screens.flatMap(\.elements) {
      let (place, rect) = (element.place, element.place.rectangle)
      words.append(
        "\(element.name) \(rect.x),\(rect.y),\(rect.width),\(rect.height) \(place.cornerRadius ?? -1) \(place.opacity)"
      )
    }
    for scene in story.scenes.dropFirst() { words.append(described(scene)) }
    words += story.steps.map { "\($0.line) \($0.action) \($0.transition ?? "-")" }
    if frames {
      let source = try StoryboardFrames(story, Execution(threads: 1))
      let pictures = try (0..<source.count).map { try source.rows(of: $0).rendered() }
      words.append("\(source.size) \(Recorded.sum(of: pictures))")
    }
    return words.joined(separator: "; ")
  }

  private func described(_ scene: Storyboard.Scene) -> String {
    var text = "\(scene.frameCount) of \(scene.from)-\(scene.to)"
    if !scene.filters.isEmpty { text += " through \(scene.filters.count)" }
    guard let motion = scene.motion else { return text }
    func list(_ numbers: [Double]) -> String {
      numbers.prefix(12).map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: " ")
    }
    text += " \(motion.operation) \(type(of: motion.transition)): \(list(motion.progress))"
    return motion.times == motion.progress ? text : text + " at \(list(motion.times))"
  }
}
