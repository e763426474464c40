// Private data of clients and drivers, as the host stores it.
#pragma once

#include <cstddef>
#include <vector>

namespace drydock::dxgk {

using Bytes = std::vector<std::byte>;

}  // namespace drydock::dxgk
