// Why a device does not start, in words for the author of its driver.
//
// Cost: nothing while devices start. Owner: values. Threads: any.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

struct StartFailure {
  // What stopped the start, for advice.
  enum class Cause : std::uint8_t {
    kOther,
    kDevice,     // DxgkDdiAddDevice or DxgkDdiStartDevice refused the device
    kQuery,      // DxgkDdiQueryAdapterInfo refused a query that Windows makes of any such driver
    kNotPlayed,  // the driver passed on the refusal of a callback that the host does not play
  };

  NTSTATUS status = STATUS_UNSUCCESSFUL;
  // One clause: the call of the driver with its arguments and its answer, or what the host could
  // not go on with. Empty when the host had no room.
  std::string why = {};
  Cause cause = Cause::kOther;
  std::string expected = {};  // of a query: of which drivers Windows expects the answer
};

// Why, or the status where nothing is known.
std::string to_text(const StartFailure& failure);

// "DxgkDdiQueryAdapterInfo(DXGKQAITYPE_QUERYSEGMENT4, 4 bytes in, 48 bytes out)"
std::string call_of_query(DXGK_QUERYADAPTERINFOTYPE type, UINT input_bytes, UINT output_bytes);

// A callback that the host does not play: it refuses, whatever the driver asks for by it.
struct NotPlayed {
  std::string call = {};         // "DxgkCbQueryServices(DxgkServicesSPB)"
  const char* inside = nullptr;  // the entry point of the driver that called; null outside of one
  NTSTATUS status = STATUS_NOT_SUPPORTED;

  bool operator==(const NotPlayed&) const = default;
};

// "Drydock does not play DxgkCbQueryServices(DxgkServicesSPB), and DxgkDdiStartDevice passed on …":
// when the entry point returned the status that it had got from one of them. Else nothing.
std::optional<std::string> passed_on(const std::vector<NotPlayed>& refusals,
                                     const char* entry_point, NTSTATUS status);
// "; before that Drydock refused DxgkCbQueryServices(DxgkServicesSPB), which it does not play";
// empty when there are none.
std::string refused_before(const std::vector<NotPlayed>& refusals);

}  // namespace drydock::dxgk
