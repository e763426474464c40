// Routines of folders, names and the environment.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32EnvironmentRows(
    "Win32Exports",
    {
        ROW(CreateDirectoryA, zeros(gives(FALSE)),
            proven_by("UserFileNames.FilesAndFoldersHaveAttributes")),
        ROW(CreateDirectoryW, zeros(gives(FALSE)), works([] {
              EXPECT_FALSE(CreateDirectoryW(u"C:\\none\\deeper", nullptr));
              EXPECT_EQ(GetLastError(), DWORD{ERROR_PATH_NOT_FOUND});
            })),
        ROW(DeleteFileA, zeros(gives(FALSE)),
            proven_by("UserFileNames.FilesAndFoldersHaveAttributes")),
        ROW(DeleteFileW, zeros(gives(FALSE)),
            proven_by("UserFileNames.FilesAndFoldersHaveAttributes")),
        ROW(FindClose, zeros(gives(FALSE)),
            proven_by("UserFileNames.PatternsAreMatchedWithoutCase")),
        ROW(FindFirstFileA, zeros(passes()), proven_by("UserRefusals.FilesAndFoldersMayBeRefused")),
        ROW(FindFirstFileW, zeros(passes()),
            proven_by("UserFileNames.PatternsAreMatchedWithoutCase")),
        ROW(FindNextFileA, zeros(gives(FALSE)), works([] {
              WIN32_FIND_DATAA data{};
              EXPECT_FALSE(FindNextFileA(INVALID_HANDLE_VALUE, &data));
              EXPECT_EQ(GetLastError(), DWORD{ERROR_INVALID_HANDLE});
            })),
        ROW(FindNextFileW, zeros(gives(FALSE)),
            proven_by("UserFileNames.PatternsAreMatchedWithoutCase")),
        ROW(GetComputerNameA, zeros(gives(FALSE)),
            proven_by("UserEnvironment.VariablesAreSetReadAndRemoved")),
        ROW(GetComputerNameW, zeros(gives(FALSE)), works([] {
              WCHAR name[64];
              DWORD size = 1;
              EXPECT_FALSE(GetComputerNameW(name, &size));
              EXPECT_EQ(GetLastError(), DWORD{ERROR_BUFFER_OVERFLOW});
              EXPECT_GT(size, 1u);
              size = 64;
              EXPECT_TRUE(GetComputerNameW(name, &size));
              EXPECT_EQ(name[size], 0);
            })),
        ROW(GetCurrentDirectoryA, zeros(passes()),
            proven_by("UserEnvironment.AnswersSayHowMuchRoomIsNeeded")),
        ROW(GetCurrentDirectoryW, zeros(passes()), works([] {
              WCHAR room[300];
              const DWORD length = GetCurrentDirectoryW(300, room);
              EXPECT_GT(length, 0u);
              EXPECT_EQ(room[length], 0);
              EXPECT_EQ(GetCurrentDirectoryW(1, room), length + 1);
            })),
        ROW(GetEnvironmentVariableA, zeros(gives(0)),
            proven_by("UserEnvironment.VariablesAreSetReadAndRemoved")),
        ROW(GetEnvironmentVariableW, zeros(gives(0)),
            proven_by("UserEnvironment.AnswersSayHowMuchRoomIsNeeded")),
        ROW(GetFileAttributesA, zeros(passes()),
            proven_by("UserFileNames.FilesAndFoldersHaveAttributes")),
        ROW(GetFileAttributesW, zeros(passes()),
            proven_by("UserFileNames.FilesAndFoldersHaveAttributes")),
        ROW(GetSystemDirectoryA, zeros(passes()),
            proven_by("UserEnvironment.VariablesAreSetReadAndRemoved")),
        ROW(GetSystemDirectoryW, zeros(passes()), works([] {
              WCHAR room[300];
              const UINT length = GetSystemDirectoryW(room, 300);
              EXPECT_GT(length, 0u);
              EXPECT_EQ(room[length], 0);
              EXPECT_EQ(GetSystemDirectoryW(room, 1), length + 1);
            })),
        ROW(GetTempPathA, zeros(passes()),
            proven_by("UserEnvironment.VariablesAreSetReadAndRemoved")),
        ROW(GetTempPathW, zeros(passes()), works([] {
              WCHAR room[300];
              const DWORD length = GetTempPathW(300, room);
              EXPECT_GT(length, 0u);
              EXPECT_EQ(room[length], 0);
              EXPECT_EQ(GetTempPathW(1, room), length + 1);
            })),
        ROW(GetWindowsDirectoryA, zeros(passes()), works([] {
              char room[300];
              const UINT length = GetWindowsDirectoryA(room, 300);
              EXPECT_EQ(length, std::strlen(room));
              EXPECT_EQ(GetWindowsDirectoryA(room, 1), length + 1);
            })),
        ROW(GetWindowsDirectoryW, zeros(passes()),
            proven_by("UserEnvironment.AnswersSayHowMuchRoomIsNeeded")),
        ROW(SetEnvironmentVariableA, zeros(gives(FALSE)),
            proven_by("UserEnvironment.VariablesAreSetReadAndRemoved")),
        ROW(SetEnvironmentVariableW, zeros(gives(FALSE)),
            proven_by("UserEnvironment.VariablesAreSetReadAndRemoved")),
    });

}  // namespace
