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

  /// The treatment of the clips' sound, from the options.
  var sound: Job.ClipSound {
    var sound = Job.ClipSound()
    (sound.stream, sound.joint, sound.curve, sound.volume) = (
      audioStream, audioJoint, audioCurve, audioVolume
    )
    return sound
  }

  func validate() throws { try validating { () throws(JobError) in try sound.check() } }
}

extension SoundJoint: ExpressibleByArgument {}
extension FadeCurve: ExpressibleByArgument {}
