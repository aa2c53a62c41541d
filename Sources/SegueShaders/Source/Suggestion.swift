import SegueRendering

/// `; did you mean 'name'?` if one of the names is like a misspelt one, else an empty string.
func suggestion(for name: String, among names: some Sequence<String>) -> String {
  // Of names that are equally near the first in the alphabet, whatever order a dictionary has.
  nearest(to: name, among: names.filter { $0 != name }.sorted(), within: name.utf8.count / 3)
    .map { "; did you mean '\($0)'?" } ?? ""
}
