import SeguePlatform
import SeguePixels

/// Two synthetic pictures for a studio without files: hills at dusk and hills at dawn.
enum Samples {
  private struct Scene {
    let sky: (SIMD3<Double>, SIMD3<Double>)
    let hills: (SIMD3<Double>, SIMD3<Double>)
    let sun: (x: Double, y: Double, radius: Double, color: SIMD3<Double>)
    let phase: Double
  }

  static func add(to shelf: Shelf) throws {
    let dusk = Scene(
      sky: ([38, 30, 84], [240, 128, 98]), hills: ([92, 52, 104], [22, 18, 46]),
      sun: (0.68, 0.56, 0.075, [255, 214, 150]), phase: 0)
    let dawn = Scene(
      sky: ([104, 178, 226], [250, 232, 200]), hills: ([112, 168, 150], [26, 76, 88]),
      sun: (0.26, 0.3, 0.06, [255, 250, 226]), phase: 2.1)
    shelf.add(sample: try draw(dusk), named: "dusk.png")
    shelf.add(sample: try draw(dawn), named: "dawn.png")
  }

  private static func draw(_ scene: Scene, width: Int = 1280, height: Int = 720) throws -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    let ridges = (0..<4).map { hill in
      (0..<width).map { x in
        let (u, h) = (Double(x) / Double(width), Double(hill))
        let waves = sin(u * (5 + h) + scene.phase + h * 1.7) + 0.4 * sin(u * (13 + 3 * h) + scene.phase * 2)
        return 0.6 + 0.1 * h + 0.05 * waves
      }
    }
    for y in 0..<height {
      let v = (Double(y) + 0.5) / Double(height)
      let sky = scene.sky.0 + (scene.sky.1 - scene.sky.0) * min(1, v / 0.72)
      for x in 0..<width {
        let u = (Double(x) + 0.5) / Double(width)
        var color = sky
        let (dx, dy) = ((u - scene.sun.x) * Double(width) / Double(height), v - scene.sun.y)
        let distance = (dx * dx + dy * dy).squareRoot()
        let glow = exp(-max(0, distance - scene.sun.radius) * 7) * 0.45
        let disc = max(0, min(1, (scene.sun.radius - distance) * Double(height)))
        color += (scene.sun.color - color) * max(glow, disc)
        for hill in 0..<4 {
          let cover = max(0, min(1, (v - ridges[hill][x]) * Double(height)))
          let paint = scene.hills.0 + (scene.hills.1 - scene.hills.0) * (Double(hill) / 3)
          color += (paint - color) * cover
        }
        bytes += [UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()), 255]
      }
    }
    return try Bitmap(width: width, height: height, rgba: bytes)
  }
}
