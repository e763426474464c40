// A client's private data as a driver gets them. Only the driver knows their meaning, and it must
// not trust them. They lie in hostile memory when arguments are hostile (wdk/hostile.h). Cost: a
// copy when arguments are hostile, otherwise none. Owner: the caller, for the length of one call of
// the driver. Threads: the calling thread.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "src/wdk/hostile.h"

namespace drydock::dxgk {

// The data of each element of a list, for the length of a call that may change it. Between the two
// the elements name the driver's view.
template <typename Info>
class PassedData {
 public:
  explicit PassedData(std::span<Info> infos) : infos_(infos) {
    for (Info& info : infos_) {
      own_.push_back(info.pPrivateDriverData);
      if (info.pPrivateDriverData == nullptr) continue;
      auto* const data = static_cast<std::byte*>(info.pPrivateDriverData);
      passed_.emplace_back(std::span(data, info.PrivateDriverDataSize));
      info.pPrivateDriverData = passed_.back().data();
    }
  }

  void copy_back() {
    for (Passed<std::byte>& each : passed_) each.copy_back();
    for (std::size_t i = 0; i < infos_.size(); ++i) infos_[i].pPrivateDriverData = own_[i];
  }

 private:
  const std::span<Info> infos_;
  std::vector<void*> own_;
  std::deque<Passed<std::byte>> passed_;
};

// Data that a driver gets to read and must not change. Hostile memory cannot be written, so that a
// driver which writes what was there already is seen too.
class ReadOnlyData {
 public:
  explicit ReadOnlyData(std::span<const std::byte> data);
  ~ReadOnlyData();
  ReadOnlyData(const ReadOnlyData&) = delete;
  ReadOnlyData& operator=(const ReadOnlyData&) = delete;

  void* data();
  std::size_t size() const { return original_.size(); }
  // On the thread that made the call, after it.
  bool was_written() const;

 private:
  const std::span<const std::byte> original_;
  std::vector<std::byte> copy_;  // when it is not in hostile memory
  std::byte* const hostile_;
};

}  // namespace drydock::dxgk
