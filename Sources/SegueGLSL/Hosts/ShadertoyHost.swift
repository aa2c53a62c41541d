extension ShaderHost {
  /// Macros that the site predefines; `HW_PERFORMANCE` is 0 on slow machines.
  static let shadertoyMacros: KeyValuePairs<String, UInt32> = ["HW_PERFORMANCE": 1]

  /// The site Shadertoy: the source is the text of one tab, with `void mainImage(out vec4 color, in vec2
  /// pixel)`.
  ///
  /// - Source: Shadertoy's How To, and the list of uniforms in its editor. The result has no alpha.
  static func shadertoy(_ source: SourceClues) -> ShaderHost {
    var host = ShaderHost(name: "Shadertoy", isFlipped: true)
    host.builtIns = [
      BuiltIn("iResolution", .vec3, .resolution), BuiltIn("iTimeDelta", .float, .frameDuration),
      BuiltIn("iFrameRate", .float, .frameRate),
    ]
    let known: [HostParameter] = [
      HostParameter("iTime", .float, .time), HostParameter("iGlobalTime", .float, .time),
      HostParameter("iFrame", .int, .frameNumber), HostParameter("iDate", .vec4, .date),
      HostParameter("iMouse", .vec4, .nothing),
    ]
    let wantsSizes = source.identifiers.contains("iChannelResolution")
    let channels = (0..<4).map { "iChannel\($0)" }
    let own = channels.filter { source.identifiers.contains($0) }
    let times = source.identifiers.contains("iChannelTime") ? ["iTime"] : []
    host.parameters =
      known.filter { source.identifiers.contains($0.name) || times.contains($0.name) }
      + channels.filter { wantsSizes || own.contains($0) }
      .map { name in
        var channel = HostParameter(name: name, type: .sampler2D)
        // A channel may be empty if the shader reads only its size.
        if !own.contains(name) { channel.unset = .nothing }
        return channel
      }
    host.pictures = ["iChannel0"]
    let sizes = channels.map { "vec3(vec2(textureSize(\($0), 0)), 1.0)" }.joined(separator: ", ")
    host.before = """
      const float iSampleRate = 44100.0;
      \(wantsSizes ? "vec3 iChannelResolution[4] = vec3[4](\(sizes));" : "")
      void st_assert(bool condition, int channel) {}
      void st_assert(bool condition) {}
      \(times.isEmpty ? "" : "float iChannelTime[4] = float[4](iTime, iTime, iTime, iTime);")
      """
    host.behind = """
      void main() {
        vec4 color = vec4(0.0, 0.0, 0.0, 1.0);
        mainImage(color, gl_FragCoord.xy);
        gl_FragColor = vec4(color.rgb, 1.0);
      }
      """
    return host
  }
}
