#include "src/cli/report_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "src/cli/report.h"

namespace drydock::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, int error) {
  throw Refusal(fmt::format("'{}' cannot be written: {}", path, std::strerror(error)));
}

// Returns the file that a symbolic link leads to, so that a write replaces the file and leaves the
// link.
std::string target_of(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target.string();
}

bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

mode_t mode_for(const std::string& path) {
  struct stat about{};
  if (stat(path.c_str(), &about) == 0) return about.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

void write_all(int file, const std::string& contents, const std::string& path) {
  for (std::size_t at = 0; at < contents.size();) {
    const ssize_t wrote = ::write(file, contents.data() + at, contents.size() - at);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) refuse(path, errno);
    at += static_cast<std::size_t>(wrote);
  }
}

// Whether both names lead to one ordinary file, which exists or would be made.
bool is_same_file(const std::string& one, const std::string& other) {
  if (one.empty() || other.empty() || is_special(one) || is_special(other)) return false;
  std::error_code error;
  return target_of(one) == target_of(other) || fs::equivalent(one, other, error);
}

}  // namespace

ReportFile::ReportFile(const std::string& path) : asked_(path), wanted_(path), written_(path) {
  if (is_special(path)) return;
  if (fs::is_directory(path)) refuse(path, EISDIR);
  wanted_ = target_of(path);
  // A file that may not be written keeps its contents, though its folder would allow a rename.
  if (access(wanted_.c_str(), F_OK) == 0 && access(wanted_.c_str(), W_OK) != 0) refuse(path, errno);
  written_ = wanted_ + ".XXXXXX";
  const int file = mkstemp(written_.data());
  if (file < 0) {
    const int error = errno;
    written_.clear();
    refuse(path, error);
  }
  fchmod(file, mode_for(wanted_));
  close(file);
}

ReportFile::~ReportFile() {
  if (!written_.empty() && !is_direct()) unlink(written_.c_str());
}

void ReportFile::write(const std::string& contents) {
  const int file = open(written_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (file < 0) refuse(asked_, errno);
  try {
    write_all(file, contents, asked_);
  } catch (...) {
    close(file);
    throw;
  }
  if (close(file) != 0) refuse(asked_, errno);
}

void ReportFile::put_in_place() {
  if (is_direct()) return;
  if (std::rename(written_.c_str(), wanted_.c_str()) != 0) refuse(asked_, errno);
  written_.clear();
}

void require_places(const std::vector<std::string>& written, const std::vector<std::string>& read) {
  for (auto file = written.begin(); file != written.end(); ++file) {
    if (file->empty()) continue;
    const auto is_same = [&](const std::string& other) { return is_same_file(*file, other); };
    if (std::any_of(written.begin(), file, is_same))
      throw Refusal(fmt::format("two reports cannot go to one file, '{}'", *file));
    if (std::ranges::any_of(read, is_same))
      throw Refusal(fmt::format("'{}' is read, and a report would replace it", *file));
    const ReportFile attempt(*file);
  }
}

}  // namespace drydock::cli
