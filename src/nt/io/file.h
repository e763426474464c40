// Files: FILE_OBJECTs that stand for a device that was opened or for a file of the host.
//
// A test or a profile declares which folders of the host drivers may see, and where:
//   declare_folder(u"\\??\\C:\\", "/tmp/x");  declare_folder(u"\\SystemRoot\\", "/tmp/x/Windows");
// What is not declared does not exist. Names are compared without regard to case.
//
// Cost: system calls of the host's file system. Owner: the object manager; the maker of a file
// object releases it. Threads: any.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/object_names.h"

namespace drydock::nt {

void declare_folder(std::u16string prefix, std::filesystem::path folder);
void remove_folders();

struct HostPath {
  std::filesystem::path path;
  bool parent_exists = false;
  bool exists = false;
};

// Returns the path of a name in the declared folders; nothing when it lies in none of them.
std::optional<HostPath> host_path(std::u16string_view name);
HostPath host_path_below(const std::filesystem::path& folder, std::u16string_view relative);

// The object behind a handle of a file. `object` comes first: its address is what drivers see.
struct File {
  FILE_OBJECT object{};
  std::u16string name;
  std::filesystem::path path;  // the path of a host file
  int fd = -1;                 // the descriptor of a host file
  bool delete_on_close = false;
  std::atomic<LONG> handles = 0;
};

File* file_of(PFILE_OBJECT object);

struct OpenRequest {
  ACCESS_MASK access = 0;
  ULONG share = 0;
  ULONG disposition = FILE_OPEN;
  ULONG options = 0;
  ULONG attributes = 0;
  PFILE_OBJECT related = nullptr;     // the name is below this file
  KPROCESSOR_MODE mode = KernelMode;  // the caller's mode
};

// A file object that its maker holds: release_object() closes it. `opened` gets FILE_OPENED and its
// kin.
NTSTATUS open_device(PDEVICE_OBJECT device, std::u16string rest, const OpenRequest& request,
                     PFILE_OBJECT& file);
NTSTATUS open_host_file(const HostPath& where, std::u16string name, const OpenRequest& request,
                        PFILE_OBJECT& file, ULONG_PTR& opened);

// A handle of the file. When the last one is closed, the device gets IRP_MJ_CLEANUP.
HANDLE make_file_handle(PFILE_OBJECT file, ACCESS_MASK access, ULONG attributes);

}  // namespace drydock::nt
