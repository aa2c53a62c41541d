/// A scalar value of a shader: 32 bits a pixel, a float, an integer or a mask.
///
/// Assigned once (static single assignment), except for values that loops carry.
package struct SSAValue: Hashable {
  let id: Int
}
