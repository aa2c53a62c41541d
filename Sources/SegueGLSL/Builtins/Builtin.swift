import SegueGraph
import SegueLaneProgram

/// A built-in function of the language: its name, its signatures, and the lowering of a call.
///
///     Builtin("step", .genType(.genType, .genType), .genType(.splat(.float), .genType), each: .step)
///
/// The functions are declared in one file for each chapter of the specification, such as
/// `BuiltinsTrigonometric.swift`. A name is declared several times if its signatures are lowered differently.
///
/// - Source: The OpenGL ES Shading Language 1.00, chapter 8, and 3.00, chapter 8.
package struct Builtin: Sendable {
  /// Computes the components of the result from the arguments' components.
  typealias Lower = @Sendable (inout Lowering, [[SSAValue]]) -> [SSAValue]

  /// The function's name in GLSL.
  package let name: String
  /// The kinds of shaders in which the function is visible.
  let kinds: [EntryPoint.Kind]
  let signatures: [Signature]
  let lower: Lower

  /// Declares a function by its signatures and its lowering.
  init(
    _ name: String, _ signatures: Signature..., only kinds: [EntryPoint.Kind] = EntryPoint.Kind.allCases,
    lower: @escaping Lower
  ) {
    self.init(name, signatures, only: kinds, lower: lower)
  }

  /// Declares a function by an array of signatures and its lowering.
  init(
    _ name: String, _ signatures: [Signature], only kinds: [EntryPoint.Kind] = EntryPoint.Kind.allCases,
    lower: @escaping Lower
  ) {
    self.name = name
    self.kinds = kinds
    self.signatures = signatures
    self.lower = lower
  }

  /// Declares a function that applies one instruction to each component.
  init(_ name: String, _ signatures: Signature..., each opcode: LaneOperation) {
    self.name = name
    kinds = EntryPoint.Kind.allCases
    self.signatures = signatures
    lower = { lowering, arguments in lowering.each(opcode, arguments) }
  }

  /// All built-in functions.
  package static let all =
    trigonometric + exponential + common + floatingPoint + packing + geometric + matrices + relational
    + textures
    + cubes + levels + derivatives

  /// The overloads of each built-in function, by the function's name, in the order of declaration.
  static let overloads: [String: [Overload]] = Dictionary(
    grouping: all.flatMap { builtin in builtin.signatures.flatMap { $0.overloads(of: builtin) } },
    by: \.builtin.name)
}
