import SegueRendering
import SegueShaders

/// A blend by a shader, with a choice of blocks.
struct BlendByBlocks: Blend {
  let shader: Shader
  var blocks = BlockUse.whereFaster

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress, blocks: blocks)
  }
}
