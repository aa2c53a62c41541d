/// A scalar value of a shader: 32 bits a pixel, a float, an integer or a mask.
///
/// A value is assigned once (static single assignment), except for values that loops carry. Comparison and
/// hash are inlinable, since the linker may take the specialized code of `Set<SSAValue>` from another
/// module's object file. Without inlining, calls of these two functions took 8 % of the instructions executed
/// to compile a long shader.
@usableFromInline package struct SSAValue: Hashable, Sendable {
  @usableFromInline let id: Int

  @inlinable package static func == (a: SSAValue, b: SSAValue) -> Bool { a.id == b.id }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
