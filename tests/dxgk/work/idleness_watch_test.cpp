// A watch sees promises that its thread breaks while the watch lives.
#include "src/dxgk/work/idleness_watch.h"

#include <gtest/gtest.h>

#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

TEST(IdlenessWatch, SeesWhatHappensWhileItLives) {
  IdlenessWatch::note_broken();
  const IdlenessWatch watch;
  EXPECT_FALSE(watch.is_broken()) << "that was before";
  IdlenessWatch::note_broken();
  EXPECT_TRUE(watch.is_broken());
}

TEST(IdlenessWatch, IsOfItsThread) {
  const IdlenessWatch watch;
  sim::Thread other = sim::spawn("other", [] { IdlenessWatch::note_broken(); });
  other.join();
  EXPECT_FALSE(watch.is_broken());
}

}  // namespace
}  // namespace drydock::dxgk
