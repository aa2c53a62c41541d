import CSegueKernels

extension segue_lane_op {
  var name: String { String(cString: segue_lane_shape_of(self).name) }
  var inputs: Int { Int(segue_lane_shape_of(self).inputs) }
  var outputs: Int { Int(segue_lane_shape_of(self).outputs) }

  private var givesFloats: Bool {
    rawValue < SEGUE_OP_LT.rawValue || [SEGUE_OP_I2F, SEGUE_OP_U2F].contains(self)
      || LaneKernelsTests.memory.contains(self)
  }

  /// Whether two results have equal bits, or are both NaN.
  func sameBits(_ a: UInt32, _ b: UInt32) -> Bool {
    a == b || givesFloats && Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN
  }
}
