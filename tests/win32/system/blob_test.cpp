// Blobs: memory with a count of references, in which drivers keep shader code.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kBlobDriver = R"(
#include <d3dcompiler.h>
DEED(Blobs) {
  ID3DBlob* blob = NULL;
  HOLDS(D3DCreateBlob(100, NULL) != S_OK);
  HOLDS(D3DCreateBlob((SIZE_T)-1, &blob) == E_OUTOFMEMORY && blob == NULL);
  HOLDS(D3DCreateBlob(100, &blob) == S_OK && blob->GetBufferSize() == 100);
  memset(blob->GetBufferPointer(), 0xAB, 100);
  const GUID none = {0};
  IUnknown* unknown = NULL;
  HOLDS(blob->QueryInterface(__uuidof(IUnknown), (void**)&unknown) == S_OK && unknown == blob);
  HOLDS(blob->QueryInterface(__uuidof(ID3D10Blob), (void**)&unknown) == S_OK && unknown == blob);
  HOLDS(blob->QueryInterface(none, (void**)&unknown) == E_NOINTERFACE && unknown == NULL);
  HOLDS(blob->Release() == 2 && blob->Release() == 1);
  HOLDS(((const BYTE*)blob->GetBufferPointer())[99] == 0xAB && blob->Release() == 0);
  return NULL;
}

DEED(Forgets) {
  ID3DBlob* blob = NULL;
  HOLDS(D3DCreateBlob(100, &blob) == S_OK);
  return NULL;
}
)";

TEST(UserBlob, LivesUntilItsLastReferenceIsReleased) { expect_work(kBlobDriver, "Blobs"); }

TEST(UserBlob, ThatIsNotReleasedIsALeakOfTheDriver) {
  const Work work = work_of(kBlobDriver, "Forgets");
  EXPECT_EQ(work.failure, "");
  EXPECT_EQ(work.findings.size(), 1U) << text_of(work.findings);
}

}  // namespace
}  // namespace drydock::testing
