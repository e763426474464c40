// Rules of clients of pins and allocators, and the statuses of requests that are not allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "src/nt/mm/physical_user.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

std::filesystem::path driver() {
  static const std::filesystem::path built =
      minidriver({"FRAMES=0", "POSSIBLE=2", "SINK_POSSIBLE=2"});
  return built;
}

// A pin of a minidriver that does nothing wrong, with an allocator below it.
struct Scene {
  Rig rig{driver()};
  File filter, pin, allocator;

  Scene() {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    EXPECT_EQ(open_allocator(pool_framing(1), allocator), STATUS_SUCCESS);
  }
  NTSTATUS open_allocator(const KSALLOCATOR_FRAMING& wanted, File& out) {
    return rig.open_below(pin, ks::kAllocatorClass, bytes_of(wanted), out);
  }
  NTSTATUS method(ULONG id, ULONG flags, Bytes& frame) const {
    KSMETHOD method{};
    method.Set = KSMETHODSETID_StreamAllocator;
    method.Id = id;
    method.Flags = flags;
    return allocator.request(IOCTL_KS_METHOD, bytes_of(method), frame);
  }
  NTSTATUS enable(const File& file, const GUID& set, ULONG id, KSEVENTDATA& data) const {
    KSEVENT event{};
    event.Set = set;
    event.Id = id;
    event.Flags = KSEVENT_TYPE_ENABLE;
    Bytes out = bytes_of(data);
    return file.request(IOCTL_KS_ENABLE_EVENT, bytes_of(event), out);
  }
  KSSTREAMALLOCATOR_FUNCTIONTABLE table() const {
    Bytes out(sizeof(KSSTREAMALLOCATOR_FUNCTIONTABLE));
    EXPECT_EQ(
        allocator.get(KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE, out),
        STATUS_SUCCESS);
    KSSTREAMALLOCATOR_FUNCTIONTABLE table;
    std::memcpy(&table, out.data(), sizeof table);
    return table;
  }
  std::vector<drydock::rules::Finding> end() {
    allocator.close();
    pin.close();
    filter.close();
    rig.finish();
    return rig.findings();
  }
};

void expect(Scene& scene, const char* rule) {
  const auto findings = scene.end();
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

// A client is refused; it is not the driver's framing (S-027).
TEST(KsClientRules, AClientsReservedFramingIsRefused) {
  Scene scene;
  KSALLOCATOR_FRAMING reserved = pool_framing(1);
  reserved.Reserved = 1;
  File second;
  EXPECT_EQ(scene.open_allocator(reserved, second), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(scene.end().empty());
}

TEST(KsClientRules, S063WrongTypeOfAMethodIsFound) {
  Scene scene;
  Bytes frame(sizeof(PVOID));
  scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_READ, frame);
  expect(scene, "S-063");
}

TEST(KsClientRules, S065FunctionTableForUserModeIsFound) {
  Scene scene;
  File user;
  EXPECT_EQ(scene.rig.open_below(scene.pin, ks::kAllocatorClass, bytes_of(pool_framing(1)), user,
                                 UserMode),
            STATUS_SUCCESS);
  KSPROPERTY property{};
  property.Set = KSPROPSETID_StreamAllocator;
  property.Id = KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE;
  property.Flags = KSPROPERTY_TYPE_GET;
  const drydock::nt::UserRange in(&property, sizeof property);
  KSSTREAMALLOCATOR_FUNCTIONTABLE table{};
  const drydock::nt::UserRange out(&table, sizeof table);
  ULONG returned = 0;
  EXPECT_EQ(KsSynchronousIoControlDevice(user.object(), UserMode, IOCTL_KS_PROPERTY, &property,
                                         sizeof property, &table, sizeof table, &returned),
            STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(table.AllocateFrame, nullptr);
  user.close();
  expect(scene, "S-065");
}

TEST(KsClientRules, S069TableOfAClosedAllocatorIsFound) {
  Scene scene;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  const PFILE_OBJECT file = scene.allocator.object();
  scene.allocator.close();
  PVOID frame = nullptr;
  EXPECT_FALSE(NT_SUCCESS(table.AllocateFrame(file, &frame)));
  expect(scene, "S-069");
}

TEST(KsClientRules, S069FrameThatIsNotOutIsFound) {
  Scene scene;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  PVOID frame = nullptr;
  ASSERT_EQ(table.AllocateFrame(scene.allocator.object(), &frame), STATUS_SUCCESS);
  table.FreeFrame(scene.allocator.object(), frame);
  table.FreeFrame(scene.allocator.object(), frame);
  expect(scene, "S-069");
}

TEST(KsClientRules, S070InternalEventIsFound) {
  Scene scene;
  KSEVENTDATA data{};
  EXPECT_EQ(scene.enable(scene.allocator, KSEVENTSETID_StreamAllocator,
                         KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME, data),
            STATUS_NOT_FOUND);
  expect(scene, "S-070");
}

TEST(KsClientRules, S073AllocatorForAClientsPinIsFound) {
  Scene scene;
  scene.pin.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR,
                bytes_of(scene.allocator.handle()));
  expect(scene, "S-073");
}

// Two pipes of one filter, with an allocator for each or one for both.
std::vector<drydock::rules::Finding> two_pipes(bool one_allocator) {
  Rig rig(driver());
  {
    File filter;
    File sinks[2], sources[2], allocators[2];
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(rig.connect(filter, 1, plain_format(), sinks[i]), STATUS_SUCCESS);
      EXPECT_EQ(rig.connect(filter, 0, plain_format(), sources[i], &sinks[i]), STATUS_SUCCESS);
      EXPECT_EQ(
          rig.open_below(sinks[i], ks::kAllocatorClass, bytes_of(pool_framing(1)), allocators[i]),
          STATUS_SUCCESS);
      const File& used = allocators[one_allocator ? 0 : i];
      EXPECT_EQ(
          sources[i].set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, bytes_of(used.handle())),
          STATUS_SUCCESS);
    }
  }
  rig.finish();
  return rig.findings();
}
TEST(KsClientRules, S075OneAllocatorForTwoSegmentsIsFound) {
  EXPECT_TRUE(has(two_pipes(true), "S-075"));
}
TEST(KsClientRules, S075AnAllocatorForEachIsSilent) {
  const auto findings = two_pipes(false);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// A change of format in some memory, written to a sink.
NTSTATUS change_format(const File& sink, void* memory, ULONG headers = 1) {
  std::memcpy(memory, plain_format().data(), sizeof(KSDATAFORMAT));
  Bytes all(headers * sizeof(KSSTREAM_HEADER));
  for (ULONG i = 0; i < headers; ++i) {
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.FrameExtent = header.DataUsed = sizeof(KSDATAFORMAT);
    header.Data = memory;
    header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;
    std::memcpy(all.data() + i * sizeof header, &header, sizeof header);
  }
  return sink.request(IOCTL_KS_WRITE_STREAM, {}, all);
}

std::vector<drydock::rules::Finding> format_changes(bool from_allocator, ULONG headers) {
  Scene scene;
  scene.allocator.close();
  scene.pin.close();
  EXPECT_EQ(scene.rig.connect(scene.filter, 1, plain_format(), scene.pin), STATUS_SUCCESS);
  EXPECT_EQ(scene.open_allocator(pool_framing(1), scene.allocator), STATUS_SUCCESS);
  EXPECT_EQ(scene.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  Bytes frame(sizeof(PVOID));
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame),
            STATUS_SUCCESS);
  void* memory = nullptr;
  std::memcpy(&memory, frame.data(), sizeof memory);
  Bytes own(sizeof(KSDATAFORMAT));
  EXPECT_EQ(change_format(scene.pin, from_allocator ? memory : own.data(), headers),
            headers == 1 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER);
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, frame), STATUS_SUCCESS);
  scene.pin.set_state(KSSTATE_STOP);
  return scene.end();
}
TEST(KsClientRules, S081FormatInAFrameOfTheAllocatorIsFound) {
  EXPECT_TRUE(has(format_changes(true, 1), "S-081"));
}
TEST(KsClientRules, S265FormatAmongOtherHeadersIsFound) {
  EXPECT_TRUE(has(format_changes(false, 2), "S-265"));
}
TEST(KsClientRules, S081FormatInMemoryOfItsOwnIsSilent) {
  const auto findings = format_changes(false, 1);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// A pin that consumes data is opened with this access and closed again.
void open_sink(const Scene& scene, ACCESS_MASK access) {
  HANDLE handle = nullptr;
  struct {
    KSPIN_CONNECT connect{};
    KSDATAFORMAT format{};
  } request;
  request.connect.Interface.Set = KSINTERFACESETID_Standard;
  request.connect.Interface.Id = KSINTERFACE_STANDARD_STREAMING;
  request.connect.Medium.Set = KSMEDIUMSETID_Standard;
  request.connect.PinId = 1;
  std::memcpy(&request.format, plain_format().data(), sizeof request.format);
  EXPECT_EQ(KsCreatePin(scene.filter.handle(), &request.connect, access, &handle), STATUS_SUCCESS);
  ZwClose(handle);
}

TEST(KsClientRules, S111PinOpenedForTheWrongAccessIsFound) {
  Scene scene;
  open_sink(scene, GENERIC_READ);
  expect(scene, "S-111");
}
TEST(KsClientRules, S111PinOpenedForWritingIsSilent) {
  Scene scene;
  open_sink(scene, GENERIC_WRITE);
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsClientRules, S144ClockOfAPinThatRunsIsFound) {
  Scene scene;
  EXPECT_EQ(scene.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  EXPECT_EQ(
      scene.pin.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, bytes_of(HANDLE{nullptr})),
      STATUS_INVALID_DEVICE_STATE);
  expect(scene, "S-144");
}

TEST(KsClientRules, S250DisablingWhatIsNotEnabledIsFound) {
  Scene scene;
  KSEVENTDATA data{};
  Bytes nothing;
  EXPECT_EQ(scene.allocator.request(IOCTL_KS_DISABLE_EVENT, bytes_of(data), nothing),
            STATUS_UNSUCCESSFUL);
  expect(scene, "S-250");
}

TEST(KsClientRules, S262HeaderOfAnotherSizeIsFound) {
  Scene scene;
  EXPECT_EQ(scene.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  KSSTREAM_HEADER header{};
  header.Size = sizeof header - 8;
  Bytes all = bytes_of(header);
  EXPECT_EQ(scene.pin.request(IOCTL_KS_READ_STREAM, {}, all), STATUS_INVALID_BUFFER_SIZE);
  expect(scene, "S-262");
}

// A client that does all of it right: methods, table, event, clock, stream.
TEST(KsClientRules, ACorrectClientIsSilent) {
  Scene scene;
  Bytes frame(sizeof(PVOID));
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame),
            STATUS_SUCCESS);
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, frame), STATUS_SUCCESS);
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  PVOID memory = nullptr;
  EXPECT_EQ(table.AllocateFrame(scene.allocator.object(), &memory), STATUS_SUCCESS);
  // S-066: at once, and nothing.
  PVOID none = &none;
  EXPECT_FALSE(NT_SUCCESS(table.AllocateFrame(scene.allocator.object(), &none)));
  EXPECT_EQ(none, nullptr);
  table.FreeFrame(scene.allocator.object(), memory);
  const PFILE_OBJECT file = scene.allocator.object();
  Signal signal;
  EXPECT_EQ(signal.enable(file, KSEVENTSETID_StreamAllocator, KSEVENT_STREAMALLOCATOR_FREEFRAME),
            STATUS_SUCCESS);
  EXPECT_EQ(table.AllocateFrame(file, &memory), STATUS_SUCCESS);
  EXPECT_FALSE(signal.fired());
  table.FreeFrame(file, memory);
  EXPECT_TRUE(signal.fired());
  EXPECT_EQ(signal.disable(file), STATUS_SUCCESS);
  EXPECT_EQ(
      scene.pin.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, bytes_of(HANDLE{nullptr})),
      STATUS_SUCCESS);
  EXPECT_EQ(scene.pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  File::Stream read = scene.pin.read(2, 64);
  EXPECT_EQ(scene.pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  const auto findings = scene.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-067, S-068: both interfaces take from and give to the same frames.
TEST(KsClientRules, S067AFreeAtDispatchLevelServesTheRequestThatWaits) {
  Scene scene;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  const PFILE_OBJECT file = scene.allocator.object();
  PVOID memory = nullptr;
  ASSERT_EQ(table.AllocateFrame(file, &memory), STATUS_SUCCESS);
  KSMETHOD method{};
  method.Set = KSMETHODSETID_StreamAllocator;
  method.Id = KSMETHOD_STREAMALLOCATOR_ALLOC;
  method.Flags = KSMETHOD_TYPE_WRITE;
  const auto waiting =
      scene.allocator.send(IOCTL_KS_METHOD, bytes_of(method), Bytes(sizeof(PVOID)));
  EXPECT_FALSE(waiting->is_done());
  KIRQL irql = PASSIVE_LEVEL;
  KeRaiseIrql(DISPATCH_LEVEL, &irql);
  table.FreeFrame(file, memory);
  KeLowerIrql(irql);
  EXPECT_EQ(waiting->status(), STATUS_SUCCESS);
  EXPECT_EQ(waiting->out(), bytes_of(memory));
  EXPECT_FALSE(NT_SUCCESS(table.AllocateFrame(file, &memory)));
}

// S-028: no number is no limit; a number is one, for both interfaces.
TEST(KsClientRules, S028NoCountOfFramesIsNoLimit) {
  Scene scene;
  scene.allocator.close();
  ASSERT_EQ(scene.open_allocator(pool_framing(0), scene.allocator), STATUS_SUCCESS);
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  std::vector<PVOID> frames(20);
  for (PVOID& frame : frames) {
    EXPECT_EQ(table.AllocateFrame(scene.allocator.object(), &frame), STATUS_SUCCESS);
  }
  for (PVOID frame : frames) table.FreeFrame(scene.allocator.object(), frame);
}

// S-018: a foreign pointer, and one that was freed before.
TEST(KsClientRules, S018OnlyWhatIsOutIsFreed) {
  Scene scene;
  Bytes frame(sizeof(PVOID));
  ASSERT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame),
            STATUS_SUCCESS);
  Bytes given = frame;
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, given), STATUS_SUCCESS);
  given = frame;
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, given),
            STATUS_INVALID_PARAMETER);
  given = bytes_of(static_cast<PVOID>(&scene));
  EXPECT_EQ(scene.method(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, given),
            STATUS_INVALID_PARAMETER);
}

// S-053: size, count and alignment are the framing's, and a released frame is used again.
TEST(KsClientRules, S053TheDefaultAllocatorAlignsAndRecycles) {
  Scene scene;
  scene.allocator.close();
  KSALLOCATOR_FRAMING aligned = pool_framing(2);
  aligned.FileAlignment = FILE_512_BYTE_ALIGNMENT;
  ASSERT_EQ(scene.open_allocator(aligned, scene.allocator), STATUS_SUCCESS);
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table = scene.table();
  const PFILE_OBJECT file = scene.allocator.object();
  PVOID first = nullptr;
  PVOID second = nullptr;
  ASSERT_EQ(table.AllocateFrame(file, &first), STATUS_SUCCESS);
  ASSERT_EQ(table.AllocateFrame(file, &second), STATUS_SUCCESS);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(first) % 512, 0U);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(second) % 512, 0U);
  std::memset(first, 1, 64);
  table.FreeFrame(file, first);
  PVOID third = nullptr;
  ASSERT_EQ(table.AllocateFrame(file, &third), STATUS_SUCCESS);
  EXPECT_EQ(third, first);
}

// S-078, S-143.
TEST(KsClientRules, S078TheAllocatorIsNotToldAndS143OrderIsNotSignificant) {
  Scene scene;
  Bytes handle(sizeof(HANDLE), std::byte{1});
  EXPECT_EQ(scene.pin.get(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, handle), STATUS_SUCCESS);
  EXPECT_EQ(handle, Bytes(sizeof(HANDLE)));
  Bytes order(sizeof(BOOL), std::byte{1});
  EXPECT_EQ(scene.pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ACQUIREORDERING, order),
            STATUS_SUCCESS);
  EXPECT_EQ(order, Bytes(sizeof(BOOL)));
}

// S-267: headers of a kernel client, in one pool or the other.
std::vector<drydock::rules::Finding> stream_io(POOL_TYPE pool) {
  Rig rig(minidriver());
  File filter, pin;
  EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  Bytes data(64);
  auto* header =
      static_cast<PKSSTREAM_HEADER>(ExAllocatePoolWithTag(pool, sizeof(KSSTREAM_HEADER), 'tseT'));
  *header = {};
  header->Size = sizeof *header;
  header->FrameExtent = 64;
  header->Data = data.data();
  IO_STATUS_BLOCK block{};
  EXPECT_EQ(KsStreamIo(pin.object(), nullptr, nullptr, nullptr, nullptr, KsInvokeOnSuccess, &block,
                       header, sizeof *header, KSSTREAM_READ | KSSTREAM_SYNCHRONOUS, KernelMode),
            STATUS_SUCCESS);
  EXPECT_EQ(header->DataUsed, 64U);
  ExFreePool(header);
  pin.close();
  filter.close();
  rig.finish();
  return rig.findings();
}
TEST(KsClientRules, S267PagedHeadersAreFound) { EXPECT_TRUE(has(stream_io(PagedPool), "S-267")); }
TEST(KsClientRules, S267NonpagedHeadersAreSilent) {
  const auto findings = stream_io(NonPagedPoolNx);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
