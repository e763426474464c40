#include <fmt/format.h>

#include "drydock/ks.h"

namespace drydock::ks {

Error::Error(const std::string& what, Status status)
    : std::runtime_error(fmt::format("{}: status {:#010x}", what, static_cast<unsigned>(status))),
      status_(status) {}

}  // namespace drydock::ks
