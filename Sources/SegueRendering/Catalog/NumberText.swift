/// Returns a count with its noun, such as `1 frame` or `2 frames`.
package func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }

/// Returns a phrase for a count: `there is 1` or `there are 2`.
package func there(_ count: Int) -> String { "there \(count == 1 ? "is" : "are") \(count)" }

/// Returns a number as text, without a fraction if the number is whole: 1 rather than 1.0.
package func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}
