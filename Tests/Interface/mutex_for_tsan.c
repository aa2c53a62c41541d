// Tells the thread sanitizer of Swift's Mutex.
//
// The sanitizer sees the atomic operations of a free lock, which are compiled into the library. A lock that is taken calls
// libswiftSynchronization, which has no sanitizer: these functions stand before it. `self` is in r13 (swiftcc).
#include <dlfcn.h>

void *segue_real_lock, *segue_real_unlock;

__attribute__((constructor)) static void find(void) {
  segue_real_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  segue_real_unlock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
}

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl \"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\"\n"
    "\"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\":\n"
    "  pushq %r13\n"
    "  callq *segue_real_lock(%rip)\n"
    "  movq (%rsp), %rdi\n"
    "  callq __tsan_acquire@PLT\n"
    "  popq %r13\n"
    "  retq\n"
    ".globl \"$s15Synchronization12_MutexHandleV11_unlockSlowyyF\"\n"
    "\"$s15Synchronization12_MutexHandleV11_unlockSlowyyF\":\n"
    "  pushq %r13\n"
    "  movq %r13, %rdi\n"
    "  callq __tsan_release@PLT\n"
    "  movq (%rsp), %r13\n"
    "  callq *segue_real_unlock(%rip)\n"
    "  popq %r13\n"
    "  retq\n");
#endif
