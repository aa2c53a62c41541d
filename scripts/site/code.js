// The command and the code of an item.

/** A word of a command line. */
const shellWord = text => /^[\w@%+=:,.\/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
const quoted = text => JSON.stringify(text);

/** The name of an item with parameters: [[name, value], …]. */
const joined = (name, pairs) => name + (pairs.length ? `:${pairs.map(pair => pair.join('=')).join(',')}` : '');

/** The parameters as a dictionary of Swift. */
const dictionary = pairs => pairs.length ? `[${pairs.map(([key, value]) => `${quoted(key)}: ${quoted(value)}`).join(', ')}]` : '';

/** The lines for an item, by language. `pairs` are its parameters. */
function codeOf(item, pairs) {
  const text = joined(item.name, pairs), word = shellWord(text);
  const made = [quoted(item.name), dictionary(pairs)].filter(Boolean).join(', ');
  switch (item.kind) {
    case 'transitions': return {
      Command: `segue render from.png to.png -t ${word} -o movie.mp4`,
      Swift: `let renderer = try TransitionRenderer(from: from, to: to, ${made})`,
      Python: `segue.export("from.png", "to.png", ${quoted(text)}, "movie.mp4")`,
    };
    case 'filters': return item.parameters.some(one => one.unit === 'of the progress') ? {
      Command: `segue render from.png to.png --filter ${word} -o movie.mp4`,
      Swift: `let chain = try Chain(result: [${quoted(text)}])`,
      Python: `segue.export("from.png", "to.png", None, "movie.mp4", filters=[${quoted(text)}])`,
    } : {
      Command: `segue apply photo.png --filter ${word} -o out.png`,
      Swift: `let result = try photo.filtered(Catalog.filters.make(${made}))`,
      Python: `segue.apply("photo.png", ${quoted(text)})`,
    };
    case 'blends': return {
      Command: `segue apply from.png to.png --blend ${word} -o out.png`,
      Swift: `let result = try Chain(blend: ${quoted(text)}).frame(from: from, to: to, at: 0)`,
      Python: `segue.render("from.png", "to.png", blend=${quoted(text)}, progress=0)`,
    };
    case 'easings': return {
      Command: `segue render from.png to.png -t push --ease ${shellWord(item.text)} -o movie.mp4`,
      Swift: `let curve = TimingCurve(${quoted(item.text)})`,
      Python: `segue.export("from.png", "to.png", "push", "movie.mp4", ease=${quoted(item.text)})`,
    };
    default: return {
      Command: `segue render from.png to.png --luma ${shellWord(item.text)} --softness 0.05 -o movie.mp4`,
      Swift: `let wipe = Transitions.Luma(try Catalog.maps.make(${quoted(item.text)}), softness: 0.05)`,
      Python: `segue.export("from.png", "to.png", ${quoted(`luma:map=${item.text},softness=0.05`)}, "movie.mp4")`,
    };
  }
}
