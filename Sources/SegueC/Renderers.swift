// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CSegue
import SegueJob
import SeguePixels

/// Functions of segue.h for renderers.

@c @implementation public func segue_renderer_make(
  _ from: segue_picture, _ to: segue_picture, _ transition: UnsafePointer<CChar>?,
  _ options: UnsafePointer<CChar>?
) -> segue_renderer {
  orStored(0) {
    try Handles.add(
      Renderer(
        from: Handles.picture(from), to: to == 0 ? nil : Handles.picture(to),
        transition: text(transition, "transition"), options: text(options, "options") ?? "{}"))
  }
}

@c @implementation public func segue_renderer_size(
  _ renderer: segue_renderer, _ width: UnsafeMutablePointer<Int32>?, _ height: UnsafeMutablePointer<Int32>?
) -> Bool {
  succeeds { try put(Handles.renderer(renderer).size, width, height) }
}

@c @implementation public func segue_renderer_frames(
  _ renderer: segue_renderer, _ count: UnsafeMutablePointer<Int64>?, _ rate: UnsafeMutablePointer<Double>?
) -> Bool {
  succeeds {
    let renderer = try Handles.renderer(renderer)
    count?.pointee = Int64(renderer.frames.count)
    rate?.pointee = renderer.rate.perSecond
  }
}

@c @implementation public func segue_renderer_frame(
  _ renderer: segue_renderer, _ progress: Double, _ pixels: UnsafePointer<segue_pixels>?
) -> Bool {
  succeeds { try Handles.renderer(renderer).render(at: progress, to: CallerPixels(pixels)) }
}

@c @implementation public func segue_renderer_frame_at_time(
  _ renderer: segue_renderer, _ time: Double, _ pixels: UnsafePointer<segue_pixels>?
) -> Bool {
  succeeds { try Handles.renderer(renderer).render(atTime: time, to: CallerPixels(pixels)) }
}

@c @implementation public func segue_renderer_numbered_frame(
  _ renderer: segue_renderer, _ number: Int64, _ pixels: UnsafePointer<segue_pixels>?
) -> Bool {
  succeeds { try Handles.renderer(renderer).render(number: number, to: CallerPixels(pixels)) }
}

@c @implementation public func segue_renderer_picture(
  _ renderer: segue_renderer, _ progress: Double
) -> segue_picture {
  orStored(0) { Handles.add(try Handles.renderer(renderer).picture(at: progress)) }
}

@c @implementation public func segue_export(
  _ renderer: segue_renderer, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ progress: segue_progress?, _ context: UnsafeMutableRawPointer?
) -> Bool {
  succeeds {
    let renderer = try Handles.renderer(renderer)
    let output = try Job.Output(
      file: requiredText(path, "path"), json: text(options, "options") ?? "{}", named: "options")
    try FileExport(renderer, output).run { done, count in
      progress.map { $0(context, Int64(done), Int64(count)) } ?? true
    }
  }
}
