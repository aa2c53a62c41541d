import SegueExport
import SegueFormats
package import SegueJob
import SegueRendering
import SegueShaders
package import SegueTransitions

/// The job on the stage of a page: its limits, and effects from the shelf.
///
/// The frames, the command line, the Swift code and the YAML are derived from this job. Pictures and files
/// are names on the shelf, never paths.
extension Job {
  /// The title: the names of the filters and of the transition or blend, or of the flow.
  var title: String { flow?.name ?? look.title }

  /// Returns the timing: the duration and the curve of the job, or else the defaults of the transition.
  package func timing(of transition: any Transition) throws -> Timing {
    if let duration = times.duration, !(duration > 0 && duration <= 3600) {
      throw Refused("a duration is above 0 and at most 3600 seconds")
    }
    return try times.timing(of: transition)
  }

  /// Returns the times, the rate and the order of a transition's frames; throws for more than 100,000 frames,
  /// and for a hold of more than 600 seconds.
  package func boundedSchedule(of transition: any Transition) throws -> Schedule {
    if let hold = order.hold, !(0...600).contains(hold) { throw Refused("a hold is 0 to 600 seconds") }
    let timing = try timing(of: transition)
    let rate = try times.rate(of: transition).perSecond
    guard Double(times.frames ?? 0) <= 100_000, timing.duration * rate <= 100_000 else {
      throw Refused("that would be more than 100000 frames")
    }
    return try schedule(of: transition)
  }

  /// Makes the transition, or the chain, between the pictures.
  ///
  /// - Throws: `Refused` for a film or folders of shaders; the error of a name, a parameter or a shader.
  package func make(_ shelf: Shelf) throws -> any Transition {
    if flow != nil { throw Refused("a film has its gestures and transitions in its text") }
    if !look.shaderPath.isEmpty { throw Refused("a page must not name folders") }
    return try transition(shelf.jobFiles)
  }

  /// Returns the job in a form that the command line can express: a shader of the kind filter or blend
  /// becomes a step of a chain, named by its file.
  ///
  /// - Throws: The error of a shader.
  package func asOptions(_ shelf: Shelf) throws -> Job {
    guard flow == nil, !look.isChain, let shader = try shelf.shader(of: look, named: shelf.path),
      shader.kind != .transition
    else { return self }
    var job = self
    (job.look.source, job.look.transition) = (nil, nil)
    let item = Item(shelf.path(look.source?.name ?? look.named.name), look.parameters(of: shader))
    if shader.kind == .blend { job.look.blend = item } else { job.look.filters.insert(item, at: 0) }
    return job
  }

  /// Returns whether any parameter of the job is measured in pixels of the full frame, so that a smaller
  /// frame would look different.
  func countsPixels(_ shelf: Shelf) -> Bool {
    // Counts a rectangle only if the job sets it, since the default of a rectangle scales with the frame.
    func counts(_ parameters: [ParameterDescription], _ item: Item) -> Bool {
      parameters.contains { parameter in
        guard let value = item.parameters[parameter.name] else { return parameter.unit == "pixels" }
        if case .length = parameter.kind { return !value.hasSuffix("%") }
        return parameter.unit == "pixels" || parameter.kind == .rectangle
      }
    }
    let isCounted = (look.fromFilters + look.toFilters + look.filters).contains { filter in
      (try? Catalog.filters.named(filter.name)).map { counts($0.parameters, filter) } ?? false
    }
    if isCounted { return true }
    guard look.source == nil, !look.isChain, shelf.shader(named: look.named.name) == nil,
      let item = try? Catalog.transitions.named(look.named.name)
    else { return false }
    return counts(item.parameters, look.named)
  }
}

extension Job.Look {
  /// Returns the parameters of the job's effect that the shader declares.
  fileprivate func parameters(of shader: Shader) -> Job.Parameters {
    Job.Parameters(
      named.parameters.values.filter { value in shader.parameters.contains { $0.name == value.key } })
  }
}

extension Shelf {
  /// Returns the shader of a job's effect, from its text or from one of the studio's folders; nil for a
  /// transition of the catalog.
  fileprivate func shader(of look: Job.Look, named path: (String) -> String = { $0 }) throws -> Shader? {
    if let source = look.source { return try Shader(source: source.text, file: path(source.name)) }
    return try shader(named: look.named.name).map { try read($0) }
  }

  /// The functions with which a job reads pictures and files from the shelf.
  package var jobFiles: JobFiles {
    let chain = chainFiles
    var files = JobFiles(chain: chain, pictures: JobFiles.fitting { [self] in try origin($0) })
    files.transition = { [self] look in
      if let shader = try shader(of: look) { return try make(shader, look.parameters(of: shader), chain) }
      // Searches only the catalog, since a page must not name a file.
      return try chain.transition(
        Catalog.transitions.named(look.named.name), look.named.parameters.values)
    }
    return files
  }

  /// Makes a transition from a shader of any kind; a filter is applied to a dissolve of the pictures.
  private func make(
    _ shader: Shader, _ parameters: Job.Parameters, _ files: ChainFiles
  ) throws -> any Transition {
    let values = parameters.values
    switch shader.kind {
    case .transition:
      if let transition = try files.transition(shader, values) { return transition }
    case .blend:
      if let blend = try files.blend(shader, values) { return ChainTransition(.blend(.from, .to, blend)) }
    case .filter:
      if let filter = try files.filter(shader, values) {
        return ChainTransition(.filter(.blend(.from, .to, try files.blend(Chain.standardBlend)), filter))
      }
    }
    throw Refused("\(shader.name) is no shader of pictures")
  }
}

/// The error for a request that the studio refuses.
package struct Refused: Error, Hashable, CustomStringConvertible {
  /// The message: one sentence without a full stop.
  package let description: String

  /// Makes an error with a message.
  package init(_ description: String) { self.description = description }
}
