// Why a device does not start, in words for the author of its driver.
//
// Cost: nothing while devices start. Owner: values. Threads: any.
#pragma once

#include <string>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

struct StartFailure {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  // One clause: the call of the driver with its arguments and its answer, or what the host could
  // not go on with. Empty when the host had no room.
  std::string why = {};
};

// Why, or the status where nothing is known.
std::string to_text(const StartFailure& failure);

// "DxgkDdiStartDevice returned 0xc0000001 (STATUS_UNSUCCESSFUL)"
std::string answer_of(const std::string& call, NTSTATUS status);

// "DxgkDdiQueryAdapterInfo(DXGKQAITYPE_QUERYSEGMENT4, 4 bytes in, 48 bytes out)"
std::string call_of_query(DXGK_QUERYADAPTERINFOTYPE type, UINT input_bytes, UINT output_bytes);

}  // namespace drydock::dxgk
