/// A number without a needless fraction: 1 rather than 1.0.
package func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}
