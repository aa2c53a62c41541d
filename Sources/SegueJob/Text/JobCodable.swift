/// `Job` in the form of its JSON, for requests and responses of servers.
extension Job: Codable {
  /// Reads a job, with the keys and checks of `init(json:named:)`.
  ///
  /// A repeated key is not an error, since decoders do not report repeated keys.
  ///
  /// - Throws: `JobError` with the key.
  public init(from decoder: any Decoder) throws {
    self = try Job(JobEntry(tree: JobTree(from: decoder), key: ""))
  }

  /// Writes the fields that have a value.
  public func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}

extension JobTree: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= JobTree.maxDepth else {
      throw JobError("", "is nested more than \(JobTree.maxDepth) levels deep")
    }
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      // Sorts the keys, since decoders do not keep their order.
      let keys = keyed.allKeys.sorted { $0.stringValue < $1.stringValue }
      self.init(
        .map(
          try keys.map { Pair(key: $0.stringValue, value: try keyed.decode(JobTree.self, forKey: $0)) }))
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [JobTree] = []
      while !list.isAtEnd { values.append(try list.decode(JobTree.self)) }
      self.init(.list(values))
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        self.init(.null)
      } else if let flag = try? single.decode(Bool.self) {
        self.init(.bool(flag))
      } else if let number = try? single.decode(Double.self) {
        self = .number(number) ?? JobTree(.null)
      } else {
        self.init(.text(try single.decode(String.self)))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch content {
    case .map(let pairs):
      var keyed = encoder.container(keyedBy: Key.self)
      for pair in pairs { try keyed.encode(pair.value, forKey: Key(stringValue: pair.key)) }
    case .list(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .bool(let flag):
      var single = encoder.singleValueContainer()
      try single.encode(flag)
    case .text(let text):
      var single = encoder.singleValueContainer()
      try single.encode(text)
    case .number(let text):
      var single = encoder.singleValueContainer()
      if let whole = Int(text) { try single.encode(whole) } else { try single.encode(Double(text) ?? 0) }
    }
  }
}
