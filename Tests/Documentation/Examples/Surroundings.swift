import Segue

// Declarations that examples of doc comments use without declaring them; they are compiled, never run.

private func missing<Value>() -> Value { preconditionFailure("the examples of doc comments are not run") }

var photo: Bitmap { missing() }
var from: Bitmap { missing() }
var to: Bitmap { missing() }
var list: Bitmap { missing() }
var detail: Bitmap { missing() }
var frame: Bitmap { missing() }
/// An image file in memory.
var bytes: [UInt8] { missing() }
var renderer: TransitionRenderer { missing() }
var times: FrameTimes { missing() }
var exporter: Exporter { missing() }
/// A shader's source.
var text: String { missing() }
var filter: any Filter { missing() }
var center: PixelPoint { missing() }
var recording: PanRecording { missing() }

func show(_ frame: Bitmap) {}
