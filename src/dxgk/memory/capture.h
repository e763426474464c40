// The end of capture into allocations that are destroyed.
#pragma once

#include <span>

namespace drydock::dxgk {

class Adapter;
class Binding;

// K-231: calls DxgkDdiStopCapture for the allocations that are captured into.
void end_captures(Adapter& adapter, std::span<Binding* const> last);

}  // namespace drydock::dxgk
