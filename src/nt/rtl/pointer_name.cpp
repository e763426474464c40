#include "src/nt/rtl/pointer_name.h"

#include <dlfcn.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "src/nt/driver/loader_modules.h"
#include "src/nt/pool/heap_family.h"
#include "src/nt/pool/pool.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr std::uint64_t kFirstAddress = 0x10000;
constexpr std::uint64_t kUserEnd = 0x0000'8000'0000'0000;
constexpr int kDigits = 16;

void put_number(FormatSink<char>& sink, std::uint64_t value, int base) {
  char text[24];
  char* const end = std::to_chars(text, text + sizeof text, value, base).ptr;
  for (char* at = text; at != end; ++at) {
    const bool is_letter = *at >= 'a';
    sink.put(is_letter ? static_cast<char>(*at - 'a' + 'A') : *at);
  }
}

// A loaded driver is a copy that only the process has: /proc/PID/fd/N.
std::string_view module_name(const char* path) {
  const std::string_view text(path);
  if (text.starts_with("/proc/")) return "driver";
  const std::string_view file = text.substr(text.rfind('/') + 1);
  constexpr std::string_view kPrefix = "lib";
  const std::string_view bare = file.starts_with(kPrefix) ? file.substr(kPrefix.size()) : file;
  return bare.substr(0, bare.find('.'));
}

bool put_module(FormatSink<char>& sink, const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return false;
  put_text(sink, module_name(info.dli_fname));
  put_text(sink, "+");
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
  put_number(sink, static_cast<std::uint64_t>(offset), 16);
  return true;
}

bool put_pool(FormatSink<char>& sink, const void* address) {
  const std::optional<PoolBlockInfo> block = find_pool_block(address);
  if (!block) return false;
  if (is_user_heap(static_cast<std::uint32_t>(block->type))) {
    put_text(sink, "heap ");
  } else {
    put_text(sink, "pool '");
    for (int i = 0; i < 4; ++i) {
      const char c = static_cast<char>(block->tag >> (8 * i));
      sink.put(c >= ' ' && c < 0x7F ? c : '?');
    }
    put_text(sink, "' ");
  }
  put_number(sink, block->size, 10);
  put_text(sink, "+");
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(block->address);
  put_number(sink, static_cast<std::uint64_t>(offset), 10);
  return true;
}

}  // namespace

void put_pointer_name(FormatSink<char>& sink, std::uint64_t value) {
  if (value < kFirstAddress || value >= kUserEnd) return put_hex(sink, value, kDigits);
  const void* const address = reinterpret_cast<const void*>(value);
  if (!put_pool(sink, address) && !put_module(sink, address)) put_text(sink, "ptr");
}

PointerText pointer_names() { return sim::is_seeded() ? put_pointer_name : nullptr; }

}  // namespace drydock::nt
