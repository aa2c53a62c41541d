import SegueFilters
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Chains with an endless shader: as a filter, as a blend, and as the input of a valid shader.
func endlessChains() throws -> [Chain] {
  let filter = try #require(ShaderFilter(Shader(source: EndlessShaders.filter, file: "endless.frag")))
  let blend = try #require(ShaderBlend(Shader(source: EndlessShaders.transition, file: "endless.glsl")))
  let good = try #require(
    ShaderBlend(
      Shader(source: "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }")))
  return [
    .from --> filter, (.from, .to) --> blend, .from --> Pixellate(fraction: 0.1) --> filter,
    (.from --> filter, .to) --> good, (.from, (.from, .to) --> blend) --> good,
  ]
}
