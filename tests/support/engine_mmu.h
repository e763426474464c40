// The MMU of the test's GPU: it translates by the tables that its driver wrote, and caches
// translations until it is flushed. A wrong entry or a missing flush leads to a wrong byte.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::testing {

// A command of a virtual context, at addresses of its process.
struct VirtualCommand {
  enum class Op : std::uint32_t { kFill = 1, kCopy };

  Op op = Op::kFill;
  std::uint32_t value = 0;
  std::uint64_t target = 0;
  std::uint64_t source = 0;
  std::uint64_t bytes = 0;
};

class EngineMmu {
 public:
  static constexpr std::uint64_t kPage = 4096;

  // An entry as this GPU has it: a page, and in its lowest bits what may be done there.
  static constexpr std::uint64_t kValid = 1, kZero = 2, kReadOnly = 4, kNoExecute = 8;
  static std::uint64_t entry_of(const DXGK_PTE& entry);

  // Memory by segment and offset; null where there is none.
  using Memory = std::function<std::uint8_t*(UINT segment, std::uint64_t offset)>;
  // `bits` of the index into a table, by level.
  EngineMmu(std::vector<UINT> bits, Memory memory)
      : bits_(std::move(bits)), memory_(std::move(memory)) {}

  void set_root(HANDLE context, const D3DGPU_PHYSICAL_ADDRESS& address, UINT entries);
  void write_entries(UINT segment, std::uint64_t offset, std::uint64_t entry, std::uint64_t count);
  // The same at an address of a context.
  bool write_entries_at(HANDLE context, std::uint64_t address, std::uint64_t entry,
                        std::uint64_t count);
  // Flushes a range; from 0 to 0 means everything.
  void flush(std::uint64_t begin, std::uint64_t end);

  // False when an address leads nowhere, or may not be written to.
  bool run(HANDLE context, std::uint64_t commands, std::uint64_t bytes);
  bool fill(HANDLE context, std::uint64_t target, std::uint64_t bytes, std::uint8_t value);
  bool copy(HANDLE context, std::uint64_t target, std::uint64_t source, std::uint64_t bytes);
  bool read(HANDLE context, std::uint64_t address, std::span<std::uint8_t> out);

 private:
  struct Root {
    D3DGPU_PHYSICAL_ADDRESS address{};
    UINT entries = 0;
  };
  std::optional<std::uint64_t> walk(const Root& root, std::uint64_t address);
  std::optional<std::uint64_t> translate(HANDLE context, std::uint64_t address);
  bool write(HANDLE context, std::uint64_t address, std::span<const std::uint8_t> from);

  const std::vector<UINT> bits_;
  const Memory memory_;
  std::map<HANDLE, Root> roots_;
  // The cached translations, by context and page.
  std::map<std::pair<HANDLE, std::uint64_t>, std::uint64_t> found_;
};

}  // namespace drydock::testing
