// The Windows declarations, as the host sees them. The only way in which src includes them.
#pragma once

#ifndef DRYDOCK_HOST
#error "the host is built with DRYDOCK_HOST"
#endif

// The base headers define what the C++ library uses as names.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ntddk.h"

#undef min
#undef max
