import SegueRendering
import SegueShaders

/// A shader of two pictures, with blocks and bands or without.
struct BlendByBlocks: Blend {
  let shader: Shader
  var blocks = BlockUse.whereFaster

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress, blocks: blocks)
  }
}
