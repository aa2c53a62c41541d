import SegueLanes

/// A built-in function of the language, as one declaration: its name, the forms it may be called in, and what a call
/// becomes.
///
///     Builtin("step", .genType(.genType, .genType), .genType(.splat(.float), .genType), each: .step)
///
/// The functions stand in `BuiltinsTrigonometric.swift` and the like, by the chapters of the specification. A name may
/// be declared several times where its forms become different things.
///
/// - Source: The OpenGL ES Shading Language 1.00, chapter 8, and 3.00, chapter 8.
package struct Builtin: Sendable {
  /// Gives the components of the result from those of the arguments.
  typealias Lower = @Sendable (inout Lowering, [[SSAValue]]) -> [SSAValue]

  /// The name in the source.
  package let name: String
  /// The kinds of shaders that have it.
  let kinds: [EntryPoint.Kind]
  let signatures: [Signature]
  let lower: Lower

  /// Declares a function by what a call becomes.
  init(
    _ name: String, _ signatures: Signature..., only kinds: [EntryPoint.Kind] = EntryPoint.Kind.allCases,
    lower: @escaping Lower
  ) {
    self.init(name, signatures, only: kinds, lower: lower)
  }

  /// Declares a function of forms that are made.
  init(
    _ name: String, _ signatures: [Signature], only kinds: [EntryPoint.Kind] = EntryPoint.Kind.allCases,
    lower: @escaping Lower
  ) {
    self.name = name
    self.kinds = kinds
    self.signatures = signatures
    self.lower = lower
  }

  /// Declares a function that is one operation on each component.
  init(_ name: String, _ signatures: Signature..., each opcode: LaneOperation) {
    self.name = name
    kinds = EntryPoint.Kind.allCases
    self.signatures = signatures
    lower = { lowering, arguments in lowering.each(opcode, arguments) }
  }

  /// All of them.
  package static let all =
    trigonometric + exponential + common + floatingPoint + packing + geometric + matrices + relational
    + textures
    + cubes + levels + derivatives

  /// The forms by name, in the order they are declared.
  static let overloads: [String: [Overload]] = Dictionary(
    grouping: all.flatMap { builtin in builtin.signatures.flatMap { $0.overloads(of: builtin) } },
    by: \.builtin.name)
}
