// A file that a command writes whole or not at all.
//
// The text goes into a file beside the wanted one, which takes its place when everything is
// written: a command that is killed, or finds the disk full, leaves the file as it was. What is no
// ordinary file, such as /dev/stdout or a pipe, is written directly.
//
// Owner: a local variable. Threads: one. Cost: that of writing, and a rename.
#pragma once

#include <string>
#include <vector>

namespace drydock::cli {

class ReportFile {
 public:
  // Throws Refusal when the file cannot be made, so that a command can find out before its work.
  explicit ReportFile(const std::string& path);
  // Removes what was not put in place.
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  // Throws Refusal when the text cannot be written.
  void write(const std::string& contents);
  // Puts the file in place. Throws Refusal when that fails.
  void put_in_place();

 private:
  bool is_direct() const { return written_ == wanted_; }

  const std::string asked_;  // as the user named it
  std::string wanted_;       // the file that the name leads to
  std::string written_;      // empty after put_in_place()
};

// Checks, before a command does its work, the places of what it will write; empty names stand for
// files that nobody asked for. Throws Refusal when a file cannot be made, when two of them are one,
// and when one is a file that the command reads.
void require_places(const std::vector<std::string>& written, const std::vector<std::string>& read);

}  // namespace drydock::cli
