import ArgumentParser

/// A command whose images or clips follow one another, with transitions in turns.
protocol TurnsCommand {
  var transition: String? { get }
  var shaderPath: ShaderPathOptions { get }
  var chain: ChainOptions { get }
  /// The transition without `--transition`.
  static var standardTransition: String { get }
}

extension TurnsCommand {
  /// The transitions of `--transition`, each with the given filters; for a blend or filters alone, one chain.
  func turns() throws -> [Job.Look] {
    var look = Job.Look()
    chain.set(&look)
    look.shaderPath = shaderPath.shaderPath
    if transition == nil && look.hasChain { return [look] }
    let text = transition ?? Self.standardTransition
    guard let items = Specification.list(text) else {
      throw Failure(.usage, "--transition is '\(text)' but must be name:key=value,… or several names")
    }
    return items.map {
      look.transition = Job.Item($0)
      return look
    }
  }

  /// Runs a check of the transitions, unless the text of `--transition` is invalid, which `turns` reports.
  func validatingTurns(_ check: ([Job.Look]) throws(JobError) -> Void) throws {
    let turns = (try? turns()) ?? [Job.Look()]
    try validating { () throws(JobError) in try check(turns) }
  }
}
