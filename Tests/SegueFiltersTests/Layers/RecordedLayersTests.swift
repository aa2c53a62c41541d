import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Recorded results of layers of every kind, tone curves and color tables.
@Suite("Recorded: layers and tables") struct RecordedLayersTests {
  @Test func layers() throws {
    var recorded = Recorded("layers")
    let from = try Bitmap.scene(53, 37, seed: 11, opaque: false)
    let to = try Bitmap.scene(53, 37, seed: 12, opaque: true)
    let badge = try Bitmap.scene(17, 13, seed: 13, opaque: false)
    let middle = PixelPoint(x: 26.5, y: 18.5)
    let transforms: [(String, PixelTransform)] = [
      ("here", .identity), ("moved", .translation(x: 7, y: -5)), ("moved back", .translation(x: -60, y: 4)),
      ("between columns", .translation(x: 3.25, y: 2)), ("between rows", .translation(x: -4, y: 1.75)),
      ("above its first row", .translation(x: -4, y: 1.25)), ("between both", .translation(x: 0.5, y: -0.25)),
      ("smaller", .scale(0.6, about: middle)),
      ("larger", .scale(1.7, about: PixelPoint(x: 5, y: 30))),
      ("narrow", .scale(x: 0.3, y: 1, about: middle)),
      ("mirrored", .scale(x: -1, y: 1, about: middle)), ("upside down", .scale(x: 1, y: -1, about: middle)),
      ("turned", .rotation(.degrees(30), about: middle)),
      ("turned by a quarter", .rotation(.degrees(90), about: middle)),
      ("flat", .scale(x: 1, y: 0, about: middle)),
      (
        "turned and moved",
        PixelTransform.rotation(.degrees(-12), about: middle).followed(by: .translation(x: 9, y: 3.5))
      ),
    ]
    let parts: [PixelRectangle?] = [
      nil, PixelRectangle(x: 4, y: 3, width: 30, height: 20),
      PixelRectangle(x: 4.5, y: 2.25, width: 20.5, height: 30.75),
    ]
    for (name, transform) in transforms {
      for (index, part) in parts.enumerated() {
        for content in [
          Layers.Layer.Content.from, .color(Pixel(red: 90, green: 10, blue: 40, alpha: 120)), .picture(badge),
        ] {
          if case .picture = content, index > 0 { continue }
          var frames: [Bitmap] = []
          for (opacity, radius, edges, shadow) in [
            (1, 0, Layers.Layer.Edges.hard, nil), (0.4, 0, .hard, nil), (1, 0, .smooth, nil),
            (0.7, 6, .hard, nil),
            (1, 9.5, .smooth, Layers.Shadow()),
            (
              0.8, 0, .hard,
              Layers.Shadow(
                color: Pixel(red: 0, green: 80, blue: 9, alpha: 200), opacity: 0.9, radius: 5.5, x: -6, y: 2)
            ),
            (1, 100, .hard, Layers.Shadow(opacity: 1, radius: 0, x: 3, y: 1)),
          ] as [(Double, Double, Layers.Layer.Edges, Layers.Shadow?)] {
            var layer = Layers.Layer(content, part: part, transform: transform, opacity: opacity)
            (layer.cornerRadius, layer.edges, layer.shadow) = (radius, edges, shadow)
            let upper = layer
            let chain =
              (Chain.from, Chain.to)
              --> Layers(background: Pixel(red: 3, green: 4, blue: 5)) { _, _ in
                [.init(.to, opacity: 0.9), upper]
              }
            frames.append(try chain.frame(from: from, to: to, at: 0.3))
            let three = try chain.frame(from: from, to: to, at: 0.3, Execution(threads: 3))
            #expect(three == frames.last)
          }
          let kind =
            switch content {
            case .color: "color"
            case .picture: "picture"
            default: "from"
            }
          for (index, frame) in frames.enumerated() {
            recorded.add("\(name), part \(parts.firstIndex(of: part) ?? 0), \(kind), \(index)", [frame])
          }
        }
      }
    }
    try recorded.check()
  }

  @Test func tables() throws {
    var recorded = Recorded("tables")
    var seen: Set<String> = []
    func add(_ text: String) {
      guard seen.insert(text).inserted else { return }
      let marks: [Character: Character] = ["\n": "/", "\r": "%", "\t": "»"]
      let shown = text.map { character -> Character in
        marks[character] ?? (character.isNewline ? "§" : character)
      }
      let name = String(shown).prefix(150)
      do {
        let table = try ColorTable(cube: text)
        let colors = (0..<min(table.shape.count, 8)).map { index in
          (0..<3).map { Recorded.digits(Double(table[index][$0])) }.joined(separator: ",")
        }
        let ends = [table.lowest, table.highest].map { end in
          (0..<3).map { Recorded.digits(Double(end[$0])) }.joined(separator: ",")
        }
        recorded.add(
          "\(name)",
          "\(table.shape) '\(table.title)' \(ends.joined(separator: "…")): \(colors.joined(separator: " "))")
      } catch { recorded.add("\(name)", "\(error)") }
    }
    let two = "0 0 0\n1 .5 0.25"
    for size in ["-1", "0", "1", "2", "3", "x", "", "2 2", "65536", "65537", "2.0", "+2"] {
      add("LUT_1D_SIZE \(size)\n\(two)")
    }
    for size in ["0", "1", "2", "256", "257", "", "2 3"] { add("LUT_3D_SIZE \(size)\n\(two)") }
    for line in [
      "TITLE \"a \"b\" c\"", "TITLE", "TITLE  plain words", "TITLE \"", "TITLE \"\"", "TITLE a\nTITLE b",
      "DOMAIN_MIN 0 0", "DOMAIN_MIN 0 0 0 0",
      "DOMAIN_MIN 0 x 0", "DOMAIN_MIN -1 -2 -3", "DOMAIN_MAX 2 3 4", "DOMAIN_MAX 1 0 1",
      "DOMAIN_MAX 1 1 0.0000009", "DOMAIN_MAX 1 1 0.000002",
      "DOMAIN_MIN 1 0 0", "DOMAIN_MIN 0 2 0\n\nDOMAIN_MAX 1 1 1", "LUT_1D_INPUT_RANGE -1 2",
      "LUT_1D_INPUT_RANGE 1", "LUT_3D_INPUT_RANGE 0.25 4", "LUT_3D_INPUT_RANGE 0 1 2",
      "LUT_3D_INPUT_RANGE 2 2", "LUT_1D_SIZE 2", "LUT_3D_SIZE 2", "title x", "SIZE 2", "# LUT", "\t # x",
      "DOMAIN_MAX 65504 65504 65504", "DOMAIN_MAX 65505 1 1", "DOMAIN_MIN -65505 1 1",
      "DOMAIN_MAX inf 1 1", "DOMAIN_MAX 1 1 0x1p1", String(repeating: "X", count: 60), "0 0 0", "{", "@x",
      "[1",
    ] { add("\(line)\nLUT_1D_SIZE 2\n\(two)") }
    for lines in [
      "0 0 0", "0 0 0\n1 1 1\n2 2 2", "0 0\n1 1 1", "0\n1 1 1", "0 0 0 0\n1 1 1", "0 0 0 # c\n1 1 1 #",
      "0 0 x\n1 1 1", "0 0 0\nTITLE x\n1 1 1",
      "0 0 1e5\n1 1 1", "0 0 -65504\n1 1 65504", "0 0 -65505\n1 1 1", "0 0 0x1\n1 1 1", "0 0 nan\n1 1 1",
      "0 0 1-\n1 1 1", "0\t0\t+1E-1\n\n\n 1 1 1  ", "0 0 0\r1 1 1\r", "0 0 0\r\n1 1 1\r\n", "",
    ] { add("LUT_1D_SIZE 2\n\(lines)") }
    for text in [
      "", "\n", "0 0 0", "TITLE x", "\u{feff}LUT_1D_SIZE 2\n\(two)", "1 2 3\nLUT_1D_SIZE 2",
      "LUT_3D_SIZE 2\nLUT_1D_SIZE 2\n\(two)", "LUT_1D_SIZE 3\n\(two)\n9 9 9",
    ] { add(text) }

    func curves(_ bytes: [Int]) {
      let stored = bytes.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      do {
        let curves = try ToneCurves(acv: stored)
        let texts = [curves.rgb, curves.red, curves.green, curves.blue].map { points in
          points.map { "\(Recorded.digits($0.x)),\(Recorded.digits($0.y))" }.joined(separator: " ")
        }
        recorded.add("curves \(bytes)", texts.joined(separator: " | "))
      } catch { recorded.add("curves \(bytes)", "\(error)") }
      do { _ = try ToneCurves(acv: stored.dropLast() + []) } catch {
        recorded.add("cut curves \(bytes)", "\(error)")
      }
    }
    let line = [2, 0, 0, 255, 255]
    for bytes in [
      [], [1], [0, 1] + line, [1, 1] + line, [2, 1] + line, [4, 1] + line, [5, 1] + line, [4, 0],
      [4, 65] + line, [4, 2] + line,
      [4, 2] + line + [3, 9, 0, 100, 200, 250, 255],
      [4, 5] + line + line + line + [2, 255, 0, 0, 255] + line, [4, 3] + line + line + [2, 1, 2, 3, 4],
      [4, 1, 1, 0, 0], [4, 1, 2, 0, 256, 255, 255], [4, 1, 2, 256, 0, 255, 255], [4, 1, 2, 255, 255, 0, 0],
      [4, 1, 2, 7, 9, 8, 9], [4, 1, 20] + (0..<20).flatMap { [$0, $0] },
      [4, 1, 19] + (0..<19).flatMap { [10 * $0, 13 * $0] }, [4, 64] + line + line + line + line,
      [4, 1, 3, 0, 5, 0, 5, 9, 9],
    ] { curves(bytes) }

    for shape in [ColorTable.Shape.curves(1), .curves(2), .curves(65537), .cube(1), .cube(2), .cube(257)] {
      do {
        let table = try ColorTable(shape) { SIMD3($0.z, $0.x * 0.5, $0.y * 2) }
        recorded.add(
          "made \(shape)",
          (0..<table.shape.count).map { "\(table[$0].x) \(table[$0].y) \(table[$0].z)" }.joined(
            separator: ", "))
      } catch { recorded.add("made \(shape)", "\(error)") }
      do {
        _ = try ColorTable(shape, colors: [.zero])
      } catch { recorded.add("of one color \(shape)", "\(error)") }
    }
    for (lowest, highest) in [
      (SIMD3<Float>(0, 0, 0), SIMD3<Float>(1, 1, 0)), ([0, 2, 0], [1, 1, 1]), ([-65505, 0, 0], [1, 1, 1]),
      ([0, 0, 0], [1, 65505, 1]),
    ] {
      do {
        _ = try ColorTable(.curves(2), lowest: lowest, highest: highest, colors: [.zero, .one])
      } catch { recorded.add("domain \(lowest) \(highest)", "\(error)") }
    }
    for (width, height) in [
      (8, 8), (8, 9), (9, 9), (27, 27), (64, 64), (1, 1), (512, 512), (512, 511), (125, 125),
    ] {
      let picture = try Bitmap.noise(width, height, seed: 3)
      for (name, make) in [
        ("hald", { try ColorTable(haldCLUT: picture) }), ("lookup", { try ColorTable(lookup: picture) }),
      ] as [(String, () throws -> ColorTable)] {
        do {
          let table = try make()
          recorded.add(
            "\(name) \(width) \(height)",
            "\(table.shape) "
              + [1, 7, 65, table.shape.count - 1].map { index in
                (0..<3).map { Recorded.digits(Double(table[min(index, table.shape.count - 1)][$0])) }.joined(
                  separator: ",")
              }.joined(separator: " "))
        } catch { recorded.add("\(name) \(width) \(height)", "\(error)") }
      }
    }
    let scene = try Bitmap.scene(40, 30, seed: 5, opaque: false)
    for text in [
      "LUT_1D_SIZE 3\nDOMAIN_MIN 0.1 0 -1\nDOMAIN_MAX 0.9 2 1\n0 .1 .2\n.9 .2 .7\n1 1 0",
      "LUT_3D_SIZE 2\nDOMAIN_MAX 1 0.5 2\n0 .1 .2\n.9 .2 .7\n1 1 0\n.3 .3 .3\n0 0 1\n1 0 1\n.5 1 .9\n1 .9 .8",
    ] {
      let table = try ColorTable(cube: text)
      for interpolation in ColorTableFilter.Interpolation.allCases {
        for intensity in [-1, 0, 0.35, 1, 2] {
          let filter = ColorTableFilter(table, interpolation: interpolation, intensity: Animated(intensity))
          recorded.add("\(table.shape) \(interpolation) \(intensity)", [try (scene --> filter).frame()])
        }
      }
    }
    try recorded.check()
  }
}
