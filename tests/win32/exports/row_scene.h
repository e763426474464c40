// What rows of Win32 are written with: the headers of user-mode drivers, which the host's own do
// not go with.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/support/export_rows.h"
// clang-format off: the others need what windows.h declares.
#include <windows.h>
#include <d3dcompiler.h>
#include <psapi.h>
#include <winternl.h>
// clang-format on

#undef min
#undef max
