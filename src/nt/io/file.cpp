#include "src/nt/io/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <optional>
#include <vector>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/nt/ob/handle.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

namespace fs = std::filesystem;

struct Folder {
  std::u16string prefix;
  fs::path path;
};

struct Folders {
  Mutex mutex;
  std::vector<Folder> all DRYDOCK_GUARDED_BY(mutex);
};

Folders& folders() {
  static sim::NeverDestroyed<Folders> instance;
  return *instance;
}

// The entry of the folder with that name in whatever case; the name itself when there is none.
fs::path entry_named(const fs::path& folder, const std::u16string& name) {
  std::error_code ignored;
  const fs::path exact = folder / fs::path(to_utf8(name));
  if (fs::exists(exact, ignored)) return exact;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (same_name(from_utf8(entry.path().filename().string()), name)) return entry.path();
  }
  return exact;
}

}  // namespace

void declare_folder(std::u16string prefix, fs::path folder) {
  if (starts_with_name(prefix, u"\\DosDevices\\")) prefix = u"\\??\\" + prefix.substr(12);
  if (prefix.empty() || prefix.back() != u'\\') prefix += u'\\';
  Folders& known = folders();
  const MutexHold hold(known.mutex);
  known.all.push_back({std::move(prefix), std::move(folder)});
}

void remove_folders() {
  Folders& known = folders();
  const MutexHold hold(known.mutex);
  known.all.clear();
}

HostPath host_path_below(const fs::path& folder, std::u16string_view relative) {
  HostPath out{.path = folder};
  std::error_code ignored;
  const std::vector<std::u16string> parts = split_path(relative);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // Windows has no such names; on the host they would lead out of the folder.
    if (parts[i] == u"." || parts[i] == u"..") return out;
    out.parent_exists = fs::is_directory(out.path, ignored);
    out.path = entry_named(out.path, parts[i]);
  }
  out.exists = fs::exists(out.path, ignored);
  if (parts.empty()) out.parent_exists = out.exists;
  return out;
}

std::optional<HostPath> host_path(std::u16string_view name) {
  std::u16string path(name);
  if (starts_with_name(path, u"\\DosDevices\\")) path = u"\\??\\" + path.substr(12);
  std::optional<Folder> found;
  {
    Folders& known = folders();
    const MutexHold hold(known.mutex);
    for (const Folder& folder : known.all) {
      const bool longer = !found || folder.prefix.size() > found->prefix.size();
      if (longer && starts_with_name(path + u"\\", folder.prefix)) found = folder;
    }
  }
  if (!found) return std::nullopt;
  const std::size_t used = std::min(found->prefix.size(), path.size());
  return host_path_below(found->path, std::u16string_view(path).substr(used));
}

File* file_of(PFILE_OBJECT object) { return reinterpret_cast<File*>(object); }

namespace {

// Sends the device a request about the file: IRP_MJ_CREATE, IRP_MJ_CLEANUP or IRP_MJ_CLOSE.
NTSTATUS send_to_device(PFILE_OBJECT file, UCHAR major, const OpenRequest& request) {
  const PDEVICE_OBJECT top = top_of_stack(file->DeviceObject);
  // The end of a file cannot fail.
  std::optional<sim::NoFaults> exempt;
  if (major != IRP_MJ_CREATE) exempt.emplace();
  const PIRP irp = make_irp(top->StackSize, IrpOwner::kManager);
  exempt.reset();
  if (irp == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  IO_STATUS_BLOCK status{};
  ACCESS_STATE state{};
  IO_SECURITY_CONTEXT security{nullptr, &state, request.access, request.options};
  irp->UserIosb = &status;
  irp->UserEvent = &event;
  irp->Flags = IRP_SYNCHRONOUS_API;
  irp->RequestorMode = request.mode;
  irp->Tail.Overlay.OriginalFileObject = file;
  irp->Tail.Overlay.Thread = PsGetCurrentThread();
  const PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(irp);
  next->MajorFunction = major;
  next->FileObject = file;
  if (major == IRP_MJ_CREATE) {
    next->Parameters.Create.SecurityContext = &security;
    next->Parameters.Create.Options = (request.disposition << 24) | (request.options & 0xFFFFFF);
    next->Parameters.Create.FileAttributes = static_cast<USHORT>(request.attributes);
    next->Parameters.Create.ShareAccess = static_cast<USHORT>(request.share);
  }
  return send_and_wait(top, irp, &event, &status);
}

// `device` is what open_device() pinned, or null: the driver may have written to the file object.
void close_file(File* file, PDEVICE_OBJECT device) {
  if (device != nullptr) {
    if ((file->object.Flags & FO_HANDLE_CREATED) == 0) {
      send_to_device(&file->object, IRP_MJ_CLEANUP, {});
    }
    send_to_device(&file->object, IRP_MJ_CLOSE, {});
    unpin_object(device);
  }
  if (file->fd >= 0) ::close(file->fd);
  std::error_code ignored;
  if (file->delete_on_close || file->object.DeletePending) fs::remove(file->path, ignored);
  delete file;
}

void fill(File* file, const OpenRequest& request) {
  FILE_OBJECT& object = file->object;
  object.Type = IO_TYPE_FILE;
  object.Size = sizeof(FILE_OBJECT);
  object.FileName.Buffer = file->name.data();
  object.FileName.Length = static_cast<USHORT>(file->name.size() * sizeof(WCHAR));
  object.FileName.MaximumLength = object.FileName.Length;
  const bool waits =
      (request.options & (FILE_SYNCHRONOUS_IO_ALERT | FILE_SYNCHRONOUS_IO_NONALERT)) != 0;
  object.Flags = waits ? FO_SYNCHRONOUS_IO : 0;
  object.ReadAccess = (request.access & (FILE_READ_DATA | GENERIC_READ | GENERIC_ALL)) != 0;
  object.WriteAccess =
      (request.access & (FILE_WRITE_DATA | FILE_APPEND_DATA | GENERIC_WRITE | GENERIC_ALL)) != 0;
  object.DeleteAccess = (request.access & DELETE) != 0;
  object.SharedRead = (request.share & FILE_SHARE_READ) != 0;
  object.SharedWrite = (request.share & FILE_SHARE_WRITE) != 0;
  object.SharedDelete = (request.share & FILE_SHARE_DELETE) != 0;
  KeInitializeEvent(&object.Lock, SynchronizationEvent, FALSE);
  KeInitializeEvent(&object.Event, NotificationEvent, FALSE);
  InitializeListHead(&object.IrpList);
}

}  // namespace

NTSTATUS open_device(PDEVICE_OBJECT device, std::u16string rest, const OpenRequest& request,
                     PFILE_OBJECT& file) {
  auto* made = new File;
  made->name = std::move(rest);
  fill(made, request);
  made->object.DeviceObject = device;
  made->object.RelatedFileObject = request.related;
  pin_object(device);
  const NTSTATUS status = send_to_device(&made->object, IRP_MJ_CREATE, request);
  // "valid only during the processing of IRP_MJ_CREATE": the related file may be closed before this
  // one.
  made->object.RelatedFileObject = nullptr;
  if (!NT_SUCCESS(status)) {
    unpin_object(device);
    delete made;
    return status;
  }
  made->object.Flags |= FO_FILE_OPEN;
  add_object(&made->object, &file_type, "file on " + describe_object(device),
             [made, device] { close_file(made, device); });
  file = &made->object;
  return STATUS_SUCCESS;
}

namespace {

NTSTATUS check_open(const HostPath& where, const OpenRequest& request, bool& directory) {
  std::error_code ignored;
  directory = where.exists ? fs::is_directory(where.path, ignored)
                           : (request.options & FILE_DIRECTORY_FILE) != 0;
  const bool must_exist = request.disposition == FILE_OPEN || request.disposition == FILE_OVERWRITE;
  if (!where.parent_exists) return STATUS_OBJECT_PATH_NOT_FOUND;
  if (!where.exists && must_exist) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (where.exists && request.disposition == FILE_CREATE) return STATUS_OBJECT_NAME_COLLISION;
  if (!where.exists) return STATUS_SUCCESS;
  if (directory && (request.options & FILE_NON_DIRECTORY_FILE) != 0) {
    return STATUS_FILE_IS_A_DIRECTORY;
  }
  if (!directory && (request.options & FILE_DIRECTORY_FILE) != 0) return STATUS_NOT_A_DIRECTORY;
  return STATUS_SUCCESS;
}

ULONG_PTR outcome(bool existed, ULONG disposition) {
  if (!existed) return FILE_CREATED;
  if (disposition == FILE_SUPERSEDE) return FILE_SUPERSEDED;
  const bool over = disposition == FILE_OVERWRITE || disposition == FILE_OVERWRITE_IF;
  return over ? FILE_OVERWRITTEN : FILE_OPENED;
}

}  // namespace

NTSTATUS open_host_file(const HostPath& where, std::u16string name, const OpenRequest& request,
                        PFILE_OBJECT& file, ULONG_PTR& opened) {
  bool directory = false;
  const NTSTATUS status = check_open(where, request, directory);
  if (!NT_SUCCESS(status)) return status;
  auto* made = new File;
  made->name = std::move(name);
  made->path = where.path;
  fill(made, request);
  opened = outcome(where.exists, request.disposition);
  if (directory) {
    std::error_code ignored;
    fs::create_directory(where.path, ignored);
  } else {
    const bool empties = opened == FILE_OVERWRITTEN || opened == FILE_SUPERSEDED;
    made->fd = ::open(where.path.c_str(),
                      (made->object.WriteAccess ? O_RDWR : O_RDONLY) | O_CLOEXEC |
                          (where.exists ? 0 : O_CREAT) | (empties ? O_TRUNC : 0),
                      0644);
    if (made->fd < 0) {
      delete made;
      return STATUS_ACCESS_DENIED;
    }
  }
  made->delete_on_close = (request.options & FILE_DELETE_ON_CLOSE) != 0;
  made->object.Flags |= FO_FILE_OPEN;
  add_object(&made->object, &file_type, "file " + to_utf8(made->name),
             [made] { close_file(made, nullptr); });
  file = &made->object;
  return STATUS_SUCCESS;
}

HANDLE make_file_handle(PFILE_OBJECT object, ACCESS_MASK access, ULONG attributes) {
  File* file = file_of(object);
  ++file->handles;
  object->Flags |= FO_HANDLE_CREATED;
  return make_handle(object, &file_type, access, attributes, [file] {
    if (--file->handles != 0 || file->object.DeviceObject == nullptr) return;
    send_to_device(&file->object, IRP_MJ_CLEANUP, {});
    file->object.Flags |= FO_CLEANUP_COMPLETE;
  });
}

}  // namespace drydock::nt
