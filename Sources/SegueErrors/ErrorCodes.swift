/// The codes of the library, in the order of docs/output-for-programs.md, whose table is made from this file.
extension ErrorCode {
  // FileError

  /// There is no such file.
  public static let fileMissing = Self("file.missing", isCallersFault: true)
  /// The file cannot be opened or read.
  public static let fileUnreadable = Self("file.unreadable", mayPass: true)
  /// The file has more bytes than Segue reads from a file of its kind.
  public static let fileTooLarge = Self("file.too-large", isCallersFault: true)
  /// The file is not UTF-8 text.
  public static let fileNotText = Self("file.not-text", isCallersFault: true)
  /// The file or its folder cannot be created.
  public static let fileCannotCreate = Self("file.cannot-create", mayPass: true)
  /// The file exists, and may not be replaced.
  public static let fileExists = Self("file.exists", isCallersFault: true)
  /// A hidden file of a killed run prevents writing.
  public static let fileLeftover = Self("file.leftover")
  /// Another run is writing the file.
  public static let fileBusy = Self("file.busy", mayPass: true)
  /// Writing failed, for example because the disk is full.
  public static let fileWriteFailed = Self("file.write-failed", mayPass: true)

  // ImageError

  /// The file has no readable image format.
  public static let imageNotAnImage = Self("image.not-an-image", isCallersFault: true)
  /// The file is a video, but an image is needed.
  public static let imageVideo = Self("image.video", isCallersFault: true)
  /// The file ends before the image does.
  public static let imageTruncated = Self("image.truncated", isCallersFault: true)
  /// The file contradicts its format.
  public static let imageDamaged = Self("image.damaged", isCallersFault: true)
  /// The file uses a feature of its format that is not supported.
  public static let imageUnsupported = Self("image.unsupported", isCallersFault: true)
  /// The image has more pixels than the limit.
  public static let imageTooLarge = Self("image.too-large", isCallersFault: true)
  /// The file has more bytes than an image within the limit can need.
  public static let imageFileTooLarge = Self("image.file-too-large", isCallersFault: true)
  /// There is not enough memory to decode the image.
  public static let imageOutOfMemory = Self("image.out-of-memory", mayPass: true)

  // ExportError

  /// The format cannot write this kind of output, such as single images.
  public static let exportUnsupported = Self("export.unsupported", isCallersFault: true)
  /// A video with 4:2:0 chroma (H.264, HEVC or AV1) needs an even width and height.
  public static let exportOddSides = Self("export.odd-sides", isCallersFault: true)
  /// Frames are transparent, but the format has no transparency.
  public static let exportTransparentFrames = Self("export.transparent-frames", isCallersFault: true)
  /// The sound file has no sound that can be decoded.
  public static let exportUnusableSound = Self("export.unusable-sound", isCallersFault: true)
  /// ffmpeg is not installed.
  public static let exportMissingProgram = Self("export.missing-program")
  /// The encoder failed; `message` includes the encoder's own message.
  public static let exportEncoderFailed = Self("export.encoder-failed", mayPass: true)
  /// The export has more frames than the limit.
  public static let exportTooManyFrames = Self("export.too-many-frames", isCallersFault: true)
  /// The output has more bytes than the limit.
  public static let exportTooManyBytes = Self("export.too-many-bytes", isCallersFault: true)
  /// There is not enough memory to encode.
  public static let exportOutOfMemory = Self("export.out-of-memory", mayPass: true)

  // ClipError

  /// The file is no clip that ffmpeg can decode, or has no picture or no time stamps.
  public static let clipUnusable = Self("clip.unusable", isCallersFault: true)
  /// A frame that the clip's table of packets lists is missing or cannot be decoded.
  public static let clipDamaged = Self("clip.damaged", isCallersFault: true)
  /// The moment or range is outside the clip, or joints need more of the clip than there is.
  public static let clipTooShort = Self("clip.too-short", isCallersFault: true)
  /// The clip has more pixels, frames or streams than the limit.
  public static let clipTooLarge = Self("clip.too-large", isCallersFault: true)
  /// ffmpeg or ffprobe is not installed.
  public static let clipMissingProgram = Self("clip.missing-program")
  /// A program that decodes the clip could not be started, or wrote nothing for a long time.
  public static let clipDecoderFailed = Self("clip.decoder-failed", mayPass: true)

  // RenderError

  /// No bitmap can have the size.
  public static let renderInvalidSize = Self("render.invalid-size", isCallersFault: true)
  /// There is not enough memory to render.
  public static let renderOutOfMemory = Self("render.out-of-memory", mayPass: true)
  /// The frame has more pixels than the limit.
  public static let renderTooLarge = Self("render.too-large", isCallersFault: true)
  /// Rendering took longer than the limit.
  public static let renderOutOfTime = Self("render.out-of-time", isCallersFault: true, mayPass: true)
  /// Too many calls wait for a thread.
  public static let renderBusy = Self("render.busy", mayPass: true)
  /// The two pictures of a blend differ in size.
  public static let renderSizesDiffer = Self("render.sizes-differ", isCallersFault: true)
  /// A filter or a shader cannot be rendered.
  public static let renderUnrenderable = Self("render.unrenderable", isCallersFault: true)
  /// The number of bytes of raw pixels is not 4 for each pixel.
  public static let renderWrongByteCount = Self("render.wrong-byte-count", isCallersFault: true)
  /// A raw pixel has a color above its alpha.
  public static let renderNotPremultiplied = Self("render.not-premultiplied", isCallersFault: true)

  // StoryboardError

  /// A file that the storyboard names does not exist.
  public static let storyboardMissingFile = Self("storyboard.missing-file", isCallersFault: true)
  /// The storyboard's frame has more pixels than the limit.
  public static let storyboardTooLarge = Self("storyboard.too-large", isCallersFault: true)
  /// The storyboard is invalid.
  public static let storyboardInvalid = Self("storyboard.invalid", isCallersFault: true)

  // ParameterError

  /// No parameter has this name.
  public static let parameterUnknown = Self("parameter.unknown", isCallersFault: true)
  /// The parameter does not accept the value.
  public static let parameterInvalid = Self("parameter.invalid", isCallersFault: true)
  /// A parameter without a default is missing.
  public static let parameterMissing = Self("parameter.missing", isCallersFault: true)
  /// A parameter's file has the wrong format.
  public static let parameterUnreadable = Self("parameter.unreadable", isCallersFault: true)

  // ShaderError, ExpressionError, UnknownName, ColorTableError

  /// The shader does not compile.
  public static let shaderInvalid = Self("shader.invalid", isCallersFault: true)
  /// A formula is invalid.
  public static let formulaInvalid = Self("formula.invalid", isCallersFault: true)
  /// There is no transition, filter, blend or map of this name.
  public static let nameUnknown = Self("name.unknown", isCallersFault: true)
  /// A color table or a tone curve is invalid.
  public static let colorTableInvalid = Self("color-table.invalid", isCallersFault: true)

  // TitleError

  /// A library that draws text is not installed.
  public static let titleMissingLibrary = Self("title.missing-library")
  /// There is no font of this name, or the file is not a font.
  public static let titleNoFont = Self("title.no-font", isCallersFault: true)
  /// The style of a title is invalid, or the text is too long.
  public static let titleInvalid = Self("title.invalid", isCallersFault: true)
  /// A file of subtitles is invalid.
  public static let titleSubtitles = Self("title.subtitles", isCallersFault: true)

  // ScreenStack.Refusal, InteractiveTransition.IllegalCall

  /// The stack has one screen only, which cannot be popped.
  public static let screensNothingToPop = Self("screens.nothing-to-pop", isCallersFault: true)
  /// No screen is presented that could be dismissed.
  public static let screensNothingToDismiss = Self("screens.nothing-to-dismiss", isCallersFault: true)
  /// No tab has this index.
  public static let screensNoSuchTab = Self("screens.no-such-tab", isCallersFault: true)
  /// A presented screen covers the stacks and tabs.
  public static let screensPresentedInFront = Self("screens.presented-in-front", isCallersFault: true)
  /// The screen is not below the top of the stack.
  public static let screensNotOnStack = Self("screens.not-on-stack", isCallersFault: true)
  /// The screen is not beneath the visible screen.
  public static let screensNotBeneath = Self("screens.not-beneath", isCallersFault: true)
  /// A stack has no screens.
  public static let screensEmptyStack = Self("screens.empty-stack", isCallersFault: true)
  /// A gesture's method is called in a state that does not allow it.
  public static let interactionIllegalCall = Self("interaction.illegal-call", isCallersFault: true)

  // JobError

  /// A job, or a value in it, is wrong.
  public static let jobInvalid = Self("job.invalid", isCallersFault: true)

  // PlanError

  /// The file is not a plan, or a plan of another version.
  public static let planInvalid = Self("plan.invalid", isCallersFault: true)
  /// An input has changed since the plan was made.
  public static let planInputChanged = Self("plan.input-changed", isCallersFault: true)
  /// The plan was made by another build of the command.
  public static let planOtherBuild = Self("plan.other-build")
  /// Frames of the plan are missing, too short, or not as recorded: run the shards again.
  public static let planIncomplete = Self("plan.incomplete", mayPass: true)
}
