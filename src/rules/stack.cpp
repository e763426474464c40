#include "src/rules/stack.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

// For functions that read words of other functions' frames, where the sanitizers have their red
// zones.
#define DRYDOCK_READS_FRAMES __attribute__((no_sanitize_address, no_sanitize_thread, noinline))

namespace drydock::rules {
namespace {

using Word = std::uintptr_t;

struct Range {
  Word begin = 0;
  Word end = 0;

  bool holds(Word first, Word size) const {
    return first >= begin && first < end && end - first >= size;
  }
};

// Finds the writable mapping that holds an address by reading /proc/self/maps in small pieces:
// unlike pthread_getattr_np this neither allocates nor locks, and it also knows alternate stacks.
class MapsReader {
 public:
  explicit MapsReader(Word address) : address_(address) {}

  Range find() {
    const int saved = errno;
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
      char piece[512];
      for (;;) {
        const ssize_t got = read(file, piece, sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || take(piece, static_cast<std::size_t>(got))) break;
      }
      close(file);
    }
    errno = saved;
    return found_;
  }

 private:
  enum class Part { kBegin, kEnd, kRead, kWrite, kRest };

  // Returns true when the mapping was found, whether or not it is writable.
  bool take(const char* text, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      if (take(text[i])) return true;
    }
    return false;
  }

  // A line is "begin-end rwxp …", in hexadecimal.
  bool take(char c) {
    if (c == '\n') {
      line_ = {};
      part_ = Part::kBegin;
    } else if (part_ == Part::kBegin) {
      add_digit(line_.begin, c, '-');
    } else if (part_ == Part::kEnd) {
      add_digit(line_.end, c, ' ');
    } else if (part_ == Part::kRead) {
      if (!line_.holds(address_, 1)) {
        part_ = Part::kRest;
        return false;
      }
      part_ = Part::kWrite;
      return c != 'r';
    } else if (part_ == Part::kWrite) {
      if (c == 'w') found_ = line_;
      return true;
    }
    return false;
  }

  // Adds a digit to the number, or goes on to the next part at the character that ends it.
  void add_digit(Word& number, char c, char end) {
    if (c == end) {
      part_ = static_cast<Part>(static_cast<int>(part_) + 1);
    } else {
      number = number * 16 + static_cast<Word>(c <= '9' ? c - '0' : c - 'a' + 10);
    }
  }

  Word address_;
  Range line_;
  Range found_;
  Part part_ = Part::kBegin;
};

// Initial-exec: a first access in a signal handler must not allocate.
[[gnu::tls_model("initial-exec")]] thread_local Range stack_of_thread;

// The stack that contains a frame; empty when none does.
Range stack_around(Word frame) {
  if (stack_of_thread.holds(frame, 1)) return stack_of_thread;
  Range range = MapsReader(frame).find();
  // A thread's stack may adjoin, above the thread's control block, a mapping that is unmapped
  // before the thread ends.
  const auto control_block = static_cast<Word>(pthread_self());
  if (range.holds(control_block, 1) && control_block > frame) range.end = control_block;
  stack_of_thread = range;
  return range;
}

bool is_plausible_pc(Word pc) { return pc >= 0x10000 && pc < (Word{1} << 47); }

DRYDOCK_READS_FRAMES void walk(Word frame, Range limits, unsigned skip, Stack& out) noexcept {
  constexpr Word kFrameSize = 2 * sizeof(Word);
  while (out.depth < Stack::kDepth && frame % kFrameSize == 0 && limits.holds(frame, kFrameSize)) {
    const Word* const words = reinterpret_cast<const Word*>(frame);
    if (!is_plausible_pc(words[1])) break;
    if (skip > 0) {
      --skip;
    } else {
      out.pcs[out.depth++] = reinterpret_cast<const void*>(words[1]);
    }
    if (words[0] <= frame) break;
    frame = words[0];
  }
}

// The word on top of the stack if it may be a return address; otherwise 0.
DRYDOCK_READS_FRAMES Word word_on_top(Word top, Range limits) noexcept {
  if (top % sizeof(Word) != 0 || !limits.holds(top, sizeof(Word))) return 0;
  const Word word = *reinterpret_cast<const Word*>(top);
  return is_plausible_pc(word) ? word : 0;
}

std::uint64_t mix(std::uint64_t sum, std::uint64_t value) {
  sum = (sum ^ value) * 0x9e3779b97f4a7c15ULL;
  return sum ^ (sum >> 29);
}

// A number for a module that does not depend on where, or under which name, it is loaded.
std::uint64_t identity_of(const void* start) {
  ElfW(Ehdr) header;
  std::memcpy(&header, start, sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return 0;
  std::uint64_t sum = header.e_phnum;
  const char* row = static_cast<const char*>(start) + header.e_phoff;
  for (unsigned i = 0; i < header.e_phnum; ++i, row += header.e_phentsize) {
    ElfW(Phdr) segment;
    std::memcpy(&segment, row, sizeof segment);
    sum = mix(mix(mix(sum, segment.p_type), segment.p_vaddr), segment.p_memsz);
  }
  return sum;
}

// The module in which a pc lies; start is null when it lies in none.
struct Place {
  const void* start = nullptr;
  std::uint64_t offset = 0;
};

Place place_of(const void* pc) {
  dl_find_object found;
  // The call is the instruction before the return address; the address may belong to a neighbour.
  auto* const call = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(pc) - 1);
  if (_dl_find_object(call, &found) != 0) return {};
  const auto offset = static_cast<std::uint64_t>(call - static_cast<char*>(found.dlfo_map_start));
  return {found.dlfo_map_start, offset};
}

const void* start_of_host() {
  static const void* const start = place_of(reinterpret_cast<const void*>(&remember_modules)).start;
  return start;
}

}  // namespace

DRYDOCK_READS_FRAMES Stack Stack::capture() noexcept {
  Stack out;
  const auto frame = reinterpret_cast<Word>(__builtin_frame_address(0));
  walk(frame, stack_around(frame), 1, out);
  return out;
}

Stack Stack::above(const void* frame) noexcept {
  Stack out;
  const auto first = reinterpret_cast<Word>(frame);
  walk(first, stack_around(first), 0, out);
  return out;
}

Stack Stack::interrupted(const void* context) noexcept {
  Stack out;
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<Word>(registers[REG_RIP]);
  const auto frame = static_cast<Word>(registers[REG_RBP]);
  const auto top = static_cast<Word>(registers[REG_RSP]);
  const Range limits = stack_around(top);
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(pc), &found) == 0) {
    // Every entry is read as a return address, so the interrupted pc is stored plus one.
    out.pcs[out.depth++] = reinterpret_cast<const void*>(pc + 1);
    // A stub between caller and callee has no frame yet, and its return address lies on top.
    const Word caller = word_on_top(top, limits);
    if (caller != 0 && _dl_find_object(reinterpret_cast<void*>(caller - 1), &found) == 0)
      out.pcs[out.depth++] = reinterpret_cast<const void*>(caller);
  } else if (const Word caller = word_on_top(top, limits); caller != 0) {
    // After a call through a bad pointer only its return address is left.
    out.pcs[out.depth++] = reinterpret_cast<const void*>(caller);
  }
  walk(frame, limits, 0, out);
  return out;
}

bool is_in_host(const void* pc) noexcept {
  const void* const start = place_of(pc).start;
  return start != nullptr && start == start_of_host();
}

Stack Stack::outside_host() const noexcept {
  const void* const* const end = pcs + depth;
  const void* const* const first = std::find_if_not(pcs, end, is_in_host);
  Stack out;
  out.depth = static_cast<std::uint32_t>(end - first);
  std::copy(first, end, out.pcs);
  return out;
}

std::uint64_t Stack::hash() const noexcept {
  const void* const host = start_of_host();
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t identity = 0;
  const void* last = nullptr;
  for (std::uint32_t i = 0; i < depth; ++i) {
    const Place place = place_of(pcs[i]);
    if (place.start == nullptr) continue;
    if (place.start == host) {
      if (last != nullptr) break;
      inside = mix(inside, place.offset);
      continue;
    }
    if (place.start != last) identity = identity_of(last = place.start);
    outside = mix(mix(outside, identity), place.offset);
  }
  return last != nullptr ? outside : inside;
}

std::uint64_t Stack::number() const noexcept {
  std::uint64_t sum = depth + 1;
  std::uint64_t identity = 0;
  const void* last = nullptr;
  for (std::uint32_t i = 0; i < depth; ++i) {
    const Place place = place_of(pcs[i]);
    if (place.start == nullptr) {
      sum = mix(sum, reinterpret_cast<Word>(pcs[i]));
      continue;
    }
    if (place.start != last) identity = identity_of(last = place.start);
    sum = mix(mix(sum, identity), place.offset);
  }
  return sum == 0 ? 1 : sum;
}

}  // namespace drydock::rules
