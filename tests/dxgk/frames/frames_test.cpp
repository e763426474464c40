// Frames of the system: what the driver is given, and what it may make of it.
#include "src/dxgk/frames/frames.h"

#include "tests/dxgk/frames/frames_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

using display::Picture;
using display::test_card;
using dxgk::Frames;
using dxgk::SourceView;

constexpr RECT kSome{3, 4, 20, 30};

// Two frames, of which the second is new in a part.
void present_two(Frames& frames, NTSTATUS first = STATUS_SUCCESS,
                 NTSTATUS second = STATUS_SUCCESS) {
  const Picture card = test_card(kFrameSize);
  EXPECT_EQ(frames.present(0, kVisible, {.image = card}), first);
  Picture next = card;
  next.fill(kSome, 0xFF12'3456);
  EXPECT_EQ(frames.present(0, kVisible, {.image = next, .dirty = {&kSome, 1}}), second);
}

TEST(Frames, D144PresentedPictureIsScannedOut) {
  const MiniportLife life = life_with_frames(u"", [](Frames& frames, FramesDevice& device) {
    present_two(frames);
    Picture wanted = test_card(kFrameSize);
    wanted.fill(kSome, 0xFF12'3456);
    EXPECT_EQ(screen_of(device).pixels(), wanted.pixels());
  });
  expect_silent(life);
}

TEST(Frames, D144ImagesOfAnotherFormAreNotGivenToTheDriver) {
  const MiniportLife life = life_with_frames(u"refuses", [](Frames& frames, FramesDevice&) {
    const Picture card = test_card(kFrameSize);
    const RECT outside{0, 0, 65, 1}, empty{5, 5, 5, 9};
    const D3DKMT_MOVE_RECT from_outside{{60, 0}, {0, 0, 10, 10}};
    EXPECT_EQ(frames.present(0, kVisible, {.image = card, .dirty = {&outside, 1}}),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(frames.present(0, kVisible, {.image = card, .dirty = {&empty, 1}}),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(frames.present(0, kVisible, {.image = card, .moves = {&from_outside, 1}}),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(frames.present(0, kVisible, {.image = Picture({64, 47})}), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(frames.present(0, kVisible, {.image = Picture()}), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(frames.present(1, kVisible, {.image = card}),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
    const SourceView turned{kFrameSize, D3DKMDT_VPPR_ROTATE90, true};
    EXPECT_EQ(frames.present(0, turned, {.image = card, .is_turned = true}),
              STATUS_INVALID_PARAMETER);
  });
  expect_silent(life);
}

TEST(Frames, D145MovesThatAreNotDoneShow) {
  const Raises raises({"D-145"});
  life_with_frames(u"forgets moves", [](Frames& frames, FramesDevice&) {
    present_two(frames);
    Picture next = test_card(kFrameSize);
    next.fill(kSome, 0xFF12'3456);
    const D3DKMT_MOVE_RECT move{{3, 4}, {30, 10, 40, 20}};
    next.move(move.SourcePoint, move.DestRect);
    frames.present(0, kVisible, {.image = next, .moves = {&move, 1}});
  });
}

TEST(Frames, D145MovesBeforeDirtyRectanglesAreSilent) {
  const MiniportLife life = life_with_frames(u"", [](Frames& frames, FramesDevice&) {
    present_two(frames);
    Picture next = test_card(kFrameSize);
    next.fill(kSome, 0xFF12'3456);
    const D3DKMT_MOVE_RECT move{{3, 4}, {30, 10, 40, 20}};
    next.move(move.SourcePoint, move.DestRect);
    const RECT new_part{35, 15, 45, 25};
    next.fill(new_part, 0xFFAB'CDEF);
    EXPECT_EQ(
        frames.present(0, kVisible, {.image = next, .moves = {&move, 1}, .dirty = {&new_part, 1}}),
        STATUS_SUCCESS);
  });
  expect_silent(life);
}

// The driver has drawn to the firmware's frame buffer, so its next mistake there is one.
TEST(Frames, D145MovesThatAreNotDoneShowOnAPresumedScreen) {
  const Raises raises({"D-145"});
  const auto draw = [](Frames& frames, FramesDevice&) {
    present_two(frames);
    Picture next = test_card(kFrameSize);
    next.fill(kSome, 0xFF12'3456);
    const D3DKMT_MOVE_RECT move{{3, 4}, {30, 10, 40, 20}};
    next.move(move.SourcePoint, move.DestRect);
    frames.present(0, kVisible, {.image = next, .moves = {&move, 1}});
  };
  life_with_frames(u"forgets moves", draw, std::make_shared<FramesDevice>(/*is_presumed=*/true));
}

// A driver of other hardware may show its pictures elsewhere, and hide them there.
TEST(Frames, D146AScreenThatTheDriverDoesNotDrawToIsSilent) {
  const auto draw = [](Frames& frames, FramesDevice&) {
    present_two(frames);
    SourceView hidden = kVisible;
    hidden.is_visible = false;
    hidden.is_hidden = true;
    EXPECT_EQ(frames.present(0, hidden, {.image = test_card(kFrameSize)}), STATUS_SUCCESS);
  };
  expect_silent(life_with_frames(u"copies nothing", draw, std::make_shared<FramesDevice>(true)));
}

TEST(Frames, D146SuccessWithoutThePictureShows) {
  const Raises raises({"D-146"});
  life_with_frames(u"copies nothing", [](Frames& frames, FramesDevice&) { present_two(frames); });
}

TEST(Frames, D146ErrorsAreNoMistake) {
  const MiniportLife life = life_with_frames(u"fails", [](Frames& frames, FramesDevice&) {
    present_two(frames, STATUS_NO_MEMORY, STATUS_NO_MEMORY);
  });
  expect_silent(life);
}

TEST(Frames, D147ProgressOfAFrameThatIsOverShows) {
  for (const char16_t* fault : {u"reports success", u"reports twice", u"wrong source"}) {
    const Raises raises({"D-147"});
    life_with_frames(fault, [](Frames& frames, FramesDevice&) {
      frames.present(0, kVisible, {.image = test_card(kFrameSize)});
    });
  }
}

TEST(Frames, D147ProgressWithoutDpcShows) {
  const Raises raises({"D-147"});
  life_with_frames(u"queues no DPC", [](Frames& frames, FramesDevice&) {
    EXPECT_EQ(frames.present(0, kVisible, {.image = test_card(kFrameSize)}), STATUS_IO_TIMEOUT);
  });
}

TEST(Frames, D147OneReportForEachPendingFrameIsSilent) {
  const MiniportLife life = life_with_frames(u"reports", [](Frames& frames, FramesDevice& device) {
    for (int i = 0; i < 5; ++i) present_two(frames);
    Picture wanted = test_card(kFrameSize);
    wanted.fill(kSome, 0xFF12'3456);
    EXPECT_EQ(first_difference(screen_of(device), wanted), std::nullopt);
  });
  expect_silent(life);
}

TEST(Frames, D147AFrameThatFailsLaterIsLost) {
  const MiniportLife life = life_with_frames(u"fails later", [](Frames& frames, FramesDevice&) {
    present_two(frames, STATUS_UNSUCCESSFUL, STATUS_UNSUCCESSFUL);
  });
  expect_silent(life);
}

TEST(Frames, D148AFrameWithoutProgressIsATimeout) {
  const Raises raises({"D-147"});
  life_with_frames(u"never reports", [](Frames& frames, FramesDevice&) {
    const sim::Time begin = sim::now();
    EXPECT_EQ(frames.present(0, kVisible, {.image = test_card(kFrameSize)}), STATUS_IO_TIMEOUT);
    EXPECT_GE(sim::now() - begin, 20'000'000);
  });
}

constexpr SourceView kUpsideDown{kFrameSize, D3DKMDT_VPPR_ROTATE180, true};

TEST(Frames, D149TurningWithoutOrAgainstTheFlagShows) {
  for (const bool is_turned : {true, false}) {
    const Raises raises({"D-149"});
    life_with_frames(
        is_turned ? u"never turns" : u"always turns", [&](Frames& frames, FramesDevice&) {
          frames.present(0, kUpsideDown, {.image = test_card(kFrameSize), .is_turned = is_turned});
        });
  }
}

TEST(Frames, D149TurningAsTheFlagSaysIsSilent) {
  const MiniportLife life = life_with_frames(u"", [](Frames& frames, FramesDevice& device) {
    const Picture card = test_card(kFrameSize);
    EXPECT_EQ(frames.present(0, kUpsideDown, {.image = card, .is_turned = true}), STATUS_SUCCESS);
    EXPECT_EQ(first_difference(screen_of(device), turned(card, D3DKMDT_VPPR_ROTATE180)),
              std::nullopt);
    EXPECT_EQ(frames.present(0, kUpsideDown, {.image = test_card(kFrameSize, 1)}), STATUS_SUCCESS);
  });
  expect_silent(life);
}

TEST(Frames, D150UseOfThePictureAfterItsTimeShows) {
  const Raises raises({"D-150"});
  life_with_frames(u"reads late", [](Frames& frames, FramesDevice&) {
    present_two(frames, STATUS_SUCCESS, STATUS_DEVICE_REMOVED);
  });
}

TEST(Frames, D150UseOfTheListsAfterTheirTimeShows) {
  const Raises raises({"D-150"});
  life_with_frames(u"keeps list", [](Frames& frames, FramesDevice&) {
    present_two(frames, STATUS_SUCCESS, STATUS_DEVICE_REMOVED);
  });
}

TEST(Frames, D150UseWhileTheFrameIsPendingIsSilent) {
  const MiniportLife life = life_with_frames(u"reports", [](Frames& frames, FramesDevice& device) {
    present_two(frames);
    Picture wanted = test_card(kFrameSize);
    wanted.fill(kSome, 0xFF12'3456);
    EXPECT_EQ(screen_of(device).pixels(), wanted.pixels());
  });
  expect_silent(life);
}

TEST(Frames, D151DrawingToAnInvisibleSourceShows) {
  const Raises raises({"D-151"});
  life_with_frames(u"", [](Frames& frames, FramesDevice&) {
    SourceView invisible = kVisible;
    invisible.is_visible = false;
    invisible.is_hidden = true;
    frames.present(0, invisible, {.image = test_card(kFrameSize)});
  });
}

TEST(Frames, D151FailingForAnInvisibleSourceShows) {
  const Raises raises({"D-151"});
  life_with_frames(u"refuses", [](Frames& frames, FramesDevice&) {
    SourceView invisible = kVisible;
    invisible.is_visible = false;
    invisible.is_hidden = true;
    frames.present(0, invisible, {.image = test_card(kFrameSize)});
  });
}

TEST(Frames, D151DrawingNothingWhileInvisibleIsSilent) {
  const MiniportLife life = life_with_frames(u"copies nothing", [](Frames& frames, FramesDevice&) {
    SourceView invisible = kVisible;
    invisible.is_visible = false;
    invisible.is_hidden = true;
    EXPECT_EQ(frames.present(0, invisible, {.image = test_card(kFrameSize)}), STATUS_SUCCESS);
  });
  expect_silent(life);
}

// The first frame comes before the source is visible for the first time.
TEST(Frames, D151TheFirstFrameMayBeDrawnBeforeTheSourceIsVisible) {
  const MiniportLife life = life_with_frames(u"", [](Frames& frames, FramesDevice&) {
    SourceView early = kVisible;
    early.is_visible = false;
    EXPECT_EQ(frames.present(0, early, {.image = test_card(kFrameSize)}), STATUS_SUCCESS);
  });
  expect_silent(life);
}

// The driver copies what it is told, and the frame after a pause is told as a whole.
TEST(Frames, APauseMakesTheNextFrameAWholeOne) {
  const MiniportLife life = life_with_frames(u"", [](Frames& frames, FramesDevice& device) {
    present_two(frames);
    {
      const Frames::Pause pause(frames);
    }
    const Picture other = test_card(kFrameSize, 7);
    EXPECT_EQ(frames.present(0, kVisible, {.image = other, .dirty = {&kSome, 1}}), STATUS_SUCCESS);
    EXPECT_EQ(first_difference(screen_of(device), other), std::nullopt);
  });
  expect_silent(life);
}

}  // namespace
}  // namespace drydock::testing
