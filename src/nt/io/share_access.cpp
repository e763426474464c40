// The opens of a file, and what each allows the others. The caller protects the counts from other
// threads.
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

namespace {

using drydock::nt::require_irql_at_most;

// Stores in the file object what an open asks for.
void note(FILE_OBJECT& file, ACCESS_MASK access, ULONG sharing) {
  file.ReadAccess = (access & (FILE_READ_DATA | FILE_EXECUTE)) != 0;
  file.WriteAccess = (access & (FILE_WRITE_DATA | FILE_APPEND_DATA)) != 0;
  file.DeleteAccess = (access & DELETE) != 0;
  const bool any = file.ReadAccess || file.WriteAccess || file.DeleteAccess;
  file.SharedRead = any && (sharing & FILE_SHARE_READ) != 0;
  file.SharedWrite = any && (sharing & FILE_SHARE_WRITE) != 0;
  file.SharedDelete = any && (sharing & FILE_SHARE_DELETE) != 0;
}

// An open that asks for no data counts nowhere.
bool counts(const FILE_OBJECT& file) {
  return file.ReadAccess || file.WriteAccess || file.DeleteAccess;
}

void count(SHARE_ACCESS& share, const FILE_OBJECT& file, ULONG step) {
  if (!counts(file)) return;
  share.OpenCount += step;
  if (file.ReadAccess) share.Readers += step;
  if (file.WriteAccess) share.Writers += step;
  if (file.DeleteAccess) share.Deleters += step;
  if (file.SharedRead) share.SharedRead += step;
  if (file.SharedWrite) share.SharedWrite += step;
  if (file.SharedDelete) share.SharedDelete += step;
}

bool is_compatible(const SHARE_ACCESS& share, const FILE_OBJECT& file) {
  const auto refused = [&](bool wanted, ULONG shared) {
    return wanted && shared < share.OpenCount;
  };
  if (refused(file.ReadAccess, share.SharedRead)) return false;
  if (refused(file.WriteAccess, share.SharedWrite)) return false;
  if (refused(file.DeleteAccess, share.SharedDelete)) return false;
  return (share.Readers == 0 || file.SharedRead) && (share.Writers == 0 || file.SharedWrite) &&
         (share.Deleters == 0 || file.SharedDelete);
}

}  // namespace

extern "C" {

NTSTATUS IoCheckShareAccess(ACCESS_MASK DesiredAccess, ULONG DesiredShareAccess,
                            PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess, BOOLEAN Update) {
  require_irql_at_most(PASSIVE_LEVEL, "IoCheckShareAccess");
  note(*FileObject, DesiredAccess, DesiredShareAccess);
  if (counts(*FileObject) && !is_compatible(*ShareAccess, *FileObject))
    return STATUS_SHARING_VIOLATION;
  if (Update) count(*ShareAccess, *FileObject, 1);
  return STATUS_SUCCESS;
}

VOID IoSetShareAccess(ACCESS_MASK DesiredAccess, ULONG DesiredShareAccess, PFILE_OBJECT FileObject,
                      PSHARE_ACCESS ShareAccess) {
  require_irql_at_most(PASSIVE_LEVEL, "IoSetShareAccess");
  *ShareAccess = {};
  note(*FileObject, DesiredAccess, DesiredShareAccess);
  count(*ShareAccess, *FileObject, 1);
}

VOID IoUpdateShareAccess(PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess) {
  require_irql_at_most(PASSIVE_LEVEL, "IoUpdateShareAccess");
  count(*ShareAccess, *FileObject, 1);
}

VOID IoRemoveShareAccess(PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess) {
  require_irql_at_most(PASSIVE_LEVEL, "IoRemoveShareAccess");
  count(*ShareAccess, *FileObject, ~ULONG{0});
}

}  // extern "C"
