// Capture into an allocation: its address, and the two sides of it, a display driver and a capture
// driver that asks it where surfaces lie.
#include <array>
#include <cstring>

#include "drydock/avstream.h"
#include "src/nt/mm/physical_user.h"
#include "tests/dxgk/memory/capture_scene.h"
#include "tests/ks/minidriver.h"

namespace drydock::testing {
namespace {

// A capture driver beside the display driver. The test passes the address of the function that asks
// the display driver, and then the behaviour that it wants.
constexpr const char* kCaptureDriver = R"(
typedef NTSTATUS (*MAP)(ULONG Surface, LONGLONG* Address);
static ULONG Words[3];
static ULONG WordCount;
#define WAY Words[2]
#define ON_SWITCH Words[WordCount++ % 3] = Switch;
static ULONG KeptHandle;
static LONGLONG KeptAddress;
static PVRAM_SURFACE_INFO KeptInfo;
static NTSTATUS Ask(ULONG Surface, LONGLONG* Address) {
  return ((MAP)(Words[0] | (ULONGLONG)Words[1] << 32))(Surface, Address);
}
#define VRAM_KIND (WAY == 1 ? KS_CAPTURE_ALLOC_SYSTEM : KS_CAPTURE_ALLOC_VRAM)
static NTSTATUS SetSurface(PIRP, PKSIDENTIFIER, PVOID) { return STATUS_SUCCESS; }
static NTSTATUS MapSurface(PIRP Irp, PKSIDENTIFIER Request, PVOID Data) {
  PVRAM_SURFACE_INFO Info = ((PVRAM_SURFACE_INFO_PROPERTY_S)Request)->pVramSurfaceInfo;
  if (WAY == 2) KeptInfo = Info;
  if (WAY == 8) {
    IoMarkIrpPending(Irp);
    Irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
    IoCompleteRequest(Irp, IO_NO_INCREMENT);
    return STATUS_PENDING;
  }
  if (WAY == 3 && KeptHandle) Info->hSurface = KeptHandle;
  KeptHandle = (ULONG)Info->hSurface;
  NTSTATUS Status = Ask(KeptHandle, &Info->VramPhysicalAddress);
  if (WAY == 4 && KeptAddress) {
    Info->VramPhysicalAddress = KeptAddress;
    Status = STATUS_SUCCESS;
  }
  if (!NT_SUCCESS(Status)) return Status;
  KeptAddress = Info->VramPhysicalAddress;
  *(PULONG)Data = 0;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static NTSTATUS Capture(PKSPIN Pin) {
  if (WAY == 2 && KeptInfo) KeptInfo->cbCaptured = 1;
  PKSSTREAM_POINTER Leading =
      KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  while (Leading) {
    PKSSTREAM_HEADER Header = Leading->StreamHeader;
    PVRAM_SURFACE_INFO Info = (PVRAM_SURFACE_INFO)Header->Data;
    if (Info->hSurface || !Info->VramPhysicalAddress) Note("WRONG");
    Info->cbCaptured = WAY == 6 ? 0 : 64;
    ULONG Used = WAY == 5 ? 64 : sizeof(VRAM_SURFACE_INFO);
    BOOLEAN More = NT_SUCCESS(KsStreamPointerAdvanceOffsets(Leading, 0, Used, TRUE));
    if (WAY == 7) Info->dwWidth = 1;
    if (!More) Leading = NULL;
  }
  return STATUS_PENDING;
}
#define ON_PROCESS return Capture(Pin);
#define VRAM_MAP MapSurface
)";

enum Way : ULONG {
  kRight,
  kPrefersSystemMemory,
  kKeepsInfo,
  kKeepsHandle,
  kIgnoresTheEnd,
  kReportsBytes,
  kReportsNothing,
  kTouchesAfterwards,
  kMapsLater,
};

GpuWorld* display = nullptr;

NTSTATUS ask_display(ULONG surface, LONGLONG* address) {
  DXGKARGCB_GETCAPTUREADDRESS asked{};
  asked.hAllocation = surface;
  const NTSTATUS status = ask_address(*display, asked);
  *address = asked.PhysicalAddress.QuadPart;
  return status;
}

template <typename T>
avstream::Bytes as_bytes(const T& value) {
  return bytes_of(value);
}

class VramCapture : public ::testing::Test {
 protected:
  VramCapture() : gpu_(capturing()) {
    gpu_.run();
    display = &gpu_;
  }
  ~VramCapture() override { display = nullptr; }

  void load(Way way) {
    static const std::filesystem::path driver =
        minidriver({}, std::string(kCaptureDriver) + kVramTable);
    camera_ = std::make_unique<avstream::Device>(driver);
    filter_.emplace(camera_->open(0));
    const auto asks = reinterpret_cast<std::uintptr_t>(&ask_display);
    for (const ULONG word :
         {static_cast<ULONG>(asks), static_cast<ULONG>(asks >> 32), ULONG{way}}) {
      avstream::Bytes data = bytes_of(word);
      avstream::Guid set;
      std::memcpy(set.data(), &kNotesSet, sizeof set);
      EXPECT_EQ(filter_->property(set, 1, KSPROPERTY_TYPE_SET, data), STATUS_SUCCESS);
    }
    pin_.emplace(filter_->connect(0, {plain_format()}));
  }
  // Captures one frame into a surface and returns its VRAM_SURFACE_INFO.
  std::optional<VRAM_SURFACE_INFO> capture(D3DKMT_HANDLE surface) {
    if (!NT_SUCCESS(pin_->read_surface_ahead(surface))) return std::nullopt;
    avstream::Picture picture;
    if (!NT_SUCCESS(pin_->try_read(picture))) return std::nullopt;
    VRAM_SURFACE_INFO info{};
    std::memcpy(&info, picture.data.data(), std::min(sizeof info, picture.data.size()));
    return info;
  }
  void run(Way way) {
    load(way);
    EXPECT_EQ(pin_->use_video_memory(), STATUS_SUCCESS);
    pin_->set_state(avstream::State::kRun);
  }
  void finish() {
    if (camera_->alive()) pin_->set_state(avstream::State::kStop);
    pin_.reset();
    filter_.reset();
    camera_->finish();
  }
  std::size_t count(std::string_view rule) const { return gpu_.count(rule); }

  GpuWorld gpu_;
  std::unique_ptr<avstream::Device> camera_;
  std::optional<avstream::Filter> filter_;
  std::optional<avstream::Pin> pin_;
};

TEST_F(VramCapture, S279S280S281S282RightDriverIsSilent) {
  run(kRight);
  const D3DKMT_HANDLE first = gpu_.one(), second = gpu_.one();
  for (int round = 0; round < 2; ++round) {
    for (const D3DKMT_HANDLE surface : {first, second}) {
      const auto info = capture(surface);
      ASSERT_TRUE(info.has_value()) << gpu_.findings_text();
      EXPECT_EQ(info->VramPhysicalAddress, address_of(gpu_, surface));
      EXPECT_EQ(info->hSurface, 0U);
      EXPECT_EQ(info->cbCaptured, 64U);
    }
  }
  // After one surface is destroyed, it cannot be mapped, and the other can.
  EXPECT_EQ(destroy(gpu_.device, 0, {first}), STATUS_SUCCESS);
  EXPECT_EQ(pin_->read_surface_ahead(first), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(capture(second).has_value());
  finish();
  EXPECT_TRUE(gpu_.is_silent()) << gpu_.findings_text();
}

TEST_F(VramCapture, PinThatPrefersSystemMemoryIsLeftAlone) {
  load(kPrefersSystemMemory);
  EXPECT_EQ(pin_->use_video_memory(), STATUS_NOT_SUPPORTED);
  finish();
}

TEST_F(VramCapture, WrongSurfacesAreRefused) {
  run(kRight);
  EXPECT_EQ(pin_->read_surface_ahead(0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(pin_->read_surface_ahead(0x40004000), STATUS_INVALID_PARAMETER);
  VRAM_SURFACE_INFO_PROPERTY_S property{};
  property.Property.Set = KSPROPSETID_VramCapture;
  property.Property.Id = KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;
  property.Property.Flags = KSPROPERTY_TYPE_GET;
  avstream::Bytes answer(sizeof(ULONG));
  std::size_t returned = 0;
  // First memory that is not mapped, then a null pointer.
  property.pVramSurfaceInfo = reinterpret_cast<PVRAM_SURFACE_INFO>(0x1000);
  EXPECT_EQ(pin_->request(IOCTL_KS_PROPERTY, bytes_of(property), answer, returned),
            STATUS_ACCESS_VIOLATION);
  EXPECT_FALSE(
      NT_SUCCESS(pin_->request(IOCTL_KS_PROPERTY, bytes_of(property.Property), answer, returned)));
  // Frames that are too short for a surface's description, or bring none.
  for (const bool has_buffer : {true, false}) {
    static std::array<std::byte, 8> buffer;
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_VRAM_DATA_TRANSFER;
    header.Data = has_buffer ? buffer.data() : nullptr;
    header.FrameExtent = has_buffer ? sizeof buffer : 0;
    const nt::UserRange own(buffer.data(), sizeof buffer);
    avstream::Bytes headers = bytes_of(header);
    EXPECT_EQ(pin_->request(IOCTL_KS_READ_STREAM, {}, headers, returned),
              STATUS_INVALID_BUFFER_SIZE);
  }
  finish();
  EXPECT_TRUE(gpu_.is_silent()) << gpu_.findings_text();
}

TEST_F(VramCapture, S279StructureUsedAfterTheCallIsFound) {
  run(kKeepsInfo);
  capture(gpu_.one());
  EXPECT_EQ(count("S-279"), 1U) << gpu_.findings_text();
  finish();
}
TEST_F(VramCapture, S279HandleUsedAfterTheCallIsFound) {
  run(kKeepsHandle);
  const D3DKMT_HANDLE surface = gpu_.one();
  EXPECT_TRUE(capture(surface).has_value());
  EXPECT_EQ(count("S-279"), 0U) << gpu_.findings_text();
  EXPECT_EQ(pin_->read_surface_ahead(surface), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(count("S-279"), 1U) << gpu_.findings_text();
  finish();
}
TEST_F(VramCapture, S279MappingThatIsLeftForLaterIsFound) {
  run(kMapsLater);
  EXPECT_EQ(pin_->read_surface_ahead(gpu_.one()), STATUS_UNSUCCESSFUL);
  finish();
  EXPECT_EQ(count("S-279"), 1U) << gpu_.findings_text();
}
TEST_F(VramCapture, S280BytesInDataUsedAreFound) {
  run(kReportsBytes);
  capture(gpu_.one());
  finish();
  EXPECT_EQ(count("S-280"), 1U) << gpu_.findings_text();
}
TEST_F(VramCapture, S280NothingInCbCapturedIsFound) {
  run(kReportsNothing);
  capture(gpu_.one());
  finish();
  EXPECT_EQ(count("S-280"), 1U) << gpu_.findings_text();
}
TEST_F(VramCapture, S281FrameThatIsGoneIsFound) {
  run(kTouchesAfterwards);
  capture(gpu_.one());
  EXPECT_EQ(count("S-281"), 1U) << gpu_.findings_text();
  finish();
}
TEST_F(VramCapture, S282CaptureThatGoesOnIsFound) {
  run(kIgnoresTheEnd);
  const D3DKMT_HANDLE surface = gpu_.one();
  EXPECT_TRUE(capture(surface).has_value());
  EXPECT_EQ(destroy(gpu_.device, 0, {surface}), STATUS_SUCCESS);
  EXPECT_EQ(count("S-282"), 0U) << gpu_.findings_text();
  EXPECT_EQ(pin_->read_surface_ahead(surface), STATUS_SUCCESS);
  avstream::Picture picture;
  EXPECT_EQ(pin_->try_read(picture), STATUS_SUCCESS);
  finish();
  EXPECT_EQ(count("S-282"), 2U) << gpu_.findings_text();
  EXPECT_THAT(gpu_.findings_text(), ::testing::HasSubstr("a surface is mapped"));
  EXPECT_THAT(gpu_.findings_text(), ::testing::HasSubstr("a frame was captured"));
}

}  // namespace
}  // namespace drydock::testing
