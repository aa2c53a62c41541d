package import CSegueKernels
import SeguePlatform

/// An instruction set for which the kernels are compiled.
///
/// All levels give the same bytes and differ only in speed.
///
///     let level = SIMDLevel.preferred   // the best of this machine, or SEGUE_SIMD's
///
/// A renderer keeps the level with which it was made.
public enum SIMDLevel: String, CaseIterable, Sendable {
  /// Scalar C code, the reference for all other levels.
  case reference
  /// The baseline of the architecture: SSE2 on x86-64.
  case baseline
  /// AVX2 with FMA.
  case avx2
  /// AVX-512 with F, BW, VL and DQ.
  case avx512
  /// NEON on 64-bit ARM.
  case neon

  /// Whether the level is part of this build and supported by this machine.
  public var isAvailable: Bool { table(.gamma) != nil }

  /// The levels that this machine supports, slowest first.
  public static var available: [SIMDLevel] { allCases.filter(\.isAvailable) }

  /// The fastest level that this machine supports.
  public static let best = available.last ?? .reference

  /// The level named by the environment variable `SEGUE_SIMD` if this machine supports it, else `best`.
  public static let preferred: SIMDLevel = {
    guard let name = getenv("SEGUE_SIMD"), let level = SIMDLevel(rawValue: String(cString: name)),
      level.isAvailable
    else { return best }
    return level
  }()

  /// Returns the table of kernels that mix by the given `Light` (transfer function); nil if the level is not
  /// available.
  func table(_ light: Light) -> UnsafePointer<segue_kernels>? {
    light == .linear ? segue_linear_kernels_at(cLevel) : segue_kernels_at(cLevel)
  }

  package var cLevel: segue_level {
    switch self {
    case .reference: SEGUE_REFERENCE
    case .baseline: SEGUE_BASELINE
    case .avx2: SEGUE_AVX2
    case .avx512: SEGUE_AVX512
    case .neon: SEGUE_NEON
    }
  }
}
