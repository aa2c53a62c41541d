/// A command whose images or clips follow one another, with transitions in turns.
protocol TurnsCommand {
  var transition: String? { get }
  var shaderPath: ShaderPathOptions { get }
  var chain: ChainOptions { get }
  var machine: MachineOptions { get }
  /// The transition without `--transition`.
  static var standardTransition: String { get }
}

extension TurnsCommand {
  /// The given filters and blend, and the value of `--transition` (which may name several transitions), for
  /// checks of their combination.
  var look: Job.Look {
    var look = Job.Look(transition.map { Job.Item($0) })
    chain.set(&look)
    return look
  }

  /// Whether transitions are drawn at random: by `random`, or `random:seed=n`.
  var isRandom: Bool { transition == "random" || transition?.hasPrefix("random:") == true }

  /// The seed in `random:seed=n`; nil without one.
  func seedOfTransition() throws -> UInt64? {
    guard isRandom, let transition, transition != "random" else { return nil }
    guard let named = Specification.list(transition), named.count == 1, named[0].values.count == 1,
      named[0].values[0].key == "seed", let seed = UInt64(named[0].values[0].value)
    else {
      throw Failure(
        .usage, "--transition random must be the only transition, with or without a seed: random:seed=7")
    }
    return seed
  }

  /// Makes the transitions that are taken in turns, or those to draw from, with the given filters.
  func makeTransitions() throws -> [any Transition] {
    let files = JobFiles(machine)
    if look.isChain { return [try look.transition(ofOne: false, files)] }
    let inner = try makeNamed()
    // Makes the filters once for all transitions, so that files are read once.
    guard let first = inner.first,
      let filtered = try look.filtered(first, files.chain) as? FilteredTransition
    else { return inner }
    return inner.map(filtered.around)
  }

  private func makeNamed() throws -> [any Transition] {
    let text = transition ?? Self.standardTransition
    if isRandom {
      _ = try seedOfTransition()
      // Ignores shaders that are not usable as transitions: a folder may also contain filters and broken files.
      return try shaderPath.choices().compactMap { try? $0.make([], machine.decoding) }
    }
    guard let transitions = Specification.list(text) else {
      throw Failure(.usage, "--transition is '\(text)' but must be name:key=value,… or several names")
    }
    if transitions.contains(where: { $0.name == "random" }) {
      throw Failure(.usage, "--transition random must be the only transition: it chooses from all")
    }
    return try transitions.map { try shaderPath.make($0, [], machine.decoding) }
  }
}
