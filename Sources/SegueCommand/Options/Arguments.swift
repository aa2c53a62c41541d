// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ArgumentParser
import Segue

extension PixelSize: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Pixel: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension TimingCurve: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Framing.Fit: ExpressibleByArgument {}
extension SIMDLevel: ExpressibleByArgument {}
