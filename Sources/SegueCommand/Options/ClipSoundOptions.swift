import ArgumentParser

/// Options for the sound of joined clips.
struct ClipSoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The sound stream of each clip, counted from 0; clips without it are silent.", valueName: "n"))
  var audioStream = 0

  @Option(help: "Sound during a transition: crossfaded, cut in the middle, or silent.")
  var audioJoint = SoundJoint.fade

  @Option(
    help: ArgumentHelp(
      "Curve of the crossfade, by the names of ffmpeg's acrossfade.", valueName: "curve"),
    completion: .list(FadeCurve.allCases.map(\.rawValue)))
  var audioCurve = FadeCurve.tri

  @Option(
    help: ArgumentHelp("Volume of --audio, which is mixed under the sound of the clips.", valueName: "v"))
  var audioVolume = 1.0

  /// Whether no option was given another value.
  var isStandard: Bool { choices == ClipSoundChoices() }

  /// The given values.
  var choices: ClipSoundChoices {
    ClipSoundChoices(stream: audioStream, joint: audioJoint, curve: audioCurve, volume: audioVolume)
  }

  func validate() throws {
    if audioStream < 0 { throw ValidationError("--audio-stream must be 0 or more") }
    if !(0...100).contains(audioVolume) { throw ValidationError("--audio-volume must be within 0…100") }
  }
}

/// The treatment of sound.
struct ClipSoundChoices: Equatable {
  var stream = 0
  var joint = SoundJoint.fade
  var curve = FadeCurve.tri
  /// The volume of further sound under that of the clips.
  var volume = 1.0
}

extension SoundJoint: ExpressibleByArgument {}
extension FadeCurve: ExpressibleByArgument {}
