// The queries to a driver that has just been started.
#include <fmt/format.h>

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/caps_check.h"
#include "src/dxgk/adapter/gpu_driver.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/miniport/interface_version.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/vidmm/group.h"
#include "src/vidmm/host_aperture.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr UINT kMostSegments = 32;  // the number of segments that a set can name

// The query depends on the driver model that the driver reports; an old driver reports none.
DXGK_QUERYADAPTERINFOTYPE segment_query(ULONG interface_version, DXGK_WDDMVERSION model) {
  const bool silent = interface_version < DXGKDDI_INTERFACE_VERSION_WIN7 || model == 0;
  if (silent ? interface_version >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 : model >= DXGKDDI_WDDMv2)
    return DXGKQAITYPE_QUERYSEGMENT4;
  if (silent ? interface_version >= DXGKDDI_INTERFACE_VERSION_WIN8 : model >= DXGKDDI_WDDMv1_2)
    return DXGKQAITYPE_QUERYSEGMENT3;
  return DXGKQAITYPE_QUERYSEGMENT;
}

std::string which_drivers_answer(DXGK_QUERYADAPTERINFOTYPE type, ULONG interface_version,
                                 DXGK_WDDMVERSION model) {
  const char* const registered = version_name(interface_version);
  if (type == DXGKQAITYPE_DRIVERCAPS)
    return fmt::format("any driver, in the form of the version that it registered, {}", registered);
  if (model == 0) return fmt::format("a driver that registered {}", registered);
  return fmt::format("a driver that registered {} and reports WDDMVersion {:#x}", registered,
                     static_cast<unsigned>(model));
}

template <typename Old>
DXGK_SEGMENTDESCRIPTOR4 newest_form(const Old& segment) {
  DXGK_SEGMENTDESCRIPTOR4 out{};
  out.Flags = segment.Flags;
  out.BaseAddress = segment.BaseAddress;
  out.CpuTranslatedAddress = segment.CpuTranslatedAddress;
  out.Size = segment.Size;
  out.CommitLimit = segment.CommitLimit;
  if constexpr (requires { segment.SystemMemoryEndAddress; })
    out.SystemMemoryEndAddress = segment.SystemMemoryEndAddress;
  return out;
}

// Returns the ends of a segment's banks; the last bank ends with the segment.
std::vector<SIZE_T> banks_of(SIZE_T size, UINT count, const SIZE_T* ends) {
  std::vector<SIZE_T> out(ends, ends + count);
  out.back() = size;
  return out;
}

// Sets the sizes of memory in the device, and of system memory that it reaches.
void set_budget(vidmm::Budget& budget, const AdapterCaps& caps) {
  std::uint64_t local = 0, reached = 0;
  for (std::size_t i = 0; i < caps.segments.size(); ++i) {
    const DXGK_SEGMENTDESCRIPTOR4& segment = caps.segments[i];
    if ((caps.budgeted >> i & 1) == 0) continue;
    if (segment.Flags.Aperture == 0) {
      local += segment.Size;
    } else {
      reached += segment.CommitLimit;
    }
  }
  budget.set_size(vidmm::Group::kLocal, local);
  budget.set_size(vidmm::Group::kNonLocal, reached);
}

// Both steps of one form of the query; fills in the segments and the paging buffer.
template <typename Out>
class SegmentQuery {
 public:
  SegmentQuery(Adapter& adapter, DXGK_QUERYADAPTERINFOTYPE type) : adapter_(adapter), type_(type) {}

  NTSTATUS ask(AdapterCaps& caps) {
    Out answer{};
    NTSTATUS status = ask_once(answer);
    if (!NT_SUCCESS(status)) return status;
    const UINT count = answer.NbSegment;
    if (rules::breaks("K-316", count == 0 || count > kMostSegments)) {
      nt::Breach("K-316", adapter_.driver())
          .message("the first segment query returned NbSegment {}", count)
          .raise_later();
      return adapter_.refuse_start("its answers about segments break K-316");
    }
    if constexpr (kNewest) {
      stride_ = segment_bytes(adapter_.version());
    }
    // Room for the newest form, whatever the driver knows.
    room_.assign(count * sizeof(DXGK_SEGMENTDESCRIPTOR4) + sizeof(DXGK_SEGMENTDESCRIPTOR3) * count,
                 0);
    answer = {};
    answer.NbSegment = count;
    set_array(answer);
    status = ask_once(answer);
    if (!NT_SUCCESS(status)) return status;
    if (rules::breaks("K-316", answer.NbSegment != count || array_of(answer) != room_.data())) {
      nt::Breach("K-316", adapter_.driver())
          .message("the second segment query returned NbSegment {} after {}", answer.NbSegment,
                   count)
          .raise_later();
      return adapter_.refuse_start("its answers about segments break K-316");
    }
    return take(answer, count, caps);
  }

 private:
  static constexpr bool kNewest = std::is_same_v<Out, DXGK_QUERYSEGMENTOUT4>;

  NTSTATUS ask_once(Out& answer) {
    DXGK_QUERYSEGMENTIN old{};
    DXGK_QUERYSEGMENTIN4 physical{};
    void* const input = kNewest ? static_cast<void*>(&physical) : static_cast<void*>(&old);
    if constexpr (kNewest) answer.SegmentDescriptorStride = stride_;
    return adapter_.query(adapter_.system_seat(), type_, input,
                          kNewest ? sizeof physical : sizeof old, &answer, sizeof answer);
  }

  void set_array(Out& answer) {
    using Array = decltype(answer.pSegmentDescriptor);
    answer.pSegmentDescriptor = reinterpret_cast<Array>(room_.data());
  }
  static const void* array_of(const Out& answer) { return answer.pSegmentDescriptor; }

  NTSTATUS take(const Out& answer, UINT count, AdapterCaps& caps) {
    caps.paging_buffer_segment = answer.PagingBufferSegmentId;
    caps.paging_buffer_size = answer.PagingBufferSize;
    caps.paging_buffer_private_data_size = answer.PagingBufferPrivateDataSize;
    if (rules::breaks("K-316",
                      answer.PagingBufferSize == 0 || answer.PagingBufferSegmentId > count)) {
      nt::Breach("K-316", adapter_.driver())
          .message("the second segment query gave PagingBufferSize {}, PagingBufferSegmentId {}",
                   answer.PagingBufferSize, answer.PagingBufferSegmentId)
          .raise_later();
      // Some buffer, in system memory.
      caps.paging_buffer_size = std::max<SIZE_T>(answer.PagingBufferSize, PAGE_SIZE);
      caps.paging_buffer_segment = 0;
    }
    for (UINT i = 0; i < count; ++i) take_one(answer, i, caps);
    return STATUS_SUCCESS;
  }

  // A segment whose banks are wrong has none.
  void take_one(const Out& answer, UINT index, AdapterCaps& caps) {
    DXGK_SEGMENTDESCRIPTOR4 segment{};
    std::vector<SIZE_T> banks;
    if constexpr (kNewest) {
      std::memcpy(&segment, answer.pSegmentDescriptor + index * stride_, stride_);
    } else {
      const auto& old = answer.pSegmentDescriptor[index];
      segment = newest_form(old);
      if (segment.Flags.UseBanking && !segment.Flags.Agp) {
        if (check_banks(adapter_, index, old.Size, old.NbOfBanks, old.pBankRangeTable)) {
          banks = banks_of(old.Size, old.NbOfBanks, old.pBankRangeTable);
        } else {
          segment.Flags.UseBanking = 0;
        }
      }
    }
    // Drivers leave it out, and then Windows uses the size.
    if (segment.CommitLimit == 0) segment.CommitLimit = segment.Size;
    caps.segments.push_back(segment);
    caps.banks.push_back(std::move(banks));
  }

  Adapter& adapter_;
  const DXGK_QUERYADAPTERINFOTYPE type_;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> room_;
};

}  // namespace

NTSTATUS Adapter::query(Seat& seat, DXGK_QUERYADAPTERINFOTYPE type, void* input, UINT input_bytes,
                        void* output, UINT output_bytes) {
  Passed<std::byte> asked{std::span(static_cast<std::byte*>(input), input_bytes)};
  Passed<std::byte> answer{std::span(static_cast<std::byte*>(output), output_bytes)};
  DXGKARG_QUERYADAPTERINFO arguments{};
  arguments.Type = type;
  arguments.pInputData = input == nullptr ? nullptr : asked.data();
  arguments.InputDataSize = input_bytes;
  arguments.pOutputData = output == nullptr ? nullptr : answer.data();
  arguments.OutputDataSize = output_bytes;
  if (version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
    arguments.hKmdProcessHandle = seat.driver_process();
  const Passed<DXGKARG_QUERYADAPTERINFO> passed(arguments);
  const NTSTATUS status = call(ddi::kQueryAdapterInfo, seat, [&] {
    return table().DxgkDdiQueryAdapterInfo(context_, passed.data());
  });
  answer.copy_back();
  if (is_starting_ && !NT_SUCCESS(status)) {
    answered(ddi::kQueryAdapterInfo, call_of_query(type, input_bytes, output_bytes), status,
             StartFailure::Cause::kQuery);
    failure_.expected = which_drivers_answer(type, version(), caps_.driver.WDDMVersion);
  }
  return status;
}

NTSTATUS Adapter::learn_caps() {
  caps_.driver = {};
  const NTSTATUS status = query(*system_seat_, DXGKQAITYPE_DRIVERCAPS, nullptr, 0, &caps_.driver,
                                static_cast<UINT>(driver_caps_bytes(version())));
  if (!NT_SUCCESS(status)) return status;
  check_driver_caps(*this, caps_.driver);
  if (version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 && caps_.sources != 0) {
    DXGK_DISPLAY_DRIVERCAPS_EXTENSION extension{};
    query(*system_seat_, DXGKQAITYPE_DISPLAY_DRIVERCAPS_EXTENSION, nullptr, 0, &extension,
          sizeof extension);
  }
  return STATUS_SUCCESS;
}

NTSTATUS Adapter::learn_segments() {
  if (origin_.miniport.display_only) return STATUS_SUCCESS;
  const DXGK_QUERYADAPTERINFOTYPE type = segment_query(version(), caps_.driver.WDDMVersion);
  NTSTATUS status = STATUS_SUCCESS;
  if (type == DXGKQAITYPE_QUERYSEGMENT4) {
    status = SegmentQuery<DXGK_QUERYSEGMENTOUT4>(*this, type).ask(caps_);
  } else if (type == DXGKQAITYPE_QUERYSEGMENT3) {
    status = SegmentQuery<DXGK_QUERYSEGMENTOUT3>(*this, type).ask(caps_);
  } else {
    status = SegmentQuery<DXGK_QUERYSEGMENTOUT>(*this, type).ask(caps_);
  }
  if (!NT_SUCCESS(status)) return status;
  if (!check_segments(*this, caps_)) return refuse_start("its segments break K-317");
  caps_.budgeted = vidmm::budgeted_segments(caps_);
  set_budget(budget_, caps_);
  if (!check_entry_points(*this, caps_))
    return refuse_start("its table lacks entry points that its caps need");
  caps_.has_host_apertures = std::ranges::any_of(caps_.segments, vidmm::HostAperture::is_of);
  GpuDriver probed(*this, *system_seat_);
  vidmm::probe_host_apertures(probed);
  return driver().alive() ? STATUS_SUCCESS : STATUS_DEVICE_REMOVED;
}

NTSTATUS Adapter::learn_nodes() {
  const auto entry = table().DxgkDdiGetNodeMetadata;
  if (origin_.miniport.display_only || entry == nullptr) return STATUS_SUCCESS;
  const UINT count = std::min<UINT>(caps_.driver.GpuEngineTopology.NbAsymetricProcessingNodes,
                                    DXGK_MAX_ASYMETRICAL_PROCESSING_NODES);
  for (UINT node = 0; node < count; ++node) {
    DXGK_NODEMETADATA metadata{};
    const NTSTATUS status = call(ddi::kGetNodeMetadata, *system_seat_,
                                 [&] { return entry(context_, node, &metadata); });
    if (!NT_SUCCESS(status))
      return answered(ddi::kGetNodeMetadata, fmt::format("DxgkDdiGetNodeMetadata of node {}", node),
                      status);
    caps_.nodes.push_back(metadata);
  }
  learn_user_mode_submission();
  return STATUS_SUCCESS;
}

// Asks how large a doorbell is. A driver that does not answer has none.
void Adapter::learn_user_mode_submission() {
  caps_.user_mode_submission = {};
  if (version() < DXGKDDI_INTERFACE_VERSION_WDDM3_1 ||
      std::ranges::none_of(caps_.nodes, [](const DXGK_NODEMETADATA& node) {
        return node.Flags.UserModeSubmission != 0;
      }))
    return;
  DXGK_USERMODESUBMISSION_CAPS answer{};
  if (NT_SUCCESS(query(*system_seat_, DXGKQAITYPE_USERMODESUBMISSION_CAPS, nullptr, 0, &answer,
                       sizeof answer)))
    caps_.user_mode_submission = answer;
}

}  // namespace drydock::dxgk
