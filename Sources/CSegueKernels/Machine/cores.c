#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../include/CSegueKernels.h"

enum { PATH = 4096 };

// Whether a list such as "cpu,cpuacct" contains a word.
static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; at; at = strchr(at, ',')) {
    if (*at == ',') at++;
    if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == 0)) return true;
  }
  return false;
}

static FILE *open_in(const char *folder, const char *name) {
  char path[PATH];
  int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  return length > 0 && length < PATH ? fopen(path, "re") : NULL;
}

// Reads a line without its line break into a buffer of `room` bytes, and skips the rest of a longer line;
// false at the end of the file.
static bool read_line(FILE *file, char *line, int room) {
  if (!fgets(line, room, file)) return false;
  size_t length = strcspn(line, "\n");
  if (line[length] == 0) {
    for (int c = 0; c != '\n' && c != EOF;) c = getc(file);
  }
  line[length] = 0;
  return true;
}

// Reads the CPU quota of a control group and its period, in microseconds; false if the group has no limit.
static bool read_quota(const char *folder, bool is_unified, double *quota, double *period) {
  FILE *file = open_in(folder, is_unified ? "cpu.max" : "cpu.cfs_quota_us");
  if (!file) return false;
  int wanted = is_unified ? 2 : 1;
  bool is_limited = fscanf(file, is_unified ? "%lf %lf" : "%lf", quota, period) == wanted;
  fclose(file);
  if (is_limited && !is_unified) {
    file = open_in(folder, "cpu.cfs_period_us");
    is_limited = file && fscanf(file, "%lf", period) == 1;
    if (file) fclose(file);
  }
  return is_limited && *quota > 0 && *period > 0;
}

// Returns the smallest CPU quota of a control group and its ancestors, in cores, rounded up, clamped to
// 1…`most`. Shortens the path in `folder`.
static int least_quota(char *folder, size_t mount_length, bool is_unified, int most) {
  for (;;) {
    double quota, period;
    if (read_quota(folder, is_unified, &quota, &period) && quota / period < most) {
      int whole = (int)(quota / period);
      most = whole < quota / period ? whole + 1 : whole;
    }
    char *slash = strrchr(folder, '/');
    if (!slash || (size_t)(slash - folder) < mount_length) return most > 1 ? most : 1;
    *slash = 0;
  }
}

// Reads the path of this process's control group: in the hierarchy of cgroup version 2 if `is_unified`,
// otherwise in the version 1 hierarchy of the controller `cpu`. Returns false if the path is not found.
static bool read_group(const char *root, bool is_unified, char *group) {
  FILE *file = open_in(root, "proc/self/cgroup");
  if (!file) return false;
  char line[PATH];
  bool is_found = false;
  while (!is_found && read_line(file, line, sizeof line)) {
    // A line of /proc/self/cgroup: NUMBER:CONTROLLERS:PATH.
    char *controllers = strchr(line, ':');
    char *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path) continue;
    *path++ = 0;
    controllers++;
    is_found = is_unified ? *controllers == 0 : has_word(controllers, "cpu");
    if (is_found) strcpy(group, path);
  }
  fclose(file);
  return is_found;
}

// Source: cgroups(7); proc(5), /proc/pid/mountinfo.
int segue_quota_cores(const char *root, int most) {
  FILE *file = open_in(root, "proc/self/mountinfo");
  if (!file) return most;
  char line[PATH];
  while (read_line(file, line, sizeof line)) {
    // A line of mountinfo: NUMBER PARENT DEVICE ROOT MOUNT OPTIONS… - TYPE SOURCE SUPEROPTIONS.
    char top[PATH], mount[PATH], type[32], options[PATH], group[PATH], folder[2 * PATH];
    const char *rest = strstr(line, " - ");
    if (!rest || sscanf(line, "%*s %*s %*s %4095s %4095s", top, mount) != 2) continue;
    if (sscanf(rest, " - %31s %*s %4095s", type, options) != 2) continue;
    bool is_unified = strcmp(type, "cgroup2") == 0;
    if (!is_unified && !(strcmp(type, "cgroup") == 0 && has_word(options, "cpu"))) continue;
    if (!read_group(root, is_unified, group)) continue;
    // In a container the mount may begin at a group, `top`, while the process's path begins at the host's
    // root.
    size_t top_length = strcmp(top, "/") == 0 ? 0 : strlen(top);
    bool is_below = strncmp(group, top, top_length) == 0 && (group[top_length] == '/' || group[top_length] == 0);
    const char *below = is_below && strcmp(group + top_length, "/") != 0 ? group + top_length : "";
    int length = snprintf(folder, sizeof folder, "%s%s%s", root, mount, below);
    if (length > 0 && length < (int)sizeof folder)
      most = least_quota(folder, strlen(root) + strlen(mount), is_unified, most);
  }
  fclose(file);
  return most;
}

static int quota;

// The CPU quota is read only once: reading the files of the control group takes as long as rendering a small
// frame.
static void read_own_quota(void) { quota = segue_quota_cores("", 1 << 20); }

int segue_usable_cores(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_own_quota);
  cpu_set_t mask;
  // The call fails if the machine has more processors than the mask has bits.
  int cores = sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : (int)sysconf(_SC_NPROCESSORS_ONLN);
  return cores < quota ? cores : quota;
}
