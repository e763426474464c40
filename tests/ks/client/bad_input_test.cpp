// Requests that are wrong: every property, method, event and stream request with every size from
// nothing to past the end, misaligned, of a set or a target that is not theirs, from memory that is
// not the client's. The answer is a documented status, and nothing is written outside the buffer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "src/ks/client/client_file.h"
#include "src/ks/object/header.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/rules/finding.h"
#include "tests/ks/camera_requests.h"
#include "tests/ks/rig.h"
#include "tests/support/test_driver.h"

using namespace drydock;
using drydock::testing::Bytes;
using drydock::testing::bytes_of;
using drydock::testing::camera_format;
using drydock::testing::File;
using drydock::testing::kCameraFilter;
using drydock::testing::request_sets;
using drydock::testing::Rig;

namespace {

constexpr std::byte kCanary{0xC5};
constexpr std::size_t kMargin = 64;

// Memory of a client between canaries.
class Fenced {
 public:
  Fenced(const Bytes& contents, std::size_t shift) : shift_(shift), size_(contents.size()) {
    block_.assign(2 * kMargin + size_ + 8, kCanary);
    if (size_ != 0) std::memcpy(data(), contents.data(), size_);
    if (size_ != 0) range_.emplace(data(), size_);
  }

  std::byte* data() { return block_.data() + kMargin + shift_; }
  ULONG size() const { return static_cast<ULONG>(size_); }
  bool is_whole() const {
    for (std::size_t i = 0; i < block_.size(); ++i) {
      const bool inside = i >= kMargin + shift_ && i < kMargin + shift_ + size_;
      if (!inside && block_[i] != kCanary) return false;
    }
    return true;
  }

 private:
  const std::size_t shift_;
  const std::size_t size_;
  Bytes block_;
  std::optional<nt::UserRange> range_;
};

struct Answer {
  NTSTATUS status = STATUS_PENDING;
  ULONG_PTR information = 0;
};

// Sends one request of user mode with these buffers. Cancels it when it is not answered at once.
Answer ask(const File& file, ULONG code, void* in, ULONG in_size, void* out, ULONG out_size) {
  const PDEVICE_OBJECT top = nt::top_of_stack(file.object()->DeviceObject);
  const PIRP irp = nt::make_irp(top->StackSize, nt::IrpOwner::kManager);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IO_STATUS_BLOCK block{};
  irp->UserIosb = &block;
  irp->UserEvent = &event;
  avstream::fill_control(*irp, file.object(), code, {in, in_size, out, out_size}, UserMode);
  const NTSTATUS status = IofCallDriver(top, irp);
  if (status != STATUS_PENDING) return {status, block.Information};
  IoCancelIrp(irp);
  KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, nullptr);
  return {block.Status, block.Information};
}

const std::set<NTSTATUS>& documented() {
  static const std::set<NTSTATUS> all = {
      STATUS_SUCCESS,
      STATUS_BUFFER_OVERFLOW,
      STATUS_BUFFER_TOO_SMALL,
      STATUS_MORE_ENTRIES,
      STATUS_INVALID_BUFFER_SIZE,
      STATUS_INVALID_PARAMETER,
      STATUS_NOT_FOUND,
      STATUS_PROPSET_NOT_FOUND,
      STATUS_INVALID_DEVICE_REQUEST,
      STATUS_NOT_SUPPORTED,
      STATUS_INVALID_DEVICE_STATE,
      STATUS_DEVICE_NOT_READY,
      STATUS_ACCESS_VIOLATION,
      STATUS_NO_MATCH,
      STATUS_INVALID_HANDLE,
      STATUS_CANCELLED,
      STATUS_DATATYPE_MISALIGNMENT,
      STATUS_OBJECT_TYPE_MISMATCH,
      STATUS_UNSUCCESSFUL,
      STATUS_INSUFFICIENT_RESOURCES,
      STATUS_OBJECT_NAME_NOT_FOUND,
  };
  return all;
}

constexpr ULONG kCodes[] = {IOCTL_KS_PROPERTY, IOCTL_KS_METHOD, IOCTL_KS_ENABLE_EVENT};
constexpr ULONG kFlags[] = {1, 2, 0x100, 0x200, 0x400, 0x10000001, 0x80000000, 0};
constexpr ULONG kMostId = 13;

Bytes identifier(const GUID& set, ULONG id, ULONG flags, std::size_t size) {
  KSIDENTIFIER head{};
  head.Set = set;
  head.Id = id;
  head.Flags = flags;
  Bytes out = bytes_of(head);
  out.resize(size);
  return out;
}

// A camera with one of each object, in the hands of user mode.
class KsBadInput : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(rig_.device().start(), STATUS_SUCCESS);
    ASSERT_EQ(rig_.open(kCameraFilter, filter_, UserMode), STATUS_SUCCESS);
    ASSERT_EQ(rig_.connect(filter_, 0, camera_format(32, 16), pin_, nullptr, UserMode),
              STATUS_SUCCESS);
    KSALLOCATOR_FRAMING framing{};
    framing.Frames = 2;
    framing.FrameSize = 32 * 16 * 2;
    ASSERT_EQ(rig_.open_below(pin_, ks::kAllocatorClass, bytes_of(framing), allocator_, UserMode),
              STATUS_SUCCESS);
  }

  void TearDown() override {
    for (File* file : {&allocator_, &pin_, &filter_}) file->close();
    rig_.finish();
    EXPECT_TRUE(rig_.driver().alive());
    // Findings about the client are allowed. The camera must have none.
    for (const rules::Finding& finding : rig_.findings()) {
      EXPECT_EQ(finding.rule->party, rules::Party::kClient) << rules::to_text(finding);
    }
  }

  std::vector<const File*> targets() const { return {&filter_, &pin_, &allocator_}; }

  // Asks and looks at the answer.
  void check(const File& file, ULONG code, const Bytes& in, const Bytes& out,
             std::size_t shift = 0) {
    Fenced sent(in, shift);
    Fenced got(out, shift);
    const Answer answer = ask(file, code, sent.size() == 0 ? nullptr : sent.data(), sent.size(),
                              got.size() == 0 ? nullptr : got.data(), got.size());
    ASSERT_TRUE(documented().contains(answer.status))
        << std::hex << code << " " << static_cast<ULONG>(answer.status);
    ASSERT_TRUE(sent.is_whole() && got.is_whole()) << std::hex << code;
    if (answer.status == STATUS_SUCCESS && code == IOCTL_KS_PROPERTY) {
      ASSERT_LE(answer.information, out.size());
    }
  }

  template <class Body>
  void each_request(const Body& body) {
    for (const File* file : targets()) {
      for (const ULONG code : kCodes) {
        for (const GUID& set : request_sets()) {
          for (const ULONG flags : kFlags) {
            for (ULONG id = 0; id < kMostId; ++id) body(*file, code, set, id, flags);
          }
        }
      }
    }
  }

  // Because this memory is declared as a client's, no other memory is a client's.
  const std::byte mine_{};
  const nt::UserRange border_{&mine_, 1};
  Rig rig_{DRYDOCK_VCAM};
  File filter_, pin_, allocator_;
};

TEST_F(KsBadInput, EverySizeOfTheRequest) {
  each_request([&](const File& file, ULONG code, const GUID& set, ULONG id, ULONG flags) {
    // Every size on the ids at the edges, the steps of the structures on the others.
    const std::size_t step = id == 0 ? 1 : 8;
    for (std::size_t size = 0; size <= sizeof(KSP_PIN) + 8; size += step) {
      Bytes in = identifier(set, id, flags, std::max(size, sizeof(KSIDENTIFIER)));
      in.resize(size);
      check(file, code, in, Bytes(64));
    }
  });
}

TEST_F(KsBadInput, EverySizeOfTheData) {
  each_request([&](const File& file, ULONG code, const GUID& set, ULONG id, ULONG flags) {
    // Requests that carry data with every size, the others with some.
    const std::size_t step = flags != 1 && flags != 2 ? 76 : id == 0 ? 1 : 8;
    for (std::size_t size = 0; size <= 152; size += step) {
      check(file, code, identifier(set, id, flags, sizeof(KSP_PIN)), Bytes(size));
    }
  });
}

TEST_F(KsBadInput, MisalignedBuffers) {
  each_request([&](const File& file, ULONG code, const GUID& set, ULONG id, ULONG flags) {
    for (const std::size_t shift : {1U, 4U}) {
      check(file, code, identifier(set, id, flags, sizeof(KSP_PIN)), Bytes(64), shift);
    }
  });
}

TEST_F(KsBadInput, ASetThatIsNotThereIsNotFound) {
  for (const File* file : targets()) {
    for (const ULONG code : kCodes) {
      Fenced in(identifier(GUID{0xBAD, 1, 2, {}}, 0, 1, sizeof(KSP_PIN)), 0);
      Fenced out(Bytes(64), 0);
      EXPECT_EQ(ask(*file, code, in.data(), in.size(), out.data(), out.size()).status,
                STATUS_PROPSET_NOT_FOUND);
    }
  }
}

TEST_F(KsBadInput, MemoryThatIsNotTheClientsIsRefused) {
  Bytes foreign = identifier(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, 1, sizeof(KSP_PIN));
  Fenced in(foreign, 0);
  Fenced out(Bytes(sizeof(ULONG)), 0);
  ULONG other = 7;
  EXPECT_EQ(ask(filter_, IOCTL_KS_PROPERTY, in.data(), in.size(), out.data(), 4).status,
            STATUS_SUCCESS);
  EXPECT_EQ(ask(filter_, IOCTL_KS_PROPERTY, in.data(), in.size(), &other, 4).status,
            STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(other, 7U);
  EXPECT_EQ(ask(filter_, IOCTL_KS_PROPERTY, foreign.data(), in.size(), out.data(), 4).status,
            STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(ask(filter_, IOCTL_KS_PROPERTY, nullptr, in.size(), out.data(), 4).status,
            STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(ask(filter_, IOCTL_KS_PROPERTY, in.data(), in.size(), nullptr, 4).status,
            STATUS_ACCESS_VIOLATION);
  EXPECT_EQ(ask(filter_, IOCTL_KS_PROPERTY, in.data(), in.size() + 1, out.data(), 4).status,
            STATUS_ACCESS_VIOLATION);
}

TEST_F(KsBadInput, EventsOfEveryKind) {
  for (const File* file : targets()) {
    for (const GUID& set : request_sets()) {
      for (ULONG type = 0; type < 0x300; type += 1 + type / 8) {
        for (std::size_t size = 0; size <= sizeof(KSEVENTDATA) + 8; size += 4) {
          KSEVENTDATA data{};
          data.NotificationType = type;
          data.EventHandle.Event = reinterpret_cast<HANDLE>(0xBAD0);
          Bytes out = bytes_of(data);
          out.resize(size);
          check(*file, IOCTL_KS_ENABLE_EVENT,
                identifier(set, 0, KSEVENT_TYPE_ENABLE, sizeof(KSEVENT)), out);
        }
      }
    }
    for (std::size_t size = 0; size <= sizeof(KSEVENTDATA) + 8; ++size) {
      check(*file, IOCTL_KS_DISABLE_EVENT, Bytes(size), {});
    }
  }
}

TEST_F(KsBadInput, StreamRequestsOfEverySize) {
  KSSTATE state = KSSTATE_PAUSE;
  for (const bool paused : {false, true}) {
    if (paused) {
      Fenced value(bytes_of(state), 0);
      Fenced in(identifier(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE, KSPROPERTY_TYPE_SET,
                           sizeof(KSPROPERTY)),
                0);
      ASSERT_EQ(
          ask(pin_, IOCTL_KS_PROPERTY, in.data(), in.size(), value.data(), value.size()).status,
          STATUS_SUCCESS);
    }
    for (const File* file : targets()) {
      for (const ULONG code : {IOCTL_KS_READ_STREAM, IOCTL_KS_WRITE_STREAM}) {
        for (std::size_t size = 0; size <= 3 * sizeof(KSSTREAM_HEADER) + 8; ++size) {
          for (const ULONG stated : {0U, 8U, 56U, 57U, 64U, 128U, 0xFFFFFFFFU}) {
            KSSTREAM_HEADER header{};
            header.Size = stated;
            header.FrameExtent = stated;
            header.Data = reinterpret_cast<PVOID>(0x10000);
            Bytes out = bytes_of(header);
            out.resize(size);
            check(*file, code, {}, out);
          }
        }
      }
      for (std::size_t size = 0; size <= 12; ++size) {
        check(*file, IOCTL_KS_RESET_STATE, Bytes(size, std::byte{1}), {});
      }
    }
  }
}

TEST_F(KsBadInput, CodesThatAreNone) {
  for (const File* file : targets()) {
    for (ULONG code = 0; code < 0x400; ++code) {
      check(*file, code, Bytes(24), Bytes(24));
      check(*file, IOCTL_KS_PROPERTY + code * 4 + 0x100, Bytes(24), Bytes(24));
    }
  }
}

}  // namespace
