/// A scalar value of a shader: 32 bits a pixel, a float, an integer or a mask.
///
/// A value is assigned once (static single assignment), except for values that loops carry. Sets and tables
/// of values are `ValueSet` and `ValueTable`. Comparison and hash, used for keys of dictionaries, are
/// inlinable, so that every module inlines them in its specialized code of a dictionary: the linker may
/// choose the code of any module.
@usableFromInline package struct SSAValue: Hashable, Sendable {
  @usableFromInline let id: Int

  @inlinable package static func == (a: SSAValue, b: SSAValue) -> Bool { a.id == b.id }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
