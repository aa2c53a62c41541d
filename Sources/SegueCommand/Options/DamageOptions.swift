import ArgumentParser

/// The option for damaged clips.
struct DamageOptions: ParsableArguments {
  @Flag(
    help:
      "Repeat the last frame before those of a clip that cannot be decoded, with a warning, instead of failing; each clip is decoded once more for it."
  )
  var keepGoing = false
}
