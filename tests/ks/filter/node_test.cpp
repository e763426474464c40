// Nodes: by the flag of a request, and as objects of their own.
#include "tests/ks/automation/request_scene.h"

using namespace drydock::testing;

namespace {

TEST(KsRequests, RequestsToANodeGoToItsTable) {
  Asked asked;
  KSP_NODE node{};
  node.Property.Set = kRequestSet;
  node.Property.Flags = KSPROPERTY_TYPE_GET | KSPROPERTY_TYPE_TOPOLOGY;
  Bytes out(sizeof(ULONG));
  EXPECT_EQ(asked.filter.request(IOCTL_KS_PROPERTY, bytes_of(node), out), STATUS_SUCCESS);
  EXPECT_EQ(out, bytes_of(ULONG{40}));
  node.NodeId = 1;
  EXPECT_EQ(asked.filter.request(IOCTL_KS_PROPERTY, bytes_of(node), out), STATUS_PROPSET_NOT_FOUND);
  node.NodeId = 2;
  EXPECT_EQ(asked.filter.request(IOCTL_KS_PROPERTY, bytes_of(node), out), STATUS_INVALID_PARAMETER);
  KSNODE_CREATE create{0, 0};
  HANDLE handle = nullptr;
  ASSERT_EQ(KsCreateTopologyNode(asked.filter.handle(), &create, GENERIC_READ, &handle),
            STATUS_SUCCESS);
  ZwClose(handle);
  create.Node = 9;
  EXPECT_EQ(KsCreateTopologyNode(asked.filter.handle(), &create, GENERIC_READ, &handle),
            STATUS_INVALID_PARAMETER);
}

}  // namespace
