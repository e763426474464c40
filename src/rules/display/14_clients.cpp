// Display entry points of clients, and who owns a source.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayClients[] = {
    {.id = "D-198",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTSetVidPnSourceOwner is called without device or lists",
     .text = "D3DKMTSetVidPnSourceOwner needs a device handle; pType and pVidPnSourceId have "
             "VidPnSourceCount elements each. Both NULL with count 0 releases what this device "
             "owns and succeeds also if that is nothing.",
     .outcome = "STATUS_INVALID_PARAMETER for a zeroed structure",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsetvidpnsourceowner.md; Wine d3dkmt.c:1143-1151, "
               "1024-1045, 1088-1108",
     .lesson =
         {.why =
              "Ownership belongs to a device. A call without one, or whose two lists are not both "
              "there, does not say who asks for what; Windows refuses it and nothing changes.",
          .check = "D3DKMTSetVidPnSourceOwner looks up hDevice and, if VidPnSourceCount is not 0, "
                   "demands both lists. A broken call gets STATUS_INVALID_PARAMETER. With a count "
                   "of 0 the device releases what it owns.",
          .wrong = R"(D3DKMT_SETVIDPNSOURCEOWNER owner = {};
owner.pVidPnSourceId = &source;
owner.VidPnSourceCount = 1;
D3DKMTSetVidPnSourceOwner(&owner);)",
          .right = R"(D3DKMT_VIDPNSOURCEOWNER_TYPE type = D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
D3DKMT_SETVIDPNSOURCEOWNER owner = {};
owner.hDevice = device;
owner.pType = &type;
owner.pVidPnSourceId = &source;
owner.VidPnSourceCount = 1;
D3DKMTSetVidPnSourceOwner(&owner);)"},
     .tests = {provokes("SourceOwnership.D198CallWithoutDeviceOrListsIsRefused"),
               stays_silent("SourceOwnership.D198ListsOfOneLengthAreAccepted")}},
    {.id = "D-199",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTSetVidPnSourceOwner names a type or source that does not exist",
     .text = "VidPn owner types: UNOWNED (nobody, or the desktop), SHARED (yields to EXCLUSIVE), "
             "EXCLUSIVE, EXCLUSIVEGDI (legacy devices, all sources at once), EMULATED (gamma "
             "only).",
     .outcome = "EXCLUSIVEGDI and values above EMULATED: STATUS_INVALID_PARAMETER; unknown "
                "source: STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE; stopped adapter: "
                "STATUS_DEVICE_REMOVED",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_setvidpnsourceowner.md; libdxg include/d3dkmthk.h; "
               "Wine d3dkmt.c:850-913",
     .lesson = {.why = "EXCLUSIVEGDI is for drivers of Windows XP. A source that the adapter does "
                       "not have cannot be owned: sources are numbered from 0, and the adapter "
                       "says how many there are.",
                .check = "D3DKMTSetVidPnSourceOwner looks at each type and at each source of the "
                         "lists before it changes an owner. That a source belongs to somebody else "
                         "is no breach, only a status.",
                .wrong = R"(owner.pType = &type;  // D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVEGDI
D3DKMTSetVidPnSourceOwner(&owner);)",
                .right = R"(D3DKMT_VIDPNSOURCEOWNER_TYPE type = D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
D3DDDI_VIDEO_PRESENT_SOURCE_ID source = display.VidPnSourceId;
owner.pType = &type;
owner.pVidPnSourceId = &source;
D3DKMTSetVidPnSourceOwner(&owner);)"},
     .tests = {provokes("SourceOwnership.D199TypesAndSourcesThatDoNotExistAreRefused"),
               stays_silent("SourceOwnership.D199TypesOfWindowsAreNoMistake")}},
    {.id = "D-200",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Ownership changes of one device succeed and fail as on Windows",
     .text = "VidPn ownership, one device: UNOWNED, EXCLUSIVE and EMULATED succeed and may be "
             "repeated; SHARED fails while the desktop owns the source; EXCLUSIVE to SHARED or "
             "EMULATED, and EMULATED to EXCLUSIVE, without a release between, is refused.",
     .outcome = "a defect of Drydock; STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE for SHARED (also after "
                "EMULATED), STATUS_INVALID_PARAMETER for the changes",
     .source = "observed on Windows; Wine d3dkmt.c:848-915",
     .tests = {proves("SourceOwnersTest.D200ChangesOfOneDeviceAreThoseOfWindows"),
               proves("OwnershipSteps.D200OneDeviceIsAnsweredAsOnWindows")}},
    {.id = "D-201",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Ownership of a second device succeeds and fails as on Windows",
     .text = "VidPn ownership, second device while the first is EXCLUSIVE or EMULATED: UNOWNED "
             "succeeds and takes nothing away; SHARED, EXCLUSIVE and EMULATED fail. If the first "
             "is UNOWNED (or was refused), the second may become EXCLUSIVE or EMULATED.",
     .outcome = "a defect of Drydock; STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE",
     .source = "observed on Windows; Wine d3dkmt.c:926-947",
     .tests = {proves("SourceOwnersTest.D201ASecondDeviceGetsWhatTheFirstDoesNotHave"),
               proves("OwnershipSteps.D201TwoDevicesAreAnsweredAsOnWindows")}},
    {.id = "D-202",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only the owner releases, and its end releases",
     .text = "VidPn ownership: only the owning device can release; destroying it releases; "
             "D3DKMTReleaseProcessVidPnSourceOwners releases everything of a process.",
     .outcome = "a defect of Drydock (last part documented)",
     .source = "Wine d3dkmt.c:1008-1045, 1111-1136; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtreleaseprocessvidpnsourceowners.md",
     .tests = {proves("OwnershipSteps.D202OnlyTheOwnerReleasesAndItsEndDoes"),
               proves("OwnershipSteps.D202AProcessReleasesEverythingItOwns"),
               proves("SourceOwnership.D202TheEndOfAProcessReleases"),
               proves("SourceOwnership.D202AStopOfTheAdapterReleases")}},
    {.id = "D-203",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flags or handles of D3DKMTSetVidPnSourceOwner1 or 2 are not allowed",
     .text = "SetVidPnSourceOwner1 adds flags (AllowOutputDuplication, DisableDWMVirtualMode, "
             "UseNtHandles; reserved bits 0); SetVidPnSourceOwner2 adds one NT handle per "
             "source, used with UseNtHandles (last part inferred).",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsetvidpnsourceowner1.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_vidpnsourceowner_flags.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_setvidpnsourceowner2.md",
     .lesson =
         {.why = "Bits that have no meaning today may get one. UseNtHandles says that the sources "
                 "are named by handles: without the list there are none.",
          .check =
              "D3DKMTSetVidPnSourceOwner1 and D3DKMTSetVidPnSourceOwner2 refuse reserved bits, and "
              "UseNtHandles for sources without a list of handles, with STATUS_INVALID_PARAMETER.",
          .wrong = R"(D3DKMT_SETVIDPNSOURCEOWNER1 owner = {};
owner.Version0 = exclusive;
owner.Flags.Value = ~0u;
D3DKMTSetVidPnSourceOwner1(&owner);)",
          .right = R"(D3DKMT_SETVIDPNSOURCEOWNER1 owner = {};
owner.Version0 = exclusive;
owner.Flags.AllowOutputDuplication = 1;
D3DKMTSetVidPnSourceOwner1(&owner);)"},
     .tests = {provokes("SourceOwnership.D203UnknownFlagsAndMissingHandlesAreRefused"),
               stays_silent("SourceOwnership.D203DefinedFlagsAreAccepted")}},
    {.id = "D-204",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTCheckVidPnExclusiveOwnership answers whether there is an exclusive owner",
     .text = "CheckVidPnExclusiveOwnership: STATUS_SUCCESS without an exclusive owner, "
             "STATUS_GRAPHICS_PRESENT_OCCLUDED with one, for a moment after its release possibly "
             "STATUS_GRAPHICS_PRESENT_UNOCCLUDED; NULL or zeroed input STATUS_INVALID_PARAMETER.",
     .outcome = "a defect of Drydock",
     .source = "Wine d3dkmt.c:949-1005; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtcheckvidpnexclusiveownership.md",
     .tests = {proves("SourceOwnership.D204ChecksSayWhetherThereIsAnExclusiveOwner")}},
    {.id = "D-205",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTSetDisplayMode is called without ownership or primary",
     .text = "SetDisplayMode needs a device that owns the source exclusively and a primary of "
             "that device; with an extended format or multisampling the resolution equals that "
             "of the current GDI mode; reserved flag bits are 0.",
     .outcome = "STATUS_GRAPHICS_NOT_EXCLUSIVE_MODE_OWNER; else STATUS_INVALID_PARAMETER; "
                "stopped adapter: STATUS_DEVICE_REMOVED",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsetdisplaymode.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_setdisplaymode.md"},
    {.id = "D-206",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Client does not convert a primary to the format that the driver asked for",
     .text = "On an incompatible private format convert the primary to the returned "
             "PrivateDriverFormatAttribute (new allocation, copy, destroy the old, use the new "
             "handle) and call again until another result comes. (The same demand as U-219.)",
     .outcome = "D3DDDIERR_INCOMPATIBLEPRIVATEFORMAT "
                "(STATUS_GRAPHICS_INCOMPATIBLE_PRIVATE_FORMAT) each time",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsetdisplaymode.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_setdisplaymode.md"},
    {.id = "D-207",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTGetDisplayModeList counts, lists and refuses as documented",
     .text = "GetDisplayModeList with NULL list and count 0 returns the count; a buffer too "
             "small gets STATUS_BUFFER_TOO_SMALL and the new count; a source that no target can "
             "serve gets STATUS_GRAPHICS_NO_AVAILABLE_VIDPN_TARGET. The list may change between "
             "two calls.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtgetdisplaymodelist.md"},
    {.id = "D-208",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTPresent for a flip has members that belong to a copy",
     .text = "D3DKMTPresent with Flip: no Blt, ColorFill, colour key, SrcRectValid, "
             "DstRectValid, Rotate or RestrictVidPnSource; the source is a primary, the interval "
             "supported, and SetDisplayMode was called before.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpresent.md"},
    {.id = "D-209",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTPresent for a copy or fill has members that do not belong together",
     .text = "D3DKMTPresent with Blt or ColorFill: pSrcSubRects and SubRectCnt are given, no "
             "Flip* flag; ColorFill has no Blt, colour key or SrcRectValid; hDestination needs "
             "Blt and SrcRectValid, differs from hSource and names a primary of equal size on an "
             "owned source.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpresent.md; d3dkmthk/ns-d3dkmthk-_d3dkmt_present.md"},
    {.id = "D-210",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Copying present is made on a context whose work cannot drain by itself",
     .text = "A copying present is made only on a context whose queued work can drain by itself "
             "(each wait already has its signal queued).",
     .outcome = "deadlock of the caller, possibly of the desktop; lint",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpresent.md"},
    {.id = "D-211",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A flip waits for the limit of the queue",
     .text = "Unless FlipDoNotWait is set, a flip waits until fewer than the limit (three by "
             "default) are queued; broadcasts (at most 64 further contexts) are for flips and "
             "need MMIO flips.",
     .outcome = "a defect of Drydock; STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_presentflags.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_present.md"},
    {.id = "D-212",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTWaitForVerticalBlankEvent returns at the next vertical blank or when the "
              "adapter stops",
     .text = "WaitForVerticalBlankEvent returns STATUS_SUCCESS at the next vertical blank of the "
             "source, STATUS_DEVICE_REMOVED when the adapter stops; hDevice may be 0.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtwaitforverticalblankevent.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_waitforverticalblankevent.md"},
    {.id = "D-213",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTWaitForVerticalBlankEvent2 is given more than eight objects",
     .text = "WaitForVerticalBlankEvent2 takes at most 8 objects; STATUS_WAIT_0 is the vertical "
             "blank, STATUS_WAIT_1 to _8 the objects.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtwaitforverticalblankevent2.md; libdxg "
               "include/d3dkmthk.h"},
    {.id = "D-214",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTGetScanLine asks the driver for a target of the source",
     .text = "D3DKMTGetScanLine names a source; the kernel asks DxgkDdiGetScanLine for a target "
             "of it (inferred), or simulates (D-004).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtgetscanline.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_getscanline.md"},
    {.id = "D-215",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTCheckOcclusion answers as Windows does without a desktop",
     .text = "CheckOcclusion: STATUS_GRAPHICS_PRESENT_OCCLUDED when an exclusive owner holds the "
             "only source of the desktop, else STATUS_SUCCESS; a minimised, hidden or covered "
             "window and composition make no difference; NULL or no window "
             "STATUS_INVALID_PARAMETER.",
     .outcome = "a defect of Drydock",
     .source = "Wine d3dkmt.c:1153-1320; d3dkmthk/nf-d3dkmthk-d3dkmtcheckocclusion.md",
     .tests = {proves("SourceCalls.D215AWindowIsHiddenByAnExclusiveOwnerOfTheOnlySource"),
               proves("TwoSources.D215AWindowIsNotHiddenOnADesktopOfTwoSources")}},
    {.id = "D-216",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTSetDisplayPrivateDriverFormat is called without ownership",
     .text = "SetDisplayPrivateDriverFormat needs exclusive ownership of the source.",
     .outcome = "not owner: STATUS_GRAPHICS_NOT_EXCLUSIVE_MODE_OWNER (name missing on the page); "
                "no DDI: STATUS_NOT_SUPPORTED; DDI failed: STATUS_UNSUCCESSFUL",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsetdisplayprivatedriverformat.md",
     .lesson = {.why = "The private format decides how the memory of the source is read for the "
                       "screen. Set by somebody who does not own the source, it would garble the "
                       "picture of another program.",
                .check = "D3DKMTSetDisplayPrivateDriverFormat asks whether the device owns the "
                         "source exclusively. If not, the driver is not called, and the status is "
                         "STATUS_GRAPHICS_NOT_EXCLUSIVE_MODE_OWNER.",
                .wrong = R"(format.hDevice = device;
D3DKMTSetDisplayPrivateDriverFormat(&format);)",
                .right = R"(D3DKMTSetVidPnSourceOwner(&exclusive);  // of the same device and source
format.hDevice = device;
D3DKMTSetDisplayPrivateDriverFormat(&format);)"},
     .tests = {provokes("SourceFormats.D216FormatOfASourceOfOthersIsRefused"),
               stays_silent("SourceFormats.D216FormatOfAnOwnSourceReachesTheDriver")}},
    {.id = "D-217",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTGetSharedPrimaryHandle returns the shared primary or none",
     .text = "GetSharedPrimaryHandle returns the global handle, or success with 0 when there is "
             "no shared primary at the moment; a client opens it as in K rules on sharing (cf. "
             "U-079, U-112).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtgetsharedprimaryhandle.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_getsharedprimaryhandle.md"},
    {.id = "D-218",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Lock of the shared primary is not announced",
     .text = "A lock of the GDI shared primary is announced by SharedPrimaryLockNotification "
             "before D3DKMTLock and closed by SharedPrimaryUnLockNotification after D3DKMTUnlock.",
     .outcome = "sprites drawn over the locked area; lint",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtsharedprimarylocknotification.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtsharedprimaryunlocknotification.md"},
    {.id = "D-219",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTPollDisplayChildren asks the children as its flags say",
     .text = "PollDisplayChildren asks the children through QueryChildStatus, passing "
             "NonDestructiveOnly on; HPD-aware children are included with PollInterruptible; "
             "SynchronousPolling reports within 1 s, and DisableModeReset goes only with it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpolldisplaychildren.md; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_polldisplaychildren.md"},
    {.id = "D-220",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTInvalidateActiveVidPn is not supported since Windows 7",
     .text = "InvalidateActiveVidPn is obsolete: STATUS_NOT_SUPPORTED for a driver of interface "
             "version WIN7 or later.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtinvalidateactivevidpn.md",
     .tests = {proves("SourceCalls.D220InvalidatingTheActiveVidPnIsNotSupported")}},
};

}  // namespace

Chapter clients() { return kDisplayClients; }

}  // namespace drydock::rules::display
