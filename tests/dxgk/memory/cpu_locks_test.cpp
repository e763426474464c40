// The offer of a binding's contents.
#include "src/dxgk/memory/cpu_locks.h"

#include <gtest/gtest.h>

namespace drydock::testing {
namespace {

using dxgk::Offer;

TEST(Offer, ContentsAreLostOnlyUpToThePriority) {
  Offer offer;
  EXPECT_FALSE(offer.discard(5)) << "nothing is offered";
  offer.make(/*priority=*/3, /*may_decommit=*/false);
  EXPECT_TRUE(offer.is_made());
  EXPECT_FALSE(offer.discard(2));
  EXPECT_TRUE(offer.discard(3));
  EXPECT_FALSE(offer.discard(3)) << "they are lost once";
  EXPECT_EQ(offer.end(), Offer::State::kDiscarded);
  EXPECT_FALSE(offer.is_made());
}

TEST(Offer, SecondOfferBringsNothingBack) {
  Offer offer;
  offer.make(1, false);
  ASSERT_TRUE(offer.discard(1));
  offer.make(2, /*may_decommit=*/true);
  EXPECT_TRUE(offer.may_decommit());
  EXPECT_EQ(offer.end(), Offer::State::kDiscarded);
}

TEST(Offer, ReclaimThatFailsLeavesADiscardedOffer) {
  Offer offer;
  offer.make(1, true);
  EXPECT_EQ(offer.end(), Offer::State::kOffered);
  offer.renew_discarded();
  EXPECT_TRUE(offer.is_made());
  EXPECT_TRUE(offer.may_decommit());
  EXPECT_EQ(offer.end(), Offer::State::kDiscarded);
}

}  // namespace
}  // namespace drydock::testing
