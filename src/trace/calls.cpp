#include "src/trace/calls.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/buffers.h"
#include "src/trace/trace.h"

// The linker's names for the bounds of the library.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[], _end[];

namespace drydock::trace {
namespace {

// A stub's record of its function.
struct Site {
  void* function;
  const Signature* signature;
};

// A stub jumps to this file's assembly, with its site in r11.
struct Stub {
  std::array<std::uint8_t, 2> load_site = {0x49, 0xbb};  // movabs r11, site
  std::array<std::uint8_t, 8> site = {};
  std::array<std::uint8_t, 6> jump = {0xff, 0x25, 0, 0, 0, 0};  // jmp [rip]
  std::array<std::uint8_t, 8> target = {};
};
static_assert(sizeof(Stub) == 24);

constexpr std::size_t kStubs = 4096;
constexpr std::size_t kIntegerRegisters = 6;

std::atomic<const Signatures*> signatures_of_kit = nullptr;

using Members = std::vector<const Signature*>;

struct State {
  sim::Lock lock;
  std::deque<Site> sites DRYDOCK_GUARDED_BY(lock);
  Stub* stubs DRYDOCK_GUARDED_BY(lock) = nullptr;
  std::map<std::pair<void*, const Signature*>, void*> stubs_by_function DRYDOCK_GUARDED_BY(lock);
  // By the name of the call and the type of the function; null where that is not known.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<const Signature>> named
      DRYDOCK_GUARDED_BY(lock);
  std::map<std::string, Members, std::less<>> tables DRYDOCK_GUARDED_BY(lock);
  std::unordered_map<std::uint64_t, std::int64_t> numbers DRYDOCK_GUARDED_BY(lock);
};

State& state() {
  static sim::NeverDestroyed<State> instance;
  return *instance;
}

// Routines that look at where they were called from, or that do not return to it.
bool is_left_out(const std::string& name) {
  constexpr std::array<std::string_view, 17> kBeginnings = {
      "ExRaise",     "RtlRaise",    "KeBugCheck", "Dbg",      "GetModule", "LoadLibrary",
      "FreeLibrary", "DebugBreak",  "Exit",       "drydock_", "__",        "_set",
      "longjmp",     "PsTerminate", "mem",        "str",      "wcs"};
  return std::ranges::any_of(kBeginnings,
                             [&](std::string_view each) { return name.starts_with(each); });
}

// A function of the host or of the program that uses it. Those of other libraries are entry points
// of drivers.
bool is_of_host(const void* function) {
  if (function >= __ehdr_start && function < _end) return true;
  Dl_info symbol;
  void* library = nullptr;
  if (dladdr1(function, &symbol, &library, RTLD_DL_LINKMAP) == 0) return true;
  return static_cast<const link_map*>(library)->l_name[0] == '\0';  // that of the program
}

std::int64_t number_of(std::uint64_t pointer) {
  if (pointer == 0) return 0;
  State& all = state();
  const sim::Hold hold(all.lock);
  const auto next = static_cast<std::int64_t>(all.numbers.size()) + 1;
  return all.numbers.try_emplace(pointer, next).first->second;
}

std::int64_t argument_value(Passed passed, std::uint64_t value) {
  switch (passed) {
    case Passed::kSigned8:
      return static_cast<std::int8_t>(value);
    case Passed::kUnsigned8:
      return static_cast<std::uint8_t>(value);
    case Passed::kSigned16:
      return static_cast<std::int16_t>(value);
    case Passed::kUnsigned16:
      return static_cast<std::uint16_t>(value);
    case Passed::kSigned32:
      return static_cast<std::int32_t>(value);
    case Passed::kUnsigned32:
      return static_cast<std::uint32_t>(value);
    case Passed::kPointer:
      return number_of(value);
    default:
      return static_cast<std::int64_t>(value);
  }
}

}  // namespace

// Called by the stubs. Both see the registers and the stack as the function gets them.
extern "C" __attribute__((visibility("hidden"))) void* drydock_call_begins(
    const Site* site, const std::uint64_t* registers, const std::uint64_t* stack) {
  if (!is_recording()) return site->function;
  std::array<Argument, kArguments> arguments;
  std::size_t count = 0, integers = 0;
  for (const Parameter& parameter : site->signature->parameters) {
    if (count == arguments.size()) break;
    if (parameter.passed == Passed::kFloating) continue;
    const std::uint64_t value =
        integers < kIntegerRegisters ? registers[integers] : stack[integers - kIntegerRegisters];
    ++integers;
    arguments[count++] = {parameter.name.c_str(), argument_value(parameter.passed, value)};
  }
  internal::record_list(internal::Kind::kBegin, "call", site->signature->name.c_str(),
                        std::span<const Argument>(arguments).first(count), {});
  return site->function;
}

extern "C" __attribute__((visibility("hidden"))) void drydock_call_ends(const Site* site,
                                                                        std::uint64_t result) {
  const auto answer = static_cast<std::int32_t>(result);
  if (site->signature->failure != Failure::kNever && answer < 0 && is_of_host(site->function))
    failure_listeners().call(site->signature->name, site->signature->failure, answer);
  if (!is_recording()) return;
  const Passed passed = site->signature->result;
  const bool has_result = passed != Passed::kNothing && passed != Passed::kFloating;
  const std::array<Argument, 1> arguments = {
      Argument{"result", argument_value(passed, has_result ? result : 0)}};
  internal::record_list(internal::Kind::kEnd, "call", site->signature->name.c_str(),
                        std::span<const Argument>(arguments).first(has_result ? 1 : 0), {});
}

// Saves what the arguments are in, says that the call begins, calls the function with all of it and
// a copy of sixteen words of the stack, and says that it has ended. Frames and unwinding are those
// of an ordinary function, so that stacks and exceptions go through.
asm(R"(
  .text
  .type drydock_recorded_call, @function
  .hidden drydock_recorded_call
  .globl drydock_recorded_call
drydock_recorded_call:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  sub $336, %rsp
  mov %rdi, -48(%rbp)
  mov %rsi, -40(%rbp)
  mov %rdx, -32(%rbp)
  mov %rcx, -24(%rbp)
  mov %r8, -16(%rbp)
  mov %r9, -8(%rbp)
  mov %rax, -56(%rbp)
  mov %r10, -64(%rbp)
  mov %r11, -72(%rbp)
  movaps %xmm0, -208(%rbp)
  movaps %xmm1, -192(%rbp)
  movaps %xmm2, -176(%rbp)
  movaps %xmm3, -160(%rbp)
  movaps %xmm4, -144(%rbp)
  movaps %xmm5, -128(%rbp)
  movaps %xmm6, -112(%rbp)
  movaps %xmm7, -96(%rbp)
  mov %r11, %rdi
  lea -48(%rbp), %rsi
  lea 16(%rbp), %rdx
  call drydock_call_begins
  mov %rax, %r11
  lea 16(%rbp), %rsi
  mov %rsp, %rdi
  mov $16, %ecx
  cld
  rep movsq
  movaps -208(%rbp), %xmm0
  movaps -192(%rbp), %xmm1
  movaps -176(%rbp), %xmm2
  movaps -160(%rbp), %xmm3
  movaps -144(%rbp), %xmm4
  movaps -128(%rbp), %xmm5
  movaps -112(%rbp), %xmm6
  movaps -96(%rbp), %xmm7
  mov -48(%rbp), %rdi
  mov -40(%rbp), %rsi
  mov -32(%rbp), %rdx
  mov -24(%rbp), %rcx
  mov -16(%rbp), %r8
  mov -8(%rbp), %r9
  mov -56(%rbp), %rax
  mov -64(%rbp), %r10
  call *%r11
  mov %rax, -48(%rbp)
  mov %rdx, -40(%rbp)
  movaps %xmm0, -208(%rbp)
  movaps %xmm1, -192(%rbp)
  mov -72(%rbp), %rdi
  mov %rax, %rsi
  call drydock_call_ends
  mov -48(%rbp), %rax
  mov -40(%rbp), %rdx
  movaps -208(%rbp), %xmm0
  movaps -192(%rbp), %xmm1
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size drydock_recorded_call, .-drydock_recorded_call
)");
extern "C" void drydock_recorded_call();

namespace {

// The function itself when the system gives no memory for code.
void* make_stub(State& all, void* function, const Signature* signature) DRYDOCK_REQUIRES(all.lock) {
  if (all.stubs == nullptr) {
    void* const memory = mmap(nullptr, kStubs * sizeof(Stub), PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return function;
    all.stubs = static_cast<Stub*>(memory);
  }
  if (all.sites.size() == kStubs) return function;
  const Site& site = all.sites.emplace_back(Site{function, signature});
  Stub& stub = *::new (all.stubs + all.sites.size() - 1) Stub;
  stub.site = std::bit_cast<std::array<std::uint8_t, 8>>(&site);
  stub.target = std::bit_cast<std::array<std::uint8_t, 8>>(&drydock_recorded_call);
  return &stub;
}

bool is_stub(const State& all, const void* function) DRYDOCK_REQUIRES(all.lock) {
  return all.stubs != nullptr && function >= all.stubs && function < all.stubs + kStubs;
}

// The function itself when there is none, nothing is known of it, or it is a stub.
void* stub_for(State& all, void* function, const Signature* signature) DRYDOCK_REQUIRES(all.lock) {
  if (function == nullptr || signature == nullptr || is_stub(all, function)) return function;
  const auto [found, is_new] = all.stubs_by_function.try_emplace({function, signature}, nullptr);
  if (is_new) found->second = make_stub(all, function, signature);
  return found->second;
}

// The signature of the type, under another name.
const Signature* named_signature(State& all, const Signatures& known, const char* name,
                                 const char* type) DRYDOCK_REQUIRES(all.lock) {
  const auto [found, is_new] = all.named.try_emplace({name, type}, nullptr);
  const Signature* const signature = is_new ? known.find(type) : nullptr;
  if (signature != nullptr) {
    auto own = std::make_unique<Signature>(*signature);
    own->name = name;
    found->second = std::move(own);
  }
  return found->second.get();
}

// The imports of a library, from its dynamic section.
struct Imports {
  const ElfW(Rela) * lists[2] = {};
  std::size_t bytes[2] = {};
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
};

Imports imports_of(const link_map& library) {
  Imports out;
  for (const ElfW(Dyn)* at = library.l_ld; at->d_tag != DT_NULL; ++at) {
    const auto pointer = at->d_un.d_ptr;
    if (at->d_tag == DT_JMPREL) out.lists[0] = reinterpret_cast<const ElfW(Rela)*>(pointer);
    if (at->d_tag == DT_PLTRELSZ) out.bytes[0] = at->d_un.d_val;
    if (at->d_tag == DT_RELA) out.lists[1] = reinterpret_cast<const ElfW(Rela)*>(pointer);
    if (at->d_tag == DT_RELASZ) out.bytes[1] = at->d_un.d_val;
    if (at->d_tag == DT_SYMTAB) out.symbols = reinterpret_cast<const ElfW(Sym)*>(pointer);
    if (at->d_tag == DT_STRTAB) out.names = reinterpret_cast<const char*>(pointer);
  }
  return out;
}

// The page may have been made read-only after the library was bound.
void put(void** slot, void* function) {
  const auto size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const page = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(slot) & ~(size - 1));
  if (mprotect(page, size, PROT_READ | PROT_WRITE) == 0) *slot = function;
}

}  // namespace

FailureListeners& failure_listeners() {
  static sim::NeverDestroyed<FailureListeners> instance;
  return *instance;
}

void set_signatures(const Signatures* signatures) {
  State& all = state();
  const sim::Hold hold(all.lock);
  all.tables.clear();
  signatures_of_kit.store(signatures, std::memory_order_release);
}

void* internal::stub_of_call(const char* name, const char* type, void* function) {
  const Signatures* const known = signatures_of_kit.load(std::memory_order_acquire);
  if (known == nullptr) return function;
  State& all = state();
  const sim::Hold hold(all.lock);
  return stub_for(all, function, named_signature(all, *known, name, type));
}

void* recorded(const std::string& name, void* function) {
  const Signatures* const known = signatures_of_kit.load(std::memory_order_acquire);
  if (known == nullptr || is_left_out(name)) return function;
  State& all = state();
  const sim::Hold hold(all.lock);
  return stub_for(all, function, known->find(name));
}

void record_imports(void* library) {
  link_map* map = nullptr;
  if (signatures_of_kit.load(std::memory_order_acquire) == nullptr ||
      dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
    return;
  const Imports imports = imports_of(*map);
  for (int list = 0; list < 2; ++list) {
    for (std::size_t i = 0; i < imports.bytes[list] / sizeof(ElfW(Rela)); ++i) {
      const ElfW(Rela)& each = imports.lists[list][i];
      const auto kind = ELF64_R_TYPE(each.r_info);
      const ElfW(Sym)& symbol = imports.symbols[ELF64_R_SYM(each.r_info)];
      if ((kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT) || symbol.st_shndx != SHN_UNDEF)
        continue;
      void** const slot = reinterpret_cast<void**>(map->l_addr + each.r_offset);
      void* const stub = recorded(imports.names + symbol.st_name, *slot);
      if (stub != *slot) put(slot, stub);
    }
  }
}

void record_table(std::string_view type, void* first, std::size_t bytes) {
  const Signatures* const known = signatures_of_kit.load(std::memory_order_acquire);
  if (known == nullptr) return;
  State& all = state();
  const sim::Hold hold(all.lock);
  auto table = all.tables.find(type);
  if (table == all.tables.end())
    table = all.tables.emplace(type, known->table(std::string(type))).first;
  const Members& members = table->second;
  auto* const entries = static_cast<void**>(first);
  assert(members.size() >= bytes / sizeof(void*));  // else members were passed over
  for (std::size_t i = 0; i < std::min(members.size(), bytes / sizeof(void*)); ++i)
    entries[i] = stub_for(all, entries[i], members[i]);
}

}  // namespace drydock::trace
