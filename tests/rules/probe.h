// Stacks that are taken by calls of the probe: of the test's own functions, and of drivers that are
// built for it.
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/rules/stack.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace drydock::rules {

inline Stack probed;

}  // namespace drydock::rules

// The drivers of these tests call it like a function of the executive.
extern "C" inline __attribute__((noinline, used)) void drydock_test_probe() {
  drydock::rules::probed = drydock::rules::Stack::capture();
}

namespace drydock::rules {

// Returns the line of its call.
inline __attribute__((noinline)) int leaf() {
  drydock_test_probe();
  return __LINE__ - 1;
}

// The frame at which a driver's part of a stack begins.
inline Frame first_frame(const Stack& stack) {
  const std::vector<Frame> frames = resolve(stack);
  return frames.empty() ? Frame{} : frames.front();
}

class Library {
 public:
  explicit Library(const std::filesystem::path& path)
      : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  ~Library() { close(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  Stack call() const {
    probed = {};
    reinterpret_cast<long (*)(void*, void*)>(dlsym(handle_, "DriverEntry"))(nullptr, nullptr);
    return probed;
  }
  void close() {
    if (handle_ != nullptr) dlclose(handle_);
    handle_ = nullptr;
  }

 private:
  void* handle_;
};

class StacksOfDrivers : public ::testing::Test {
 protected:
  // A driver that calls the probe on the given line of driver.c.
  std::filesystem::path build(const std::string& name, int line) {
    const std::filesystem::path source =
        folder_.write("driver.c", "void drydock_test_probe(void);" + std::string(line - 1, '\n') +
                                      "long DriverEntry(void* a, void* b) { drydock_test_probe();"
                                      " return a == b; }\n");
    const std::filesystem::path driver = folder_.path() / name;
    const auto outcome = testing::drydock("cc " + source.string() + " -o " + driver.string());
    if (outcome.exit_code != 0) throw std::runtime_error(outcome.output);
    return driver;
  }

  testing::TempFolder folder_;
};

}  // namespace drydock::rules
