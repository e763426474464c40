// The properties of capture into video memory, and clients that send frames of a common buffer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

constexpr const char* kCommonBuffer = R"(
static PDMA_ADAPTER Adapter;
static PHYSICAL_ADDRESS Logical;
static PVOID Base;
static NTSTATUS Initialize(PKSPIN Pin, PKSALLOCATOR_FRAMING, PVOID* Context) {
  DEVICE_DESCRIPTION Description = {};
  ULONG Registers = 0;
  Description.Version = DEVICE_DESCRIPTION_VERSION;
  Description.Master = TRUE;
  Description.Dma32BitAddresses = TRUE;
  Description.InterfaceType = PCIBus;
  Description.MaximumLength = 1 << 20;
  Adapter = IoGetDmaAdapter(KsPinGetDevice(Pin)->PhysicalDeviceObject, &Description, &Registers);
  if (!Adapter) return STATUS_INSUFFICIENT_RESOURCES;
  Base = Adapter->DmaOperations->AllocateCommonBuffer(Adapter, 4096, &Logical, TRUE);
  *Context = &Base;
  return Base ? STATUS_SUCCESS : STATUS_INSUFFICIENT_RESOURCES;
}
static VOID Delete(PVOID) {
  Adapter->DmaOperations->FreeCommonBuffer(Adapter, 4096, Logical, Base, TRUE);
  Adapter->DmaOperations->PutDmaAdapter(Adapter);
}
static PVOID Allocate(PVOID) { return (PUCHAR)Base + 64; }
static VOID Free(PVOID, PVOID) {}
static const KSALLOCATOR_DISPATCH Allocator = {Initialize, Delete, Allocate, Free};
)";

constexpr const char* kVram = R"(
#define VRAM_KIND (Switch == 1 ? 0 : KS_CAPTURE_ALLOC_SYSTEM)
static NTSTATUS SetSurface(PIRP, PKSIDENTIFIER, PVOID Data) {
  Note(*(PULONG)Data ? "surface" : "WRONG");
  return STATUS_SUCCESS;
}
#define VRAM_MAP GetSurface
)";

using Findings = std::vector<drydock::rules::Finding>;

// Pin 0 of a driver, for a while.
Findings with_pin(const std::filesystem::path& driver, ULONG way,
                  const std::function<void(Rig&, File& filter, File& pin)>& body) {
  Rig rig(driver);
  {
    File filter, pin;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    body(rig, filter, pin);
  }
  rig.finish();
  return rig.findings();
}

// Frames of a common buffer for a pin with mappings, and a part of the set for video memory.
const Findings& careless() {
  static const Findings findings = with_pin(
      minidriver({"PIN_FLAGS=KSPIN_FLAG_GENERATE_MAPPINGS", "ALLOCATOR=&Allocator", "VRAM_ITEMS=3"},
                 std::string(kCommonBuffer) + kVram + kVramTable),
      0, [](Rig& rig, File&, File& pin) {
        KSALLOCATOR_FRAMING framing{};
        framing.Frames = 1;
        framing.FrameSize = 64;
        File allocator;
        EXPECT_EQ(rig.open_below(pin, ks::kAllocatorClass, bytes_of(framing), allocator),
                  STATUS_SUCCESS);
        Bytes frame(sizeof(PVOID));
        EXPECT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(alloc_method()), frame),
                  STATUS_SUCCESS);
      });
  return findings;
}
TEST(KsDmaRules, S276CommonBufferForMappingsIsFound) {
  EXPECT_TRUE(has(careless(), "S-276")) << text_of(careless());
}
TEST(KsDmaRules, S277PartOfTheVramSetIsFound) {
  EXPECT_TRUE(has(careless(), "S-277")) << text_of(careless());
}

Findings ask_surface(ULONG way) {
  static const std::filesystem::path driver = minidriver({}, std::string(kVram) + kVramTable);
  return with_pin(driver, way, [](Rig&, File& filter, File& pin) {
    Bytes out(sizeof(ULONG));
    EXPECT_EQ(pin.get(KSPROPSETID_VramCapture, KSPROPERTY_PREFERRED_CAPTURE_SURFACE, out),
              STATUS_SUCCESS);
    // A client's is refused before the driver sees it.
    EXPECT_EQ(pin.set(KSPROPSETID_VramCapture, KSPROPERTY_CURRENT_CAPTURE_SURFACE,
                      bytes_of(KS_CAPTURE_ALLOC_INVALID)),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(pin.set(KSPROPSETID_VramCapture, KSPROPERTY_CURRENT_CAPTURE_SURFACE,
                      bytes_of(KS_CAPTURE_ALLOC_SYSTEM)),
              STATUS_SUCCESS);
    EXPECT_THAT(notes_of(filter), ::testing::Not(::testing::HasSubstr("WRONG")));
  });
}
TEST(KsDmaRules, S283NoSurfaceIsFound) { EXPECT_TRUE(has(ask_surface(1), "S-283")); }
TEST(KsDmaRules, S283SurfaceIsSilent) {
  const Findings findings = ask_surface(0);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsDmaRules, S277WholeVramSetIsSilent) {
  const Findings findings = ask_surface(0);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
