#include "src/verify/scenarios/minidriver/client.h"

#include <algorithm>

#include "src/ks/base/wdk.h"

namespace drydock::verify {

using namespace avstream;

StreamClient::StreamClient(Run& run, Device& device, std::size_t filter, Mode mode,
                           std::size_t first_format)
    : run_(run), filter_(&graph_.add(device.open(filter, mode))) {
  const std::vector<PinType> types = filter_->pin_types();
  for (const bool is_output : {false, true}) {
    for (std::uint32_t type = 0; type < types.size(); ++type) {
      if (types[type].is_output != is_output || !types[type].opens_for_client) continue;
      open(type, is_output, first_format);
    }
  }
  if (lines_.empty()) throw Skip("no pin of the filter opens with a format that is known for it");
}

void StreamClient::open(std::uint32_t type, bool is_output, std::size_t first_format) {
  const std::vector<Format> formats = formats_of(run_, *filter_, type);
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const Format& format = formats[(first_format + i) % formats.size()];
    try {
      Pin& pin = graph_.add(*filter_, type, format);
      lines_.push_back({&pin, type, is_output, format, bytes_of_frame(format)});
      return;
    } catch (const Error&) {
      // The next format is tried.
    }
  }
}

void StreamClient::send_ahead(std::uint32_t frames, std::size_t size) {
  for (const Line& line : lines_) {
    if (line.is_mute) continue;
    const std::size_t bytes = size == 0 ? line.size : std::min(size, line.size);
    if (line.is_output) line.pin->read_ahead(frames, bytes);
    for (std::uint32_t i = 0; i < frames && !line.is_output; ++i) {
      line.pin->write_ahead(Bytes(bytes, std::byte{0x5A}));
    }
  }
}

void StreamClient::reach(State state) {
  if (state == State::kRun) return start();
  set_state(state);
  if (state != State::kStop) send_ahead(2);
}

void StreamClient::start() {
  set_state(State::kPause);
  send_ahead(3);
  set_state(State::kRun);
}

namespace {

// No frame was completed, or the running pin accepts none.
bool says_nothing(Status status) {
  return status == STATUS_IO_TIMEOUT || status == STATUS_INVALID_DEVICE_STATE;
}

}  // namespace

void StreamClient::take_frames(std::uint32_t frames) {
  for (std::uint32_t i = 0; i < frames; ++i) {
    for (Line& line : lines_) {
      if (line.is_mute) continue;
      const Status status = line.pin->answer();
      line.is_mute = says_nothing(status) && !run_.after_fault();
      if (!NT_SUCCESS(status) && !line.is_mute) {
        throw Error("a frame was not answered well", status);
      }
    }
    if (std::ranges::all_of(lines_, &Line::is_mute)) {
      throw Error("no pin answered a frame", STATUS_IO_TIMEOUT);
    }
    send_ahead(1);
  }
}

void StreamClient::drop_answers() {
  for (const Line& line : lines_) {
    Status status = STATUS_SUCCESS;
    while (status != STATUS_NO_MORE_ENTRIES && status != STATUS_IO_TIMEOUT) {
      status = line.pin->answer();
    }
    line.pin->drop_answers();
  }
}

void StreamClient::cancel() {
  for (const Line& line : lines_) line.pin->cancel_reads();
}

void StreamClient::withdraw() {
  cancel();
  drop_answers();
}

void StreamClient::use_format(Line& line, const Format& format) {
  line.format = format;
  line.size = bytes_of_frame(format);
}

PipeClient::PipeClient(Run& run, Device& device, AllocatorPlace place) : run_(run) {
  std::vector<End> sources;
  std::vector<End> sinks;
  for (std::size_t filter = 0; filter < device.filters().size(); ++filter) {
    const std::vector<PinType> types = device.open(filter, Mode::kKernel).pin_types();
    for (std::uint32_t type = 0; type < types.size(); ++type) {
      if (types[type].is_output && types[type].opens_to_sink) sources.push_back({filter, type});
      if (!types[type].is_output && types[type].opens_for_client) sinks.push_back({filter, type});
    }
  }
  for (const End& from : sources) {
    for (const End& to : sinks) {
      if (!join(device, from, to)) continue;
      place_allocator(place);
      return;
    }
  }
  throw Skip("no pin of the driver takes what another of its pins sends");
}

bool PipeClient::join(Device& device, const End& from, const End& to) {
  graph_.emplace();
  source_filter_ = &graph_->add(device.open(from.filter, Mode::kKernel));
  sink_filter_ = &graph_->add(device.open(to.filter, Mode::kKernel));
  for (const Format& format : formats_of(run_, *source_filter_, from.type)) {
    try {
      source_ = &graph_->join(*source_filter_, from.type, *sink_filter_, to.type, format,
                              AllocatorChoice::kAgreed, &sink_);
      size_ = bytes_of_frame(format);
      return true;
    } catch (const Error&) {
      graph_.emplace();
      source_filter_ = &graph_->add(device.open(from.filter, Mode::kKernel));
      sink_filter_ = &graph_->add(device.open(to.filter, Mode::kKernel));
    }
  }
  graph_.reset();
  return false;
}

// Sets the framing by hand, unlike the host's graph manager would. A pin may refuse.
void PipeClient::place_allocator(AllocatorPlace place) {
  if (place == AllocatorPlace::kAgreed) return;
  Status status = source_->choose_allocator(*sink_, AllocatorChoice::kPool);
  if (place != AllocatorPlace::kDefault && NT_SUCCESS(status)) {
    Pin& at = place == AllocatorPlace::kSource ? *source_ : *sink_;
    status = at.open_allocator(3, static_cast<std::uint32_t>(size_), allocator_);
    if (!NT_SUCCESS(status)) throw Skip("the pin refuses to bring an allocator");
    status = source_->assign_allocator(&*allocator_);
  }
  if (!NT_SUCCESS(status)) throw Error("the allocator cannot be assigned", status);
}

void PipeClient::close_allocator() {
  source_->close_allocator();
  allocator_.reset();
}

void wake_device(Device& device) {
  if (device.set_power(true) < 0) device.set_power(true);
}

void wake_system(Device& device) {
  if (device.set_system_power(true) < 0) device.set_system_power(true);
}

}  // namespace drydock::verify
