#include "src/cc/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace drydock::cc {
namespace {

namespace fs = std::filesystem;
using ::drydock::testing::TempFolder;
using ::testing::ElementsAre;

TEST(LanguageOf, GoesByTheExtension) {
  EXPECT_EQ(language_of("a.c"), Language::kC);
  EXPECT_EQ(language_of("a.C"), Language::kC);
  EXPECT_EQ(language_of("A.CPP"), Language::kCxx);
  EXPECT_EQ(language_of("bdd.cxx"), Language::kCxx);
  EXPECT_EQ(language_of("a.o"), Language::kObject);
  for (const char* other : {"a.rc", "a.h", "a", "a.asm", "c", ".c"})
    EXPECT_FALSE(language_of(other)) << other;
}

TEST(IncludeDirectories, InBothSpellings) {
  Request request;
  request.compiler_arguments = {"-I/a", "-I", "/b", "-DX", "-isystem", "/c", "-iquote/d", "-I"};
  EXPECT_THAT(include_directories(request), ElementsAre("/a", "/b", "/c", "/d"));
}

TEST(InferKind, ByWhatTheSourcesName) {
  TempFolder folder;
  const fs::path miniport =
      folder.write("m.c", "NTSTATUS DriverEntry(...) { return DxgkInitialize(); }");
  const fs::path camera =
      folder.write("k.c", "NTSTATUS DriverEntry(...) { return KsInitializeDriver(); }");
  const fs::path user =
      folder.write("u.cpp", "HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER* p) {}");
  const fs::path helper = folder.write("h.c", "int OpenAdapterCount;");
  EXPECT_EQ(infer_kind({helper, miniport}), Kind::kMiniport);
  EXPECT_EQ(infer_kind({camera}), Kind::kAvstream);
  EXPECT_EQ(infer_kind({helper, user}), Kind::kUserMode);
  EXPECT_EQ(infer_kind({helper}), Kind::kMiniport);
}

TEST(Validate, AcceptsAnOrdinaryRequest) {
  TempFolder folder;
  Request request;
  request.sources = {folder.write("a.c", "")};
  request.output = folder.path() / "a.so";
  EXPECT_NO_THROW(validate(request));
}

TEST(Validate, RacesGoWithNoOtherWatcherOfMemory) {
  TempFolder folder;
  Request request;
  request.sources = {folder.write("a.c", "")};
  request.output = folder.path() / "a.so";
  request.races = true;
  request.sanitizers = {"undefined"};
  EXPECT_NO_THROW(validate(request));
  request.sanitizers = {"address"};
  EXPECT_THROW(validate(request), UsageError);
}

TEST(Validate, RefusesAnOutputThatIsASource) {
  TempFolder folder;
  Request request;
  request.sources = {folder.write("a.c", "")};
  request.output = folder.path() / "." / "a.c";
  EXPECT_THROW(validate(request), UsageError);
}

TEST(Validate, CompileOnlyTakesOneSourceAndNoObject) {
  TempFolder folder;
  Request request;
  request.compile_only = true;
  request.output = folder.path() / "x.o";
  request.sources = {folder.write("a.c", ""), folder.write("b.c", "")};
  EXPECT_THROW(validate(request), UsageError);
  request.sources = {folder.write("a.o", "")};
  EXPECT_THROW(validate(request), UsageError);
}

}  // namespace
}  // namespace drydock::cc
