import SegueGLSL
package import SeguePixels
import SegueRendering

extension Shader {
  /// Returns the compile-time constants of the program for a frame.
  ///
  /// - Parameters:
  ///   - size: The size of the frame.
  ///   - pictures: All pictures of the program.
  ///   - firstSlot: The index of the first picture that is a parameter.
  ///   - firstInput: The index of the first program input that holds a parameter.
  ///   - light: The encoding in which two pictures are mixed.
  ///   - pass: The index of the pass.
  /// - Returns: The frame size, the pictures and their slots, the values of constant parameters, the inputs
  ///   of the other parameters, the light, and the pass.
  func specialization(
    _ size: PixelSize, _ pictures: [Specialization.Picture], firstSlot: Int,
    firstInput: Int = FrameMoment.programInputCount, light: Light = .gamma, pass: Int = 0
  ) -> Specialization {
    var specialization = Specialization(size: size, pictures: pictures, parameters: values)
    specialization.pass = pass
    // Sets the encoding for mixing two pictures; a filter, with one picture, keeps the stored encoding.
    if inputCount == 2 { specialization.light = light }
    for (index, sampler) in samplers.enumerated() {
      if isNothing(sampler) { continue }
      let slot = index < boundSamplers ? index : firstSlot + index - boundSamplers
      specialization.slots[sampler] = slot
      if let sampling = samplings[sampler] { specialization.pictures[slot].sampling = sampling }
    }
    var input = firstInput
    for (variable, bits) in liveValues {
      specialization.parameters[variable] = nil
      specialization.live[variable] = input
      input += bits.count
    }
    return specialization
  }

  /// The parameters that are inputs of the program, each with the bits of its value, in the order of the
  /// inputs.
  private var liveValues: [(variable: Variable.ID, bits: [UInt32])] {
    live.sorted().map { ($0, values[$0] ?? []) }
  }

  /// The bits of the parameter values that are inputs of the program, in the order of the inputs.
  var inputValues: [UInt32] { liveValues.flatMap(\.bits) }

  /// The samplers after the first `boundSamplers`: parameters, and samplers that read a pass or a buffer.
  ///
  /// A parameter that is not set may stand for the first picture of the frame.
  var parameterSamplers: ArraySlice<Variable.ID> { samplers.dropFirst(boundSamplers) }

  /// The pictures of sampler parameters; nil for a parameter that is not set.
  var parameterPictures: [Bitmap?] { parameterSamplers.map { pictures[$0] } }

  /// Compiles the shader for a frame of 16 × 16 pixels, to find errors.
  func compileForTrial() throws(ShaderError) {
    let picture = Specialization.Picture(size: PixelSize(width: 16, height: 16), isOpaque: false)
    var input = picture
    input.isRow = checked.kind.isPointwise
    let pictures = Array(repeating: input, count: inputCount) + parameterPictures.map { _ in picture }
    let all = checked.usesLevels ? pictures + pictures.map(\.levels) : pictures
    let own = ProgramStep.shader(checked, specialization(picture.size, all, firstSlot: inputCount))
    _ = try programs.program(input.isRow ? (0..<inputCount).map { .input($0) } + [own] : [own])
  }

  /// Compiles the program for the given pictures: the inputs, followed by the pictures of parameters.
  ///
  /// `size` is the size of the frame, by default the size of the first input.
  package func compiled(
    for pictures: [Bitmap], in light: Light = .gamma, size: PixelSize? = nil, pass: Int = 0
  ) throws(RenderError) -> CompiledShader {
    try compiled(
      for: pictures.map { ShaderPicture(bitmap: $0).known }, in: light, size: size ?? pictures[0].size,
      pass: pass)
  }

  /// Compiles the program for pictures of known properties; if `toFloats`, the result has four floats a pixel
  /// instead of 8 bits a channel.
  func compiled(
    for pictures: [Specialization.Picture], in light: Light, size: PixelSize, pass: Int,
    toFloats: Bool = false
  ) throws(RenderError) -> CompiledShader {
    // Appends the mipmap levels of all pictures to the list of pictures.
    let all = checked.usesLevels ? pictures + pictures.map(\.levels) : pictures
    var specialization = specialization(size, all, firstSlot: inputCount, light: light, pass: pass)
    specialization.givesFloats = toFloats
    return try program([.shader(checked, specialization)])
  }

  /// Returns the program for a sequence of steps, the last of which is this shader; compiles the program
  /// unless it is cached.
  func program(_ steps: [ProgramStep]) throws(RenderError) -> CompiledShader {
    do throws(ShaderError) {
      return try programs.program(steps)
    } catch {
      throw .unrenderable("\(error.diagnostics.first.map { "\($0.file):\($0.line): \($0.message)" } ?? name)")
    }
  }
}
