import SegueRendering

/// Returns `; did you mean 'NAME'?` with the most similar name; an empty string if no name is similar.
func suggestion(for name: String, among names: some Sequence<String>) -> String {
  // Sorts the names, so that the choice among equally near names does not depend on a dictionary's order.
  nearest(to: name, among: names.filter { $0 != name }.sorted(), within: name.utf8.count / 3)
    .map { "; did you mean '\($0)'?" } ?? ""
}
