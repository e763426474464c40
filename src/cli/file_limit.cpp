#include "src/cli/file_limit.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "src/cli/report.h"

namespace drydock::cli {
namespace {

// The standard streams, reports, what is read while a run goes on, files of drivers.
constexpr rlim_t kFilesOfProgram = 48;
constexpr rlim_t kFilesOfProcess = 6;  // one of the runs: a socket, two pipes, its state in /proc

}  // namespace

void require_files(unsigned jobs) {
  const rlim_t needed = kFilesOfProgram + kFilesOfProcess * jobs;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return;
  limit.rlim_cur = std::min(limit.rlim_max, needed);
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < needed)
    throw Refusal(fmt::format(
        "{} files may be open, and {} are needed for {} processes at a time; raise ulimit -n",
        limit.rlim_cur, needed, jobs));
}

}  // namespace drydock::cli
