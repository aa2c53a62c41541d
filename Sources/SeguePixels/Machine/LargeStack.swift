import SeguePlatform

/// Runs a function on a new thread with a stack of 64 MiB, and waits for it.
///
/// Meant for deep recursion: threads of the library have stacks of 4 MiB, threads of Swift's tasks half a
/// megabyte. If no thread can be started, the function runs on the caller's thread.
package func onLargeStack<Result>(_ body: () -> Result) -> Result {
  withoutActuallyEscaping(body) { body in
    let work = LargeStackWork(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 64 << 20)
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(work as Runnable)
    let started = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Runnable>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if started == 0 { pthread_join(thread, nil) } else { retained.release() }
    return work.take()
  }
}

private class Runnable {
  func run() {}
}

private final class LargeStackWork<Result>: Runnable {
  private let body: () -> Result
  private var result: Result?

  init(_ body: @escaping () -> Result) { self.body = body }

  override func run() { result = body() }

  func take() -> Result { result ?? body() }
}
