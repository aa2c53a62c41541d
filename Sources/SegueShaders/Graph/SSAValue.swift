/// A scalar value of a shader: 32 bits a pixel, a float, an integer or a mask of all bits.
///
/// It is assigned once (static single assignment); only what loops carry has a new value in each turn.
struct SSAValue: Hashable {
  let id: Int
}
