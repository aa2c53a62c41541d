#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "../include/CSegueKernels.h"

// A team of persistent threads, which spin before they sleep: a wake-up takes 0.06 ms or more, and many
// frames take only 0.3 ms.
//
// A member registers (`inside`) before it checks whether a job is open; the caller closes the job before it
// checks for registered members. At least one of the two threads, member or caller, sees the other's store,
// so no member reads a finished job.
static struct {
  pthread_once_t once;
  pthread_mutex_t lock;
  pthread_cond_t posted, left;
  int members;
  atomic_bool taken, open, waiting;
  atomic_uint number;
  atomic_int sleepers, inside;
  atomic_size_t next;
  size_t count;
  segue_team_job job;
  void *context;
} team = {
  .once = PTHREAD_ONCE_INIT,
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .posted = PTHREAD_COND_INITIALIZER,
  .left = PTHREAD_COND_INITIALIZER,
};

static int64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void pause_a_little(void) {
  for (int i = 0; i < 16; i++) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
  }
}

// The time that a thread spins before it sleeps, in nanoseconds.
static const int64_t AWAKE = 50000;

static void take_part(void) {
  for (;;) {
    size_t index = atomic_fetch_add(&team.next, 1);
    if (index >= team.count) return;
    team.job(team.context, index);
  }
}

static unsigned await_job(unsigned seen) {
  int64_t end = nanoseconds() + AWAKE;
  do {
    unsigned number = atomic_load(&team.number);
    if (number != seen) return number;
    pause_a_little();
  } while (nanoseconds() < end);
  pthread_mutex_lock(&team.lock);
  atomic_fetch_add(&team.sleepers, 1);
  while (atomic_load(&team.number) == seen) pthread_cond_wait(&team.posted, &team.lock);
  atomic_fetch_sub(&team.sleepers, 1);
  pthread_mutex_unlock(&team.lock);
  return atomic_load(&team.number);
}

static void *be_member(void *nothing) {
  (void)nothing;
  for (unsigned seen = 0;;) {
    seen = await_job(seen);
    atomic_fetch_add(&team.inside, 1);
    if (atomic_load(&team.open)) take_part();
    if (atomic_fetch_sub(&team.inside, 1) == 1 && atomic_load(&team.waiting)) {
      pthread_mutex_lock(&team.lock);
      pthread_cond_signal(&team.left);
      pthread_mutex_unlock(&team.lock);
    }
  }
  return NULL;
}

bool segue_start_thread(void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  sigset_t all, before;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // A chain of 160 filters overflows a stack of 1 MiB; a job has at most 100 filters. Unused pages of a stack
  // take no memory.
  pthread_attr_setstacksize(&attributes, 4 << 20);
  // Blocks all signals in the thread, so that the system delivers signals to other threads of the process.
  sigfillset(&all);
  bool is_masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
  pthread_t thread;
  bool is_started = is_masked && pthread_create(&thread, &attributes, body, context) == 0;
  if (is_masked) pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return is_started;
}

static void start_members(void) {
  for (int i = 1; i < segue_usable_cores() && segue_start_thread(be_member, NULL); i++) team.members++;
}

static void await_members(void) {
  int64_t end = nanoseconds() + AWAKE;
  do {
    if (atomic_load(&team.inside) == 0) return;
    pause_a_little();
  } while (nanoseconds() < end);
  pthread_mutex_lock(&team.lock);
  atomic_store(&team.waiting, true);
  while (atomic_load(&team.inside) > 0) pthread_cond_wait(&team.left, &team.lock);
  atomic_store(&team.waiting, false);
  pthread_mutex_unlock(&team.lock);
}

bool segue_team_run(size_t count, segue_team_job job, void *context) {
  pthread_once(&team.once, start_members);
  if (team.members == 0 || atomic_exchange(&team.taken, true)) return false;
  team.count = count;
  team.job = job;
  team.context = context;
  atomic_store(&team.next, 0);
  atomic_store(&team.open, true);
  atomic_fetch_add(&team.number, 1);
  // Wakes only as many members as are needed in addition to the spinning members, which need no wake-up.
  int asleep = atomic_load(&team.sleepers);
  int wanted = (int)(count - 1 < (size_t)team.members ? count - 1 : (size_t)team.members) - (team.members - asleep);
  if (wanted > 0) {
    pthread_mutex_lock(&team.lock);
    for (int i = 0; i < wanted; i++) pthread_cond_signal(&team.posted);
    pthread_mutex_unlock(&team.lock);
  }
  take_part();
  atomic_store(&team.open, false);
  await_members();
  atomic_store(&team.taken, false);
  return true;
}
