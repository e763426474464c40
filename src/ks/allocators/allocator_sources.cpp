// The sources of frames: pool, a minidriver's allocator, or routines of a driver.
#include <fmt/format.h>

#include <set>
#include <unordered_map>

#include "src/ks/allocators/allocator.h"
#include "src/ks/allocators/allocator_account.h"
#include "src/ks/base/mutex.h"
#include "src/ks/base/undisturbed.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/pool/pool.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

constexpr ULONG kFrameTag = 0x6166734B;  // "Ksfa"

// The contexts that InitializeAllocator returned for live allocators.
struct Contexts {
  sim::Lock lock;
  std::set<const void*> live DRYDOCK_GUARDED_BY(lock);
};

Contexts& contexts() {
  static sim::NeverDestroyed<Contexts> instance;
  return *instance;
}

bool is_nonpaged(POOL_TYPE type) { return (type & 1) == 0; }

class PoolSource final : public FrameSource {
 public:
  explicit PoolSource(const KSALLOCATOR_FRAMING& framing) : framing_(framing) {}

  // Pool is aligned to 16 bytes, and whole pages to a page; more costs room in front.
  void* allocate() override {
    const ULONG mask = framing_.FileAlignment;
    const std::size_t bytes = std::size_t{framing_.FrameSize} + (mask > 15 ? mask : 0);
    auto* base =
        static_cast<std::uint8_t*>(ExAllocatePoolWithTag(framing_.PoolType, bytes, kFrameTag));
    if (base == nullptr) return nullptr;
    const auto address =
        (reinterpret_cast<std::uintptr_t>(base) + mask) & ~static_cast<std::uintptr_t>(mask);
    auto* frame = reinterpret_cast<void*>(address);
    const sim::Hold hold(lock_);
    if (frame != base) bases_[frame] = base;
    return frame;
  }

  void free(void* frame) override {
    void* base = frame;
    {
      const sim::Hold hold(lock_);
      const auto node = bases_.extract(frame);
      if (!node.empty()) base = node.mapped();
    }
    ExFreePoolWithTag(base, kFrameTag);
  }

  std::string describe() const override { return "default allocator"; }
  bool serves_at_dispatch() const override { return is_nonpaged(framing_.PoolType); }
  bool may_recycle() const override { return true; }

 private:
  const KSALLOCATOR_FRAMING framing_;
  sim::Lock lock_;
  std::unordered_map<void*, void*> bases_ DRYDOCK_GUARDED_BY(lock_);
};

class MinidriverSource final : public FrameSource {
 public:
  MinidriverSource(std::shared_ptr<StreamingPin> pin, const KSALLOCATOR_DISPATCH& calls,
                   const KSALLOCATOR_FRAMING& framing)
      : pin_(std::move(pin)), calls_(calls), framing_(framing), account_(pin_->driver()) {}

  ~MinidriverSource() override {
    if (!initialized_) return;
    const std::uint64_t before = AllocatorAccount::before_delete();
    undisturbed([this] {
      pin_->call("KSALLOCATOR_DISPATCH.DeleteAllocator", calls_.DeleteAllocator, context_);
    });
    remove_context();
    if (pin_->driver().alive()) account_.check_left(describe(), before, pin_->bag().items());
  }

  NTSTATUS initialize() {
    KSALLOCATOR_FRAMING framing = framing_;
    const AllocatorAccount::Opening opening(account_);
    const NTSTATUS status = pin_->ask_now("KSALLOCATOR_DISPATCH.InitializeAllocator", "S-014", [&] {
      return opening.initialize(calls_, &pin_->face(), &framing, &context_);
    });
    initialized_ = NT_SUCCESS(status);
    if (initialized_) {
      opening.note_taken();
      check_initialized();
    }
    return status;
  }

  void* allocate() override {
    void* frame = nullptr;
    pin_->call("KSALLOCATOR_DISPATCH.Allocate", [&] {
      frame = trace::recorded_call("KSALLOCATOR_DISPATCH.Allocate", calls_.Allocate)(context_);
    });
    return frame;
  }

  void note_block(const nt::PoolBlockInfo& block) override { account_.note_frame(block); }

  void free(void* frame) override {
    pin_->call("KSALLOCATOR_DISPATCH.Free", calls_.Free, context_, frame);
    account_.note_freed(frame);
  }

  std::string describe() const override { return "allocator of " + pin_->describe(); }
  bool serves_at_dispatch() const override { return is_nonpaged(framing_.PoolType); }
  bool may_recycle() const override { return false; }

 private:
  // S-015: contexts are how the other routines know what they serve, so no two are the same. S-056:
  // a size that the pin's own framing excludes was accepted.
  void check_initialized() {
    if (rules::breaks("S-015", context_ == nullptr || !add_context())) {
      pin_->breach("S-015",
                   "the context of InitializeAllocator does not tell which allocator it is")
          .raise_later();
    }
    const KSALLOCATOR_FRAMING_EX* own = pin_->face().Descriptor->AllocatorFraming;
    if (own == nullptr || own->CountItems == 0) return;
    const KS_FRAMING_ITEM& item = own->FramingItem[0];
    const KS_FRAMING_RANGE& range = item.FramingRange.Range;
    const bool strict = (item.Flags & KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY) == 0;
    if (strict && rules::breaks("S-056", framing_.FrameSize < range.MinFrameSize ||
                                             framing_.FrameSize > range.MaxFrameSize)) {
      pin_->breach("S-056", fmt::format("InitializeAllocator accepted frames of {} bytes, and the "
                                        "framing is {} to {}",
                                        framing_.FrameSize, range.MinFrameSize, range.MaxFrameSize))
          .raise_later();
    }
  }

  bool add_context() {
    Contexts& all = contexts();
    const sim::Hold hold(all.lock);
    is_listed_ = all.live.insert(context_).second;
    return is_listed_;
  }
  void remove_context() {
    Contexts& all = contexts();
    const sim::Hold hold(all.lock);
    if (is_listed_) all.live.erase(context_);
  }

  bool is_listed_ = false;
  const std::shared_ptr<StreamingPin> pin_;
  const KSALLOCATOR_DISPATCH calls_;
  const KSALLOCATOR_FRAMING framing_;
  AllocatorAccount account_;
  void* context_ = nullptr;
  bool initialized_ = false;
};

class ExternalSource final : public FrameSource {
 public:
  ExternalSource(nt::Driver& driver, const ExternalRoutines& routines,
                 const KSALLOCATOR_FRAMING& framing)
      : driver_(driver), routines_(routines), framing_(framing) {}

  ~ExternalSource() override {
    if (!initialized_ || routines_.remove == nullptr) return;
    undisturbed([this] {
      enter("DeleteAllocator", [this] {
        trace::recorded_call("DeleteAllocator", routines_.remove, "PFNKSDELETEALLOCATOR")(context_);
      });
    });
  }

  NTSTATUS initialize() {
    NTSTATUS status = STATUS_SUCCESS;
    KSALLOCATOR_FRAMING framing = framing_;
    if (routines_.initialize != nullptr) {
      const bool lived = enter("InitializeAllocator", [&] {
        status = trace::recorded_call("InitializeAllocator", routines_.initialize,
                                      "PFNKSINITIALIZEALLOCATOR")(routines_.initial_context,
                                                                  &framing, &context_);
      });
      if (!lived) status = STATUS_DEVICE_REMOVED;
    }
    initialized_ = NT_SUCCESS(status);
    return status;
  }

  void* allocate() override {
    void* frame = nullptr;
    enter("DefaultAllocate", [&] {
      frame = trace::recorded_call("DefaultAllocate", routines_.allocate,
                                   "PFNKSDEFAULTALLOCATE")(context_);
    });
    return frame;
  }

  void free(void* frame) override {
    enter("DefaultFree", [&] {
      trace::recorded_call("DefaultFree", routines_.free, "PFNKSDEFAULTFREE")(context_, frame);
    });
  }

  std::string describe() const override { return "external allocator of " + driver_.name(); }
  bool serves_at_dispatch() const override { return is_nonpaged(framing_.PoolType); }
  bool may_recycle() const override { return false; }

 private:
  bool enter(const char* where, const std::function<void()>& body) {
    const InCallback marked(where);
    return driver_.run(where, body);
  }

  nt::Driver& driver_;
  const ExternalRoutines routines_;
  const KSALLOCATOR_FRAMING framing_;
  void* context_ = nullptr;
  bool initialized_ = false;
};

}  // namespace

std::unique_ptr<FrameSource> pool_source(const KSALLOCATOR_FRAMING& framing) {
  return std::make_unique<PoolSource>(framing);
}

NTSTATUS minidriver_source(std::shared_ptr<StreamingPin> pin, const KSALLOCATOR_DISPATCH& dispatch,
                           const KSALLOCATOR_FRAMING& framing,
                           std::unique_ptr<FrameSource>& source) {
  auto made = std::make_unique<MinidriverSource>(std::move(pin), dispatch, framing);
  const NTSTATUS status = made->initialize();
  if (NT_SUCCESS(status)) source = std::move(made);
  return status;
}

NTSTATUS external_source(nt::Driver& driver, const ExternalRoutines& routines,
                         const KSALLOCATOR_FRAMING& framing, std::unique_ptr<FrameSource>& source) {
  auto made = std::make_unique<ExternalSource>(driver, routines, framing);
  const NTSTATUS status = made->initialize();
  if (NT_SUCCESS(status)) source = std::move(made);
  return status;
}

}  // namespace drydock::ks
