// A file that a command writes whole or not at all.
//
// The text goes into a file beside the wanted one, which takes its place when everything is
// written: a command that is killed, or finds the disk full, leaves the file as it was. What is no
// ordinary file, such as /dev/stdout or a pipe, is written directly.
//
// Owner: a local variable. Threads: one. Cost: that of writing, and a rename.
#pragma once

#include <string>

namespace drydock::cli {

class ReportFile {
 public:
  // Throws Refusal when the file cannot be made, so that a command can find out before its work.
  explicit ReportFile(const std::string& path);
  // Removes what was not put in place.
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  // Where to write. Another process may do so.
  const std::string& path_to_write() const { return written_; }
  // Throws Refusal when the text cannot be written.
  void write(const std::string& contents);
  // Puts the file in place. Throws Refusal when that fails.
  void put_in_place();

 private:
  bool is_direct() const { return written_ == wanted_; }

  const std::string asked_;  // as the user named it
  std::string wanted_;       // what the name leads to
  std::string written_;      // empty after put_in_place()
};

// Whether both names lead to one ordinary file, which exists or would be made.
bool is_same_file(const std::string& one, const std::string& other);

}  // namespace drydock::cli
