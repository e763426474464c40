// An interrupt line of a device in tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt_line.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr KIRQL kLevel = 7;
inline constexpr ULONG kVector = 0x51;

inline std::unique_ptr<nt::InterruptLine> line(ULONG messages = 0,
                                               KINTERRUPT_MODE mode = LevelSensitive) {
  return nt::declare_interrupt_line(
      {.vector = kVector, .irql = kLevel, .mode = mode, .messages = messages});
}

// The notes of the tests' own service routines.
struct Note {
  std::vector<int>* order;
  int name;
  BOOLEAN claims;
};
inline BOOLEAN NTAPI serve(PKINTERRUPT, PVOID context) {
  const auto* note = static_cast<const Note*>(context);
  note->order->push_back(note->name);
  return note->claims;
}

inline DEVICE_OBJECT pdo{};

inline IO_CONNECT_INTERRUPT_PARAMETERS fully_specified(PKINTERRUPT* out, Note* note,
                                                       BOOLEAN shared = TRUE) {
  IO_CONNECT_INTERRUPT_PARAMETERS parameters{};
  parameters.Version = CONNECT_FULLY_SPECIFIED;
  auto& given = parameters.FullySpecified;
  given.PhysicalDeviceObject = &pdo;
  given.InterruptObject = out;
  given.ServiceRoutine = serve;
  given.ServiceContext = note;
  given.SynchronizeIrql = given.Irql = kLevel;
  given.ShareVector = shared;
  given.Vector = kVector;
  given.ProcessorEnableMask = 1;
  return parameters;
}

inline IO_CONNECT_INTERRUPT_PARAMETERS line_based(PKINTERRUPT* out, Note* note) {
  IO_CONNECT_INTERRUPT_PARAMETERS parameters{};
  parameters.Version = CONNECT_LINE_BASED;
  parameters.LineBased.PhysicalDeviceObject = &pdo;
  parameters.LineBased.InterruptObject = out;
  parameters.LineBased.ServiceRoutine = serve;
  parameters.LineBased.ServiceContext = note;
  return parameters;
}

// A driver that connects in DriverEntry; `isr` and `synch` are bodies, `entry` follows the connect.
inline std::string driver(const std::string& isr, const std::string& synch,
                          const std::string& entry,
                          const std::string& unload = "    IoDisconnectInterruptEx(&Gone);\n") {
  return "#include <ntddk.h>\n"
         "static PKINTERRUPT Interrupt; static KIRQL SeenIsr, SeenSynch; static ULONG Calls;\n"
         "static IO_DISCONNECT_INTERRUPT_PARAMETERS Gone;\n"
         "KSERVICE_ROUTINE Isr; KSYNCHRONIZE_ROUTINE Synch; DRIVER_UNLOAD Unload;\n"
         "BOOLEAN Isr(PKINTERRUPT Object, PVOID Context)\n{\n"
         "    UNREFERENCED_PARAMETER(Context); SeenIsr = KeGetCurrentIrql(); Calls++;\n" +
         isr +
         "\n    return Object == Interrupt;\n}\n"
         "BOOLEAN Synch(PVOID Context)\n{\n"
         "    UNREFERENCED_PARAMETER(Context); SeenSynch = KeGetCurrentIrql();\n" +
         synch +
         "\n    return TRUE;\n}\n"
         "VOID Unload(PDRIVER_OBJECT Driver)\n{\n    UNREFERENCED_PARAMETER(Driver);\n" +
         unload +
         "}\nNTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path)\n{\n"
         "    IO_CONNECT_INTERRUPT_PARAMETERS Parameters; KIRQL Old;\n"
         "    UNREFERENCED_PARAMETER(Path); UNREFERENCED_PARAMETER(Old);\n"
         "    Driver->DriverUnload = Unload;\n"
         "    RtlZeroMemory(&Parameters, sizeof(Parameters));\n"
         "    Parameters.Version = CONNECT_LINE_BASED;\n"
         "    Parameters.LineBased.PhysicalDeviceObject = (PDEVICE_OBJECT)Driver;\n"
         "    Parameters.LineBased.InterruptObject = &Interrupt;\n"
         "    Parameters.LineBased.ServiceRoutine = Isr;\n"
         "    if (!NT_SUCCESS(IoConnectInterruptEx(&Parameters))) return STATUS_UNSUCCESSFUL; "
         "/* connected */\n"
         "    Gone.Version = Parameters.Version;\n"
         "    Gone.ConnectionContext.InterruptObject = Interrupt;\n" +
         entry + "\n    return STATUS_SUCCESS;\n}\n";
}

struct InterruptLife {
  Life life;
  bool claimed = false;
};

inline InterruptLife live(const std::string& source,
                          std::function<void(nt::LoadedDriver&)> after = {}) {
  const auto device = line();
  InterruptLife out;
  out.life = life_of(source, ".c", {.between = [&](nt::LoadedDriver& loaded) {
                       out.claimed = device->raise();
                       if (after) after(loaded);
                     }});
  return out;
}

inline void expect_found(const InterruptLife& outcome, const std::string& source,
                         const char* rule) {
  const auto& findings = outcome.life.findings;
  ASSERT_TRUE(has(findings, rule)) << text_of(findings);
  EXPECT_TRUE(mentions_line(first(findings, rule), "driver.c", line_of(source, "/* here */")))
      << text_of(findings);
}

}  // namespace drydock::testing
