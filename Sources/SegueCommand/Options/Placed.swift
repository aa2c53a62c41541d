import ArgumentParser
import Synchronization

/// The value of a repeatable option, with its position among the values of all options of this type.
///
/// The argument parser makes the values of all options in the order of the command line, so positions rise in
/// that order.
struct Placed<Value> {
  var value: Value
  let place: Int

  /// Returns the transformed value, at the same position.
  func map<Other>(_ transform: (Value) -> Other) -> Placed<Other> {
    Placed<Other>(value: transform(value), place: place)
  }
}

extension Placed: ExpressibleByArgument where Value: ExpressibleByArgument {
  init?(argument: String) {
    guard let value = Value(argument: argument) else { return nil }
    self.init(value: value, place: places.add(1, ordering: .relaxed).newValue)
  }
}

private let places = Atomic(0)
