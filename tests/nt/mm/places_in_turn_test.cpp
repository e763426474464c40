// Places that are used in turn.
#include "src/nt/mm/places_in_turn.h"

#include <gtest/gtest.h>

namespace drydock::nt {
namespace {

TEST(PlacesInTurn, AReleasedPlaceWaitsForTheOthers) {
  PlacesInTurn<3> places;
  EXPECT_EQ(places.take(), 0U);
  places.release(0);
  EXPECT_EQ(places.take(), 1U);
  EXPECT_EQ(places.take(), 2U);
  EXPECT_EQ(places.take(), 0U);
}

TEST(PlacesInTurn, TakenPlacesArePassedOver) {
  PlacesInTurn<3> places;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(places.take(), i);
  EXPECT_FALSE(places.take());
  places.release(1);
  EXPECT_EQ(places.take(), 1U);
  EXPECT_FALSE(places.take());
}

}  // namespace
}  // namespace drydock::nt
