#include "src/rules/finding_sink.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::rules {
namespace {

// The findings of a file, and the file. A text of the wanted form is written beside it and takes
// its place.
class FindingFile {
 public:
  explicit FindingFile(std::string path) : path_(std::move(path)) { write(); }

  // False when the file cannot be written.
  bool add(const Finding& finding) {
    findings_.push_back(finding);
    return write();
  }

 private:
  bool write() {
    if (is_lost_) return false;
    const std::string beside = fmt::format("{}.{}.new", path_, getpid());
    if (write(beside, to_json(findings_)) && std::rename(beside.c_str(), path_.c_str()) == 0)
      return true;
    const int error = errno;
    std::remove(beside.c_str());
    is_lost_ = true;
    fmt::print(stderr,
               "drydock: DRYDOCK_FINDINGS names {}, which cannot be written ({}); findings go to "
               "standard error\n",
               path_, std::strerror(error));
    return false;
  }

  static bool write(const std::string& path, const std::string& text) {
    std::FILE* const file = std::fopen(path.c_str(), "wbe");
    if (file == nullptr) return false;
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && is_written;
  }

  const std::string path_;
  std::vector<Finding> findings_;
  bool is_lost_ = false;
};

// What DRYDOCK_FINDINGS asks for.
class Sink {
 public:
  Sink() {
    const char* const wish = std::getenv("DRYDOCK_FINDINGS");
    const std::string_view text = wish == nullptr ? "stderr" : wish;
    is_off_ = text == "off";
    if (!is_off_ && !text.empty() && text != "stderr") file_.emplace(std::string(text));
  }

  void write(const Finding& finding) {
    if (!is_off_ && !add_to_file(finding)) std::fputs(to_text(finding).c_str(), stderr);
  }

 private:
  // False when there is no file, or it cannot be written.
  bool add_to_file(const Finding& finding) {
    const sim::Hold hold(lock_);
    return file_.has_value() && file_->add(finding);
  }

  bool is_off_ = false;
  sim::Lock lock_;
  std::optional<FindingFile> file_ DRYDOCK_GUARDED_BY(lock_);
};

Sink& sink() {
  static sim::NeverDestroyed<Sink> only;
  return *only;
}

// The file exists before the first finding, and when there is none.
[[gnu::constructor]] void make_file_of_findings() { sink(); }

}  // namespace

void write_to_sink(const Finding& finding) { sink().write(finding); }

}  // namespace drydock::rules
