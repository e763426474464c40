#include "src/verify/base/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace drydock::verify {
namespace {

class File {
 public:
  // Opens a pipe without waiting for a writer.
  explicit File(const std::string& path)
      : number_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int number() const { return number_; }

 private:
  const int number_;
};

// The text up to the end; false when it cannot be read.
bool read_all(int file, std::string& text) {
  char piece[65536];
  for (;;) {
    const ssize_t got = read(file, piece, sizeof piece);
    if (got == 0) return true;
    if (got > 0) {
      text.append(piece, static_cast<std::size_t>(got));
    } else if (errno == EAGAIN) {
      pollfd more{file, POLLIN, 0};
      if (poll(&more, 1, -1) < 0) return false;  // a signal: the user has had enough
    } else {
      return false;
    }
  }
}

}  // namespace

std::string read_input(const std::string& path) {
  const File file(path);
  struct stat about{};
  std::string text;
  const bool is_there = file.number() >= 0 && fstat(file.number(), &about) == 0;
  const bool is_pipe = is_there && S_ISFIFO(about.st_mode);
  if (!is_there || (!is_pipe && !S_ISREG(about.st_mode)) || !read_all(file.number(), text) ||
      (is_pipe && text.empty()))
    throw std::runtime_error(fmt::format("'{}' cannot be read", path));
  return text;
}

}  // namespace drydock::verify
