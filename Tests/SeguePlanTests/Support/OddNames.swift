/// File names that a shell, an engine or a parser of its jobs could misinterpret.
let oddNames = [
  // Characters with a meaning in shells.
  "a b", " a", "a ", "a  b", "it's", "a\"b", "a\\b", "a\\", "\\", "$HOME", "${HOME}", "$(touch PWNED)",
  "`touch PWNED`",
  "$'a'", "a;touch PWNED", "a&b", "a|b", "a>b", "a<b", "(a)", "[a]", "{a,b}", "*", "?", "~", "!a", "#a", "-a",
  "--", "=a",
  "^a", "%", "a%20b",
  // Placeholders of GNU parallel.
  "{}", "{.}", "{+}", "{#}", "{%}", "{1}", "{2}", "{= system(q(touch PWNED)) =}", "{=1 $_=1 =}", "¯<1¯>",
  ":::", "::::",
  // Placeholders of Kubernetes, Slurm, AWS Batch and Open Job Description, and of templates in general.
  "$(JOB_COMPLETION_INDEX)", "$$", "$$(A)", "$", "%a", "%A_%a", "%%", "Ref::plan", "Ref::x", "{{Param.Plan}}",
  "{{", "}}",
  "{{ a }}",
  // Syntax of YAML and JSON.
  "- a", "a: b", "&a", "*a", "!!a", "|", ">", "'a'", "null", "1e3", "\\u0041", "# a", "@a", "%YAML",
  // Newlines, control characters and invisible ones.
  "a\nb", "\n", "a\r\nb", "a\rb", "a\tb", "a\u{1b}[31mb", "a\u{7f}b", "a\u{85}b", "a\u{2028}b", "a\u{feff}b",
  "a\u{202e}b",
  "\n#SBATCH --array=0-9", "\nEOF\ntouch PWNED\n",
  // Letters of many scripts, a combining mark, and names without a valid label.
  "é", "e\u{301}", "a\u{301}", "ß", "日本語", "😀", "👩‍👩‍👧", "\u{fffe}", "\u{10ffff}", "___", "...", "A.B_C",
  String(repeating: "x", count: 200), "a" + String(repeating: "-", count: 60) + "b",
]
