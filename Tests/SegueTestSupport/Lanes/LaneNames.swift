import CSegueKernels

extension segue_lane_op {
  package var name: String { String(cString: segue_lane_shape_of(self).name) }
  package var inputs: Int { Int(segue_lane_shape_of(self).inputs) }
  package var outputs: Int { Int(segue_lane_shape_of(self).outputs) }

  /// Instructions that access pictures or other lanes.
  package static let readingOtherLanes = [
    SEGUE_OP_FETCH, SEGUE_OP_FETCH_PAIR, SEGUE_OP_FETCH_ROW, SEGUE_OP_FETCH_FLOATS, SEGUE_OP_FETCH_ROW_FLOATS,
    SEGUE_OP_STORE, SEGUE_OP_STORE_FLOATS, SEGUE_OP_DDX, SEGUE_OP_DDY,
  ]

  private var givesFloats: Bool {
    rawValue < SEGUE_OP_LT.rawValue || [SEGUE_OP_I2F, SEGUE_OP_U2F].contains(self)
      || Self.readingOtherLanes.contains(self)
  }

  /// Whether two results have equal bits, or are both NaN.
  package func sameBits(_ a: UInt32, _ b: UInt32) -> Bool {
    a == b || givesFloats && Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN
  }
}
