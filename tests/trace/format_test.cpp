// A trace of a real run keeps the rules of the trace event format of Chrome, by which Perfetto
// reads it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "src/trace/trace.h"
#include "tests/support/chrome_trace.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::faults_of;
using ::drydock::testing::Outcome;
using ::drydock::testing::TempFolder;
using ::drydock::testing::Thread;
using ::drydock::testing::thread_of;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::StartsWith;
using Json = nlohmann::json;

// The names of the events of a phase.
std::set<std::string> names_of(const Json& trace, const std::string& phase) {
  std::set<std::string> out;
  for (const Json& event : trace.at("traceEvents"))
    if (event.at("ph") == phase && event.contains("name")) out.insert(event.at("name"));
  return out;
}

// The names of the processes, which are groups of tracks.
std::set<std::string> track_names(const Json& trace) {
  std::set<std::string> out;
  for (const Json& event : trace.at("traceEvents"))
    if (event.at("ph") == "M" && event.at("name") == "process_name")
      out.insert(event.at("args").at("name"));
  return out;
}

// The names of the arguments of all spans of a name, those of their ends as well.
std::set<std::string> arguments_of(const Json& trace, const std::string& name) {
  std::set<std::string> out;
  std::map<Thread, std::vector<std::string>> open;
  for (const Json& event : trace.at("traceEvents")) {
    std::vector<std::string>* spans = nullptr;
    if (event.at("ph") == "B" || event.at("ph") == "E") spans = &open[thread_of(event)];
    if (event.at("ph") == "B") spans->push_back(event.at("name"));
    if (spans == nullptr || spans->empty()) continue;
    if (spans->back() == name && event.contains("args")) {
      for (const auto& [argument, value] : event.at("args").items()) out.insert(argument);
    }
    if (event.at("ph") == "E") spans->pop_back();
  }
  return out;
}

// The names of all slices of a group of tracks.
std::vector<std::string> slices_of(const Json& trace, const std::string& group) {
  std::vector<std::string> out;
  std::optional<int> process;
  for (const Json& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M" && event.at("name") == "process_name" &&
        event.at("args").at("name") == group)
      process = event.at("pid");
    if (event.at("ph") == "B" && event.at("pid") == process) out.push_back(event.at("name"));
  }
  return out;
}

Json trace_of(const std::string& arguments) {
  const TempFolder folder;
  const std::string file = folder.path() / "trace.json";
  const Outcome outcome = drydock("verify --faults none -q --trace " + file + " " + arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  std::ifstream in(file);
  return Json::parse(in);
}

std::string reference(const char* name) {
  return std::filesystem::path(DRYDOCK_PROGRAM).parent_path().parent_path() /
         "share/drydock/drivers" / name;
}

TEST(TraceFormat, ARunOfAMiniportIsWellFormedAndShowsItsCalls) {
  const Json trace =
      trace_of("--miniport " + reference("softgpu_kmd.so") + " --scenario miniport.work");
  EXPECT_THAT(faults_of(trace), ::testing::IsEmpty());
  const std::set<std::string> spans = names_of(trace, "B");
  for (const char* call : {"DriverEntry", "DxgkDdiStartDevice", "DxgkDdiSubmitCommand"})
    EXPECT_TRUE(spans.contains(call)) << call;
  EXPECT_FALSE(names_of(trace, "C").empty()) << "the IRQL has a counter";
  EXPECT_THAT(arguments_of(trace, "DxgkDdiStartDevice"),
              IsSupersetOf({"MiniportDeviceContext", "DxgkInterface", "result"}));
  EXPECT_THAT(arguments_of(trace, "DxgkCbGetDeviceInformation"),
              IsSupersetOf({"DeviceHandle", "result"}));
  EXPECT_THAT(arguments_of(trace, "ExAllocatePoolWithTag"), Contains("NumberOfBytes"));
  const std::set<std::string> tracks = track_names(trace);
  for (const char* track : {"IRQL", "schedule", "GPU", "video memory", "allocations"})
    EXPECT_TRUE(tracks.contains(track)) << track;
  EXPECT_THAT(slices_of(trace, "GPU"),
              AllOf(Contains(StartsWith("DMA buffer ")), Contains(StartsWith("paging "))));
}

TEST(TraceFormat, ARunOfAMinidriverIsWellFormed) {
  const Json trace =
      trace_of("--avstream " + reference("vcam.so") + " --scenario minidriver.frames");
  EXPECT_THAT(faults_of(trace), ::testing::IsEmpty());
  EXPECT_TRUE(names_of(trace, "B").contains("DriverEntry"));
  EXPECT_THAT(arguments_of(trace, "KsInitializeDriver"),
              IsSupersetOf({"DriverObject", "RegistryPathName", "Descriptor", "result"}));
  EXPECT_THAT(arguments_of(trace, "KSDEVICE_DISPATCH.Start"),
              IsSupersetOf({"Device", "Irp", "TranslatedResourceList", "result"}));
  EXPECT_THAT(arguments_of(trace, "KSPIN_DISPATCH.Process"), IsSupersetOf({"Pin", "result"}));
  EXPECT_THAT(arguments_of(trace, "KSPIN_DISPATCH.SetDeviceState"),
              IsSupersetOf({"Pin", "ToState", "FromState", "result"}));
  EXPECT_THAT(arguments_of(trace, "KSPIN_DESCRIPTOR_EX.IntersectHandler"),
              IsSupersetOf({"Context", "DataRange", "result"}));
  EXPECT_THAT(arguments_of(trace, "bag free routine"), Contains("Data"));
}

TEST(TraceFormat, ARunOfAUserModeDriverShowsItsCalls) {
  const Json trace =
      trace_of("--umd " + reference("softgpu_umd.so") + " --scenario user-mode.copies");
  EXPECT_THAT(faults_of(trace), ::testing::IsEmpty());
  EXPECT_THAT(arguments_of(trace, "pfnAllocateCb"),
              IsSupersetOf({"hDevice", "D3DDDICB_ALLOCATE", "result"}));
  EXPECT_THAT(arguments_of(trace, "pfnCreateResource2"), IsSupersetOf({"hDevice", "result"}));
  EXPECT_THAT(arguments_of(trace, "OpenAdapter"),
              IsSupersetOf({"irql", "D3DDDIARG_OPENADAPTER", "result"}));
}

TEST(TraceFormat, ARunOfDirect3D10ShowsItsCalls) {
  const Json trace =
      trace_of("--umd " + reference("softgpu_umd.so") + " --scenario user-mode.d3d10-map");
  EXPECT_THAT(faults_of(trace), ::testing::IsEmpty());
  EXPECT_THAT(arguments_of(trace, "pfnStagingResourceMap"),
              IsSupersetOf({"hDevice", "hResource", "Subresource", "DDIMap", "Flags"}));
  EXPECT_THAT(arguments_of(trace, "pfnCreateResource"),
              IsSupersetOf({"hDevice", "pCreateResource", "hResource", "hRTResource"}));
  EXPECT_THAT(arguments_of(trace, "OpenAdapter10_2"), IsSupersetOf({"pOpenData", "result"}));
  EXPECT_THAT(arguments_of(trace, "pfnCreateDevice"), IsSupersetOf({"hAdapter", "result"}));
  EXPECT_THAT(slices_of(trace, "GPU"), Contains(StartsWith("DMA buffer ")));
}

TEST(TraceFormat, ARunOfDirect3D12ShowsItsCalls) {
  const Json trace =
      trace_of("--umd " + reference("softgpu_umd.so") + " --scenario user-mode.d3d12-map");
  EXPECT_THAT(faults_of(trace), ::testing::IsEmpty());
  EXPECT_THAT(arguments_of(trace, "pfnMapHeap"), IsSupersetOf({"Device", "Heap", "result"}));
  EXPECT_THAT(arguments_of(trace, "pfnCreateHeapAndResource"), Contains("result"));
  EXPECT_THAT(arguments_of(trace, "pfnFillDDITable"), IsSupersetOf({"hAdapter", "TableType"}));
}

TEST(TraceFormat, SpansThatWereLeftOrLostArePaired) {
  namespace trace = ::drydock::trace;
  {
    const trace::Recording recording;
    trace::internal::record(trace::internal::Kind::kEnd, "nt", "lost", {}, {});
    const trace::Span outer("nt", "outer");
    trace::internal::record(trace::internal::Kind::kBegin, "nt", "left by a jump", {}, {});
  }
  trace::internal::record(trace::internal::Kind::kBegin, "nt", "open", {}, {});
  const Json out = Json::parse(trace::to_chrome_json());
  EXPECT_THAT(faults_of(out), ::testing::IsEmpty());
  EXPECT_EQ(names_of(out, "B").size(), 3U);
}

}  // namespace
