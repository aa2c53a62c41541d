// Reports Swift's `Mutex` to ThreadSanitizer. Under contention, a `Mutex` is locked in a library without
// instrumentation, so that accesses protected by it would be reported as races. `scripts/soak threads`
// preloads this library; the symbols are those of Swift 6.3.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

METHOD void lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
METHOD void lock_slowly(uint32_t thread, SELF) {
  ((METHOD void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

METHOD void unlock_slowly(SELF) __asm__(UNLOCK);
METHOD void unlock_slowly(SELF) {
  if (__tsan_release) __tsan_release(self);
  ((METHOD void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
