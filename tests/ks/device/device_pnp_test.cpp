// Devices and their factories: starts, power, removal, and what hangs off them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// A device that records every call, and the mutexes that it holds then.
constexpr const char* kDevice = R"(
static PKSDEVICE TheDevice;
static VOID NoteHeld(PKSDEVICE Device, const char* Word) {
  Note(Word);
  UNREFERENCED_PARAMETER(Device);
}
static NTSTATUS PostStart(PKSDEVICE Device) { NoteHeld(Device, "PostStart"); return POST_START; }
static NTSTATUS QueryStop(PKSDEVICE Device, PIRP) { NoteHeld(Device, "QueryStop"); return VETO; }
static NTSTATUS QueryRemove(PKSDEVICE Device, PIRP) { NoteHeld(Device, "QueryRemove"); return VETO; }
static VOID CancelStop(PKSDEVICE, PIRP) { Note("CancelStop"); }
static VOID CancelRemove(PKSDEVICE, PIRP) { Note("CancelRemove"); }
static VOID Stop(PKSDEVICE, PIRP) { Note("Stopped"); }
static VOID Remove(PKSDEVICE, PIRP) { Note("Removed"); }
static VOID SurpriseRemoval(PKSDEVICE, PIRP) { Note("Surprised"); }
static NTSTATUS QueryCapabilities(PKSDEVICE, PIRP, PDEVICE_CAPABILITIES Capabilities) {
  Capabilities->UINumber = 77;
  return STATUS_SUCCESS;
}
static NTSTATUS QueryPower(PKSDEVICE, PIRP, DEVICE_POWER_STATE, DEVICE_POWER_STATE, SYSTEM_POWER_STATE,
                           SYSTEM_POWER_STATE, POWER_ACTION) { Note("QueryPower"); return QUERY_POWER; }
static VOID SetPower(PKSDEVICE, PIRP, DEVICE_POWER_STATE To, DEVICE_POWER_STATE) {
  Note(To == PowerDeviceD0 ? "Up" : "Down");
}
static NTSTATUS DeviceAdd(PKSDEVICE);
static NTSTATUS DeviceStart(PKSDEVICE, PIRP, PCM_RESOURCE_LIST, PCM_RESOURCE_LIST);
static KSDEVICE_DISPATCH Whole = {DeviceAdd, DeviceStart, PostStart, QueryStop, CancelStop, Stop, QueryRemove,
    CancelRemove, Remove, QueryCapabilities, SurpriseRemoval, QueryPower, SetPower, NULL};
#define DEVICE_DISPATCH &Whole
static const GUID SecondCategory[] = {{STATICGUIDOF(KSCATEGORY_CAPTURE)}};
static const KSFILTER_DESCRIPTOR SecondFilter = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 1, SecondCategory, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
static VOID MakeFactory(BOOLEAN Enable) {
  PKSFILTERFACTORY Factory = NULL;
  KsAcquireDevice(TheDevice);
  if (NT_SUCCESS(KsCreateFilterFactory(TheDevice->FunctionalDeviceObject, &SecondFilter, (PWSTR)u"Late", NULL, 0,
                                       NULL, NULL, &Factory)) && Enable) {
    KsFilterFactorySetDeviceClassesState(Factory, TRUE);
  }
  KsReleaseDevice(TheDevice);
}
static VOID PinSleeps(PKSPIN, DEVICE_POWER_STATE) { Note("Sleep"); }
static VOID PinWakes(PKSPIN, DEVICE_POWER_STATE) { Note("Wake"); }
#define ON_ADD TheDevice = Device; KsAcquireDevice(Device); \
  Note(KsDeviceGetFirstChildFilterFactory(Device) && !Device->Started ? "factory" : "WRONG"); KsReleaseDevice(Device);
#define ON_START if (AGAIN && Device->Started) KsCreateFilterFactory(Device->FunctionalDeviceObject, &SecondFilter, \
  (PWSTR)u"Again", NULL, 0, NULL, NULL, NULL);
#define ON_SWITCH if (Switch == 1 || Switch == 2) MakeFactory(Switch == 2);
#define ON_PIN_CREATE KsPinRegisterPowerCallbacks(Pin, PinSleeps, PinWakes);
)";

struct Built : OpenMinidriver {
  explicit Built(std::vector<std::string> definitions = {})
      : OpenMinidriver(build(std::move(definitions))) {}
  static std::filesystem::path build(std::vector<std::string> definitions) {
    const auto define = [&](const char* name, const char* value) {
      for (const std::string& one : definitions) {
        if (one.starts_with(name)) return;
      }
      definitions.push_back(std::string(name) + value);
    };
    define("POST_START=", "STATUS_SUCCESS");
    define("VETO=", "STATUS_SUCCESS");
    define("QUERY_POWER=", "STATUS_SUCCESS");
    define("AGAIN=", "0");
    return minidriver(definitions, kDevice);
  }
};

// S-091, S-104: implicit factories are there from Add on; PostStart follows Start.
TEST(KsDeviceRules, S091PostStartFollowsStart) {
  Built built;
  built.open();
  EXPECT_THAT(built.notes(), HasSubstr("Add factory Start PostStart"));
  const auto findings = built.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsDeviceRules, S091APostStartThatFailsFailsCreates) {
  Built built({"POST_START=STATUS_NO_MEMORY"});
  ASSERT_EQ(built.rig.device().start(), STATUS_SUCCESS);
  EXPECT_EQ(built.rig.open(kFilterName, built.filter), STATUS_DEVICE_NOT_READY);
}

// S-252, S-253.
TEST(KsDeviceRules, S252QueriesAndS253NotificationsAreCalled) {
  Built built;
  built.open();
  drydock::nt::PnpDevice& device = built.rig.device();
  EXPECT_EQ(device.query_stop(), STATUS_SUCCESS);
  EXPECT_EQ(device.cancel_stop(), STATUS_SUCCESS);
  EXPECT_EQ(device.query_remove(), STATUS_SUCCESS);
  EXPECT_EQ(device.cancel_remove(), STATUS_SUCCESS);
  EXPECT_THAT(built.notes(), HasSubstr("QueryStop CancelStop QueryRemove CancelRemove"));
  DEVICE_CAPABILITIES capabilities;
  EXPECT_EQ(device.query_capabilities(capabilities), STATUS_SUCCESS);
  EXPECT_EQ(capabilities.UINumber, 77U);
}
TEST(KsDeviceRules, S252AVetoIsReturned) {
  Built built({"VETO=STATUS_UNSUCCESSFUL"});
  built.open();
  EXPECT_EQ(built.rig.device().query_stop(), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(built.rig.device().query_remove(), STATUS_UNSUCCESSFUL);
}

// S-254, S-256, S-257: the device is lost in any state; its pins live until they are closed.
TEST(KsDeviceRules, S257TheLossOfTheDeviceIsAnEvent) {
  Built built;
  built.open();
  Signal lost;
  ASSERT_EQ(lost.enable(built.filter.object(), KSEVENTSETID_Device, KSEVENT_DEVICE_LOST),
            STATUS_SUCCESS);
  File pin;
  ASSERT_EQ(built.rig.connect(built.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  EXPECT_FALSE(lost.fired());
  EXPECT_EQ(built.rig.device().surprise_remove(), STATUS_SUCCESS);
  EXPECT_TRUE(lost.fired());
  pin.close();
  const auto findings = built.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsDeviceRules, S254ADeviceIsLostBeforeItStarts) {
  Built built;
  EXPECT_EQ(built.rig.device().surprise_remove(), STATUS_SUCCESS);
  EXPECT_EQ(built.rig.open(kFilterName, built.filter), STATUS_DEVICE_REMOVED);
}

// S-219, S-259: SetPower comes between the callbacks of the pins.
POWER_STATE device_state(DEVICE_POWER_STATE state) {
  POWER_STATE out{};
  out.DeviceState = state;
  return out;
}
TEST(KsDeviceRules, S259PinsSleepBeforeTheDeviceAndWakeAfterIt) {
  Built built;
  built.open();
  File pin;
  ASSERT_EQ(built.rig.connect(built.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  drydock::nt::PnpDevice& device = built.rig.device();
  EXPECT_EQ(device.query_power(DevicePowerState, device_state(PowerDeviceD3)), STATUS_SUCCESS);
  EXPECT_EQ(device.set_power(DevicePowerState, device_state(PowerDeviceD3)), STATUS_SUCCESS);
  // S-259: the state of a pin may change before the device is notified that it has power.
  EXPECT_EQ(pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  EXPECT_EQ(device.set_power(DevicePowerState, device_state(PowerDeviceD0)), STATUS_SUCCESS);
  EXPECT_THAT(built.notes(), HasSubstr("QueryPower Sleep Down Acquire Pause Up Wake"));
  pin.close();
  const auto findings = built.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsDeviceRules, S260PendingQueryPowerIsFound) {
  Built built({"QUERY_POWER=STATUS_PENDING"});
  built.open();
  EXPECT_FALSE(
      NT_SUCCESS(built.rig.device().query_power(DevicePowerState, device_state(PowerDeviceD3))));
  EXPECT_TRUE(has(built.end(), "S-260"));
}

TEST(KsDeviceRules, S089FactoryMadeAgainAtASecondStartIsFound) {
  Built built({"AGAIN=1"});
  built.open();
  EXPECT_EQ(built.rig.device().start(), STATUS_SUCCESS);
  EXPECT_TRUE(has(built.end(), "S-089"));
}
TEST(KsDeviceRules, S089SecondStartIsSilent) {
  Built built;
  built.open();
  EXPECT_EQ(built.rig.device().start(), STATUS_SUCCESS);
  const auto findings = built.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsDeviceRules, S094LateFactoryNeverEnabledIsFound) {
  Built built;
  built.open();
  EXPECT_EQ(built.filter.set(kNotesSet, 1, bytes_of(ULONG{1})), STATUS_SUCCESS);
  EXPECT_TRUE(has(built.end(), "S-094"));
}
TEST(KsDeviceRules, S094LateFactoryThatIsEnabledIsSilent) {
  Built built;
  built.open();
  EXPECT_EQ(built.filter.set(kNotesSet, 1, bytes_of(ULONG{2})), STATUS_SUCCESS);
  const auto findings = built.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-102: what a filter without connections says.
TEST(KsDeviceRules, S102TheDefaultTopologyIsOneNode) {
  Built built;
  built.open();
  Bytes out(sizeof(KSMULTIPLE_ITEM) + 2 * sizeof(KSTOPOLOGY_CONNECTION));
  ASSERT_EQ(built.filter.get(KSPROPSETID_Topology, KSPROPERTY_TOPOLOGY_CONNECTIONS, out),
            STATUS_SUCCESS);
  KSTOPOLOGY_CONNECTION connections[2];
  std::memcpy(connections, out.data() + sizeof(KSMULTIPLE_ITEM), sizeof connections);
  EXPECT_EQ(connections[0].ToNode, KSFILTER_NODE);
  EXPECT_EQ(connections[0].FromNode, 0U);
  EXPECT_EQ(connections[0].FromNodePin, 0U);
  EXPECT_EQ(connections[1].FromNode, KSFILTER_NODE);
  EXPECT_EQ(connections[1].ToNodePin, 1U);
}

}  // namespace
