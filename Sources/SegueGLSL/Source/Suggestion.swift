import SegueRendering

/// `; did you mean 'name'?` if a name is similar, else an empty string.
func suggestion(for name: String, among names: some Sequence<String>) -> String {
  // Sorted, so that the choice among equally near names does not depend on a dictionary's order.
  nearest(to: name, among: names.filter { $0 != name }.sorted(), within: name.utf8.count / 3)
    .map { "; did you mean '\($0)'?" } ?? ""
}
