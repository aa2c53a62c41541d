/// The filters that `segue apply` runs on single images, with their names.
struct AppliedFilters {
  var filters: [any Filter] = []
  var names: [String] = []

  /// Returns the chain that passes an image through all filters.
  func chain(of image: Bitmap) -> Chain { filters.reduce(.picture(image)) { .filter($0, $1) } }

  /// Warns about images that the filters did not change; `count` is the number of all filtered images.
  func warn(unchanged images: [String], of count: Int = 1) {
    guard let first = images.first else { return }
    let file = first == "-" ? "standard input" : first
    let which = count == 1 ? file : "\(images.count) of \(counted(count, "image")) (\(file) …)"
    let reason =
      comparesFrames
      ? ": what compares frames needs more than one; give it to 'segue render'" : " with these parameters"
    sayWarning(
      .unchanged,
      "\(names.conjunction) \(names.count == 1 ? "changes" : "change") nothing in \(which)\(reason)",
      after: "segue: ")
  }

  private var comparesFrames: Bool {
    names.contains { (try? Catalog.filters.named($0))?.parameters.areOfFrames ?? false }
  }
}

extension [ParameterDescription] {
  /// Whether the parameters belong to a filter that compares several frames; such a filter leaves a single
  /// image unchanged.
  var areOfFrames: Bool { contains { $0.unit == "of the progress" } }
}
