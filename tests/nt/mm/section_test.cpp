// Sections and their views.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/ob/handle.h"
#include "src/sim/faults.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;

constexpr SIZE_T kBytes = 0x30000;

HANDLE make_section(SIZE_T bytes = kBytes, ULONG protection = PAGE_READWRITE,
                    POBJECT_ATTRIBUTES attributes = nullptr) {
  LARGE_INTEGER size{};
  size.QuadPart = static_cast<LONGLONG>(bytes);
  HANDLE handle = nullptr;
  EXPECT_EQ(ZwCreateSection(&handle, SECTION_ALL_ACCESS, attributes, &size, protection, SEC_COMMIT,
                            nullptr),
            STATUS_SUCCESS);
  return handle;
}

NTSTATUS map(HANDLE section, char** base, SIZE_T* size, LARGE_INTEGER* offset = nullptr,
             ULONG protection = PAGE_READWRITE) {
  return ZwMapViewOfSection(section, ZwCurrentProcess(), reinterpret_cast<PVOID*>(base), 0, 0,
                            offset, size, ViewUnmap, 0, protection);
}

// wdm/nf-wdm-zwmapviewofsection.md: several views of a section can be mapped at the same time; a
// size of zero maps to the end; the size is rounded up to pages.
TEST(Section, ViewsShowTheSameBytes) {
  HANDLE section = make_section();
  char* whole = nullptr;
  SIZE_T size = 0;
  ASSERT_EQ(map(section, &whole, &size), STATUS_SUCCESS);
  EXPECT_EQ(size, kBytes);
  EXPECT_EQ(whole[0x12345], 0);
  char* part = nullptr;
  SIZE_T part_size = 100;
  LARGE_INTEGER offset{};
  offset.QuadPart = 0x1ABCD;
  EXPECT_EQ(map(section, &part, &part_size, &offset), STATUS_MAPPED_ALIGNMENT);
  offset.QuadPart = 0x10000;
  ASSERT_EQ(map(section, &part, &part_size, &offset), STATUS_SUCCESS);
  EXPECT_EQ(offset.QuadPart, 0x10000);
  EXPECT_EQ(part_size, SIZE_T{PAGE_SIZE});
  whole[0x10005] = 'x';
  EXPECT_EQ(part[5], 'x');
  EXPECT_TRUE(nt::is_user_memory(whole, kBytes));
  // wdm/nf-wdm-zwunmapviewofsection.md: any address within the view.
  EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), part + 17), STATUS_SUCCESS);
  EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), part), STATUS_NOT_MAPPED_VIEW);
  // The view keeps the section.
  EXPECT_EQ(ZwClose(section), STATUS_SUCCESS);
  EXPECT_EQ(whole[0x10005], 'x');
  EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), whole), STATUS_SUCCESS);
}

// ntddk/nf-ntddk-mmmapviewinsystemspace.md
TEST(Section, SystemViewIsOfAReferencedObject) {
  HANDLE section = make_section();
  PVOID object = nullptr;
  ASSERT_EQ(ObReferenceObjectByHandle(section, SECTION_MAP_WRITE, *MmSectionObjectType, KernelMode,
                                      &object, nullptr),
            STATUS_SUCCESS);
  ZwClose(section);
  PVOID base = nullptr;
  SIZE_T size = 0;
  ASSERT_EQ(MmMapViewInSystemSpace(object, &base, &size), STATUS_SUCCESS);
  EXPECT_EQ(size, kBytes);
  std::memset(base, 1, size);
  EXPECT_FALSE(nt::is_user_memory(base, 1));
  EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), base), STATUS_NOT_MAPPED_VIEW);
  EXPECT_EQ(MmUnmapViewInSystemSpace(base), STATUS_SUCCESS);
  EXPECT_EQ(MmUnmapViewInSystemSpace(base), STATUS_NOT_MAPPED_VIEW);
  ObDereferenceObject(object);
  EXPECT_EQ(MmMapViewInSystemSpace(&base, &base, &size), STATUS_OBJECT_TYPE_MISMATCH);
}

TEST(Section, NamedSectionIsOpened) {
  UNICODE_STRING name;
  RtlInitUnicodeString(&name, reinterpret_cast<PCWSTR>(u"\\BaseNamedObjects\\Shared"));
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, nullptr, nullptr);
  HANDLE other = nullptr;
  EXPECT_EQ(ZwOpenSection(&other, SECTION_MAP_READ, &attributes), STATUS_OBJECT_NAME_NOT_FOUND);
  HANDLE section = make_section(kBytes, PAGE_READWRITE, &attributes);
  LARGE_INTEGER size{};
  size.QuadPart = 1;
  EXPECT_EQ(ZwCreateSection(&other, SECTION_ALL_ACCESS, &attributes, &size, PAGE_READWRITE,
                            SEC_COMMIT, nullptr),
            STATUS_OBJECT_NAME_COLLISION);
  ASSERT_EQ(ZwOpenSection(&other, SECTION_MAP_READ, &attributes), STATUS_SUCCESS);
  char* views[2]{};
  SIZE_T sizes[2]{};
  ASSERT_EQ(map(section, &views[0], &sizes[0]), STATUS_SUCCESS);
  ASSERT_EQ(map(other, &views[1], &sizes[1]), STATUS_SUCCESS);
  views[0][9] = 'n';
  EXPECT_EQ(views[1][9], 'n');
  for (char* view : views) ZwUnmapViewOfSection(ZwCurrentProcess(), view);
  ZwClose(section);
  ZwClose(other);
  EXPECT_EQ(ZwOpenSection(&other, SECTION_MAP_READ, &attributes), STATUS_OBJECT_NAME_NOT_FOUND);
}

// Addresses where nothing is, at a multiple of 64 KB.
char* free_addresses() {
  constexpr std::size_t kGranularity = 0x10000;
  void* const room =
      mmap(nullptr, kBytes + kGranularity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(room, kBytes + kGranularity);
  const auto begin = reinterpret_cast<std::uintptr_t>(room);
  return reinterpret_cast<char*>((begin + kGranularity - 1) / kGranularity * kGranularity);
}

// The page says that an address is rounded down; Windows refuses it.
TEST(Section, ViewAtAnAddressIsRefusedWhereSomethingIsAndUnlessItIsAligned) {
  HANDLE section = make_section();
  char* const wanted = free_addresses();
  char* base = wanted + 0x1234;
  SIZE_T size = 0;
  EXPECT_EQ(map(section, &base, &size), STATUS_MAPPED_ALIGNMENT);
  base = wanted;
  ASSERT_EQ(map(section, &base, &size), STATUS_SUCCESS);
  EXPECT_EQ(base, wanted);
  base[size - 1] = 1;
  char* again = base + 0x10000;
  EXPECT_EQ(map(section, &again, &size), STATUS_CONFLICTING_ADDRESSES);
  EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), base), STATUS_SUCCESS);
  EXPECT_EQ(map(section, &base, &size), STATUS_SUCCESS);
  EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), base), STATUS_SUCCESS);
  ZwClose(section);
}

// PAGE_WRITECOPY: what is written is the view's own. PAGE_NOACCESS: nothing can be read.
TEST(Section, ViewsMayCopyOrCloseTheirPages) {
  HANDLE section = make_section();
  char* shared = nullptr;
  char* copy = nullptr;
  char* closed = nullptr;
  SIZE_T size = 0;
  ASSERT_EQ(map(section, &shared, &size), STATUS_SUCCESS);
  size = 0;
  ASSERT_EQ(map(section, &copy, &size, nullptr, PAGE_WRITECOPY), STATUS_SUCCESS);
  size = 0;
  ASSERT_EQ(map(section, &closed, &size, nullptr, PAGE_NOACCESS), STATUS_SUCCESS);
  shared[5] = 'a';
  EXPECT_EQ(copy[5], 'a');
  copy[6] = 'b';
  EXPECT_EQ(shared[6], 0);
  EXPECT_EQ(copy[6], 'b');
  EXPECT_FALSE(nt::readable(closed, 1));
  for (char* view : {shared, copy, closed})
    EXPECT_EQ(ZwUnmapViewOfSection(ZwCurrentProcess(), view), STATUS_SUCCESS);
  ZwClose(section);
}

// wdm/nf-wdm-zwcreatesection.md and wdm/nf-wdm-zwmapviewofsection.md, tables of return codes
TEST(Section, RefusalsAreTheDocumentedOnes) {
  HANDLE handle = nullptr;
  LARGE_INTEGER size{};
  size.QuadPart = 4096;
  const auto create = [&](PLARGE_INTEGER bytes, ULONG protection) {
    return ZwCreateSection(&handle, SECTION_ALL_ACCESS, nullptr, bytes, protection, SEC_COMMIT,
                           nullptr);
  };
  EXPECT_EQ(create(&size, 0), STATUS_INVALID_PAGE_PROTECTION);
  EXPECT_EQ(create(nullptr, PAGE_READWRITE), STATUS_INVALID_PARAMETER_4);
  size.QuadPart = 1LL << 50;
  EXPECT_EQ(create(&size, PAGE_READWRITE), STATUS_SECTION_TOO_BIG);
  size.QuadPart = -1;
  EXPECT_EQ(create(&size, PAGE_READWRITE), STATUS_SECTION_TOO_BIG);

  HANDLE section = make_section(4096, PAGE_READONLY);
  char* base = nullptr;
  SIZE_T bytes = 0;
  EXPECT_EQ(map(section, &base, &bytes, nullptr, PAGE_READWRITE), STATUS_SECTION_PROTECTION);
  EXPECT_EQ(map(section, &base, &bytes, nullptr, 0x77), STATUS_INVALID_PAGE_PROTECTION);
  bytes = 4097;
  EXPECT_EQ(map(section, &base, &bytes, nullptr, PAGE_READONLY), STATUS_INVALID_VIEW_SIZE);
  bytes = ~SIZE_T{0};
  EXPECT_EQ(map(section, &base, &bytes, nullptr, PAGE_READONLY), STATUS_INVALID_PARAMETER_4);
  base = reinterpret_cast<char*>(~std::uintptr_t{0xFFFF});
  bytes = 0;
  EXPECT_EQ(map(section, &base, &bytes, nullptr, PAGE_READONLY), STATUS_INVALID_PARAMETER_3);
  base = nullptr;
  PVOID any = nullptr;
  EXPECT_EQ(ZwMapViewOfSection(section, ZwCurrentProcess(), &any, 0, 0, nullptr, &bytes, ViewUnmap,
                               0x1, PAGE_READONLY),
            STATUS_INVALID_PARAMETER_9);
  LARGE_INTEGER offset{};
  offset.QuadPart = -0x10000;
  bytes = 0;
  EXPECT_EQ(map(section, &base, &bytes, &offset, PAGE_READONLY), STATUS_INVALID_VIEW_SIZE);
  EXPECT_EQ(map(reinterpret_cast<HANDLE>(0x4444), &base, &bytes), STATUS_INVALID_HANDLE);
  EXPECT_EQ(base, nullptr);
  ZwClose(section);
}

TEST(Section, EveryStepIsAFaultPoint) {
  LARGE_INTEGER size{};
  size.QuadPart = 4096;
  HANDLE handle = nullptr;
  {
    const sim::FaultInjection faults({.nth = 0});
    EXPECT_EQ(ZwCreateSection(&handle, SECTION_ALL_ACCESS, nullptr, &size, PAGE_READWRITE,
                              SEC_COMMIT, nullptr),
              STATUS_INSUFFICIENT_RESOURCES);
  }
  HANDLE section = make_section();
  char* base = nullptr;
  SIZE_T bytes = 0;
  const sim::FaultInjection faults({.nth = 0});
  EXPECT_EQ(map(section, &base, &bytes), STATUS_INSUFFICIENT_RESOURCES);
  ZwClose(section);
}

std::string driver(const char* cleanup) {
  return std::string(R"(#include <ntddk.h>
static HANDLE Section; static PVOID Object, Base, View;
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) {
    UNREFERENCED_PARAMETER(Driver);
)") + cleanup +
         R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    LARGE_INTEGER Size; SIZE_T ViewSize = 0, SystemSize = 0;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    Size.QuadPart = 65536;
    if (!NT_SUCCESS(ZwCreateSection(&Section, SECTION_ALL_ACCESS, NULL, &Size, PAGE_READWRITE,
                                    SEC_COMMIT, NULL))) return STATUS_UNSUCCESSFUL;
    ObReferenceObjectByHandle(Section, SECTION_MAP_READ, *MmSectionObjectType, KernelMode, &Object, NULL);
    ZwMapViewOfSection(Section, ZwCurrentProcess(), &View, 0, 0, NULL, /* user view */
                       &ViewSize, ViewUnmap, 0, PAGE_READWRITE);
    MmMapViewInSystemSpace(Object, &Base, &SystemSize); /* system view */
    *(volatile ULONG*)Base = 1;
    return STATUS_SUCCESS;
}
)";
}

TEST(SectionRules, SectionsAndViewsGivenBackAreSilent) {
  const Life life = life_of(
      driver("    MmUnmapViewInSystemSpace(Base); ZwUnmapViewOfSection(ZwCurrentProcess(), View);\n"
             "    ObDereferenceObject(Object); ZwClose(Section);\n"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(SectionRules, N045ViewsLeftAtUnloadAreFound) {
  const std::string source = driver("    ObDereferenceObject(Object); ZwClose(Section);\n");
  const Life life = life_of(source);
  EXPECT_EQ(count(life.findings, "N-045"), 2U) << text_of(life.findings);
  for (const char* mark : {"/* user view */", "/* system view */"}) {
    bool found = false;
    for (const auto& finding : life.findings)
      found |= mentions_line(finding, "driver.c", line_of(source, mark));
    EXPECT_TRUE(found) << mark << text_of(life.findings);
  }
}

TEST(SectionRules, N044SectionLeftOpenIsFound) {
  const Life life = life_of(
      driver("    MmUnmapViewInSystemSpace(Base); ZwUnmapViewOfSection(ZwCurrentProcess(), View);\n"
             "    ObDereferenceObject(Object);\n"));
  EXPECT_EQ(count(life.findings, "N-044"), 1U) << text_of(life.findings);
}

}  // namespace
