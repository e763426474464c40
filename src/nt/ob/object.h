// The object manager: objects that handles and references name, and the names they have. The first
// header of this room; handle.h, object_names.h and registry.h build on it.
//
// The manager stores a record beside each object, found by the address that drivers see. An object
// lives while its maker holds it, while a handle or a pin names it, or while a driver has a
// reference on it. When the last of these is released, the object is destroyed.
//
// | type    | address that drivers see | made by                                 |
// |---------|--------------------------|-----------------------------------------|
// | event   | KEVENT                   | ZwCreateEvent, IoCreate…Event           |
// | mutex   | KMUTANT                  | CreateMutex                             |
// | key     | opaque                   | ZwOpenKey, ZwCreateKey, IoOpen…Key      |
// | file    | FILE_OBJECT              | ZwCreateFile, IoGetDeviceObjectPointer  |
// | device  | DEVICE_OBJECT            | IoCreateDevice                          |
// | section | opaque                   | ZwCreateSection                         |
// | token   | opaque                   | the host: one of the system             |
// | thread  | KTHREAD                  | PsCreateSystemThread                    |
//
// An object that was not added (a driver object, an event in a driver's memory) has a record from
// its first reference to its last.
//
// Cost: one lock and one hash look-up for each call. Owner: the maker, until release_object().
// Threads: any; nothing is called back with the lock held.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/object_names.h"

// The object behind POBJECT_TYPE.
struct _OBJECT_TYPE {
  const char* name;
};

namespace drydock::nt {

extern _OBJECT_TYPE event_type, key_type, file_type, device_type, driver_type, section_type,
    token_type, thread_type, process_type, semaphore_type, mutant_type, timer_type, directory_type,
    link_type, transaction_type;

// Makes an object known and held by its maker. `destroy` is called once, on the thread that
// releases the object last.
void add_object(void* object, POBJECT_TYPE type, std::string what,
                std::function<void()> destroy = {});

// The maker releases the object; nothing when it did so before.
void release_object(void* object);

// A reference, which is a debt of the driver that runs. `call` names the routine in findings. Both
// return the count afterwards.
LONG_PTR reference_object(void* object);
LONG_PTR dereference_object(void* object, const char* call);

// A debt under an address of the caller's choice, for what a driver makes and must undo by a call
// of its own, such as a device. `abandon` undoes it for a driver that
// ended without doing so.
void add_debt_with_undo(const void* key, std::string what, std::function<void()> abandon);
void settle_undoing(const void* key);

// The same without a debt: for what the host holds on its own account, such as an open handle.
void pin_object(void* object);
void unpin_object(void* object);
// Pins what a name was found to stand for. False when it was destroyed meanwhile, or is of another
// type.
bool try_pin_object(void* object, POBJECT_TYPE type);

// Returns null when the object was not added.
POBJECT_TYPE type_of_object(const void* object);
bool object_exists(const void* object);

// Counts of those that name an object: pins are open handles and calls of the host in progress,
// references are those of drivers and of the maker.
struct ObjectCounts {
  ULONG pins = 0;
  ULONG references = 0;
};
ObjectCounts counts_of_object(const void* object);

// "event \BaseNamedObjects\x at 0x…"
std::string describe_object(const void* object);

// Holds an object for the length of a scope.
class Pin {
 public:
  explicit Pin(void* object) : object_(object) { pin_object(object_); }
  ~Pin() { unpin_object(object_); }
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

 private:
  void* object_;
};

// Directories of names: those that Windows has, and those that drivers create. A name that is given
// to an object lies in a directory that exists.
void add_directory(std::u16string_view name);
void remove_directory(std::u16string_view name);
bool is_directory(std::u16string_view name);
bool has_directory(std::u16string_view name);  // whether the directory of a name exists

// The name space. Names are absolute: "\Device\X", "\??\X", "\BaseNamedObjects\X". "\DosDevices"
// and "\GLOBAL??" are "\??". False when the name is taken.
bool name_object(std::u16string_view name, void* object);
bool name_link(std::u16string_view name, std::u16string_view target);
bool unname(std::u16string_view name);
void unname_object(const void* object);

struct Found {
  void* object;
  std::u16string rest;  // the text behind the object's name: "\file" of "\Device\X\file"
};

// Follows links. Nothing when no object has the name or the beginning of it.
std::optional<Found> find_named(std::u16string_view name);

// The target of a link, unfollowed.
std::optional<std::u16string> link_target(std::u16string_view name);

// The name of an object; empty when it has none.
std::u16string name_of_object(const void* object);

// The one token, which every process and thread has.
void* system_token();

// Sets whether the callers that drivers ask about (SeTokenIsAdmin, SeSinglePrivilegeCheck) are
// administrators. They are, unless a test says otherwise.
void set_caller_is_admin(bool admin);

}  // namespace drydock::nt
