/// A set of values of one graph: a bit for each value, at the index of the value's `id`.
///
/// With Swift's `Set`, hashing took a tenth of the time of compiling a shader.
struct ValueSet: ExpressibleByArrayLiteral, Sendable {
  private var words: [UInt64] = []

  init(_ values: some Sequence<SSAValue>) { formUnion(values) }

  init(arrayLiteral values: SSAValue...) { formUnion(values) }

  /// The number of values.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ value: SSAValue) -> Bool {
    let index = value.id >> 6
    return index < words.count && words[index] >> UInt64(value.id & 63) & 1 == 1
  }

  /// Inserts a value; returns whether the set did not contain it.
  @discardableResult mutating func insert(_ value: SSAValue) -> Bool {
    guard !contains(value) else { return false }
    grow(to: value.id >> 6 + 1)
    words[value.id >> 6] |= 1 << UInt64(value.id & 63)
    return true
  }

  mutating func formUnion(_ values: some Sequence<SSAValue>) { for value in values { insert(value) } }

  mutating func formUnion(_ other: ValueSet) {
    grow(to: other.words.count)
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  func intersection(_ other: ValueSet) -> ValueSet {
    var common = self
    for index in words.indices { common.words[index] &= index < other.words.count ? other.words[index] : 0 }
    return common
  }

  private mutating func grow(to count: Int) {
    if words.count < count { words += [UInt64](repeating: 0, count: count - words.count) }
  }
}

/// A table with at most one element for each value of one graph: an array, indexed by the value's `id`.
struct ValueTable<Element>: ExpressibleByDictionaryLiteral {
  private var elements: [Element?] = []

  init(dictionaryLiteral elements: (SSAValue, Element)...) {
    for (value, element) in elements { self[value] = element }
  }

  subscript(value: SSAValue) -> Element? {
    get { value.id < elements.count ? elements[value.id] : nil }
    set {
      if value.id >= elements.count {
        elements += [Element?](repeating: nil, count: value.id + 1 - elements.count)
      }
      elements[value.id] = newValue
    }
  }

  /// The values whose elements satisfy a condition.
  func values(where isIncluded: (Element) -> Bool) -> ValueSet {
    var values: ValueSet = []
    for (id, element) in elements.enumerated() where element.map(isIncluded) ?? false {
      values.insert(SSAValue(id: id))
    }
    return values
  }
}

extension ValueTable: Sendable where Element: Sendable {}
