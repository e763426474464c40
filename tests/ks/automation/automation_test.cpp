// Tables of handlers: what handlers and clients may rely on, and what handlers break.
#include "tests/ks/automation/request_scene.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsRequests, S241MethodThatSetsNoInformationIsFound) {
  Asked asked(1);
  EXPECT_EQ(asked.method(), STATUS_SUCCESS);
  EXPECT_TRUE(has(asked.end(), "S-241"));
}

// S-121, S-244.
TEST(KsRequests, CorrectHandlersAreSilent) {
  Asked asked(104);
  EXPECT_EQ(asked.method(), STATUS_SUCCESS);
  Bytes out;
  std::size_t needed = 0;
  EXPECT_EQ(asked.intersection(out, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed, sizeof(KSDATAFORMAT));
  out.resize(needed);
  EXPECT_EQ(asked.intersection(out), STATUS_SUCCESS);
  EXPECT_EQ(out, plain_format());
  EXPECT_THAT(asked.notes(), HasSubstr("intersects intersects"));
  Signal signal;
  EXPECT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, signal), STATUS_SUCCESS);
  EXPECT_EQ(asked.disable(signal), STATUS_SUCCESS);
  const auto findings = asked.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-239.
TEST(KsRequests, S239TheFirstTableDominatesAndLeavesItsBag) {
  Asked asked(13);
  EXPECT_THAT(asked.notes(), HasSubstr("merged taken-out nothing"));
  const auto findings = asked.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-245: the tables answer for themselves.
TEST(KsRequests, S245SupportAndRelationsComeFromTheTables) {
  Asked asked;
  File pin;
  ASSERT_EQ(asked.rig.connect(asked.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  const auto ask = [&](ULONG flags, Bytes& out) {
    KSPROPERTY property{};
    property.Set = kRequestSet;
    property.Flags = flags;
    return pin.request(IOCTL_KS_PROPERTY, bytes_of(property), out);
  };
  Bytes access(sizeof(ULONG));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_BASICSUPPORT, access), STATUS_SUCCESS);
  EXPECT_EQ(access, bytes_of(ULONG{KSPROPERTY_TYPE_GET | KSPROPERTY_TYPE_SET}));
  Bytes relations(sizeof(KSMULTIPLE_ITEM) + sizeof(KSPROPERTY));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_RELATIONS, relations), STATUS_SUCCESS);
  KSMULTIPLE_ITEM related{};
  std::memcpy(&related, relations.data(), sizeof related);
  EXPECT_LE(related.Size, relations.size());
  EXPECT_EQ(related.Size, sizeof related + related.Count * sizeof(KSPROPERTY));
  Bytes nothing;
  EXPECT_EQ(ask(KSPROPERTY_TYPE_SETSUPPORT, nothing), STATUS_SUCCESS);
  // Serialised: a header, and the one property that has a size.
  Bytes size(sizeof(ULONG));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_SERIALIZESIZE, size), STATUS_SUCCESS);
  Bytes all(sizeof(KSPROPERTY_SERIALHDR) + sizeof(KSPROPERTY_SERIAL) + sizeof(ULONG));
  EXPECT_EQ(size, bytes_of(static_cast<ULONG>(all.size())));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_SERIALIZESET, all), STATUS_SUCCESS);
  const ULONG other = 8;
  std::memcpy(all.data() + all.size() - sizeof other, &other, sizeof other);
  EXPECT_EQ(ask(KSPROPERTY_TYPE_UNSERIALIZESET, all), STATUS_SUCCESS);
  Bytes value(sizeof(ULONG));
  EXPECT_EQ(ask(KSPROPERTY_TYPE_GET, value), STATUS_SUCCESS);
  EXPECT_EQ(value, bytes_of(other));
  all.resize(all.size() - 1);
  EXPECT_EQ(ask(KSPROPERTY_TYPE_UNSERIALIZESET, all), STATUS_INVALID_BUFFER_SIZE);
}

}  // namespace
