/// A count with its noun: 1 frame, 2 frames.
package func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }

/// A phrase with a count: there is 1, there are 2.
package func there(_ count: Int) -> String { "there \(count == 1 ? "is" : "are") \(count)" }

/// The shortest form of a number: 1 rather than 1.0.
package func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}
