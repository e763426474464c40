// Splay trees.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"

namespace {

// ntddk/nf-ntddk-rtlsplay.md, ntddk/nf-ntddk-rtldelete.md
TEST(RtlSplay, SplayTreeKeepsItsOrder) {
  RTL_SPLAY_LINKS nodes[9] = {};
  for (RTL_SPLAY_LINKS& node : nodes) node.Parent = &node;
  for (int i = 1; i < 9; ++i) {
    nodes[i - 1].RightChild = &nodes[i];
    nodes[i].Parent = &nodes[i - 1];
  }
  PRTL_SPLAY_LINKS root = RtlSplay(&nodes[5]);
  EXPECT_EQ(root, &nodes[5]);
  root = RtlDelete(&nodes[3]);
  ASSERT_NE(root, nullptr);
  root = RtlSplay(&nodes[0]);
  std::string order;
  for (PRTL_SPLAY_LINKS at = root; at != nullptr; at = RtlRealSuccessor(at)) {
    order += static_cast<char>('0' + (at - nodes));
  }
  EXPECT_EQ(order, "01245678");
  EXPECT_EQ(RtlRealPredecessor(&nodes[4]), &nodes[2]);
}

}  // namespace
