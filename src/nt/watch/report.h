// How the executive raises findings against the driver that is calling.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/rules/finding.h"

namespace drydock::nt {

struct Concerning {
  std::string object = {};                        // what it is about
  std::vector<rules::ObjectEvent> history = {};   // what happened to it
  std::vector<rules::LabelledStack> stacks = {};  // besides the stack of the call itself
  const void* address = nullptr;  // where it is: what src/nt/watch/history.h knows of it goes first
};

// Raises a finding for a rule of the catalogue, with the stack of the driver's call. When the rule
// is fatal and a driver is running on this thread it does not return: the driver's life ends. So:
// hold no host lock here.
void report(std::string_view rule, std::string message, Concerning concerning = {});

// The same, but always returns; for findings about a driver from outside its calls, such as leaks
// at unload.
void report_about(std::string_view driver, std::string_view rule, std::string message,
                  Concerning concerning = {});

// While it lives this thread's findings are dropped: nobody can hold a dead driver to its debts.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
};

}  // namespace drydock::nt
