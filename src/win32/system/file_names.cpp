// Files as user-mode drivers name them: their attributes, folders, and the search in a folder.
#include "src/win32/system/file_names.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/io/file.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/win32/base/win32.h"

namespace drydock::win32 {
namespace {

namespace fs = std::filesystem;

constexpr ULONG kInvalidAttributes = 0xFFFF'FFFF;
constexpr ULONG kFolderBit = 0x10;
constexpr ULONG kReadOnlyBit = 0x1;
constexpr ULONG kNormalBit = 0x80;

bool has_drive(std::u16string_view name) {
  const char16_t letter = name.empty() ? u'\0' : nt::upcase(name[0]);
  return name.size() >= 3 && letter >= u'A' && letter <= u'Z' && name[1] == u':' &&
         name[2] == u'\\';
}

template <typename Char>
std::optional<nt::HostPath> named_file(const Char* name) {
  const std::optional<std::u16string> native = native_name(wide_text(name));
  return native ? nt::host_path(*native) : std::nullopt;
}

ULONG missing(const std::optional<nt::HostPath>& where) {
  return where && !where->parent_exists ? error::kPathNotFound : error::kFileNotFound;
}

ULONG attributes_of(const struct stat& facts) {
  if (S_ISDIR(facts.st_mode)) return kFolderBit;
  return (facts.st_mode & S_IWUSR) == 0 ? kReadOnlyBit : kNormalBit;
}

template <typename Char>
ULONG file_attributes(const Char* name) {
  const std::optional<nt::HostPath> where = named_file(name);
  struct stat facts{};
  if (where && where->exists && stat(where->path.c_str(), &facts) == 0) return attributes_of(facts);
  SetLastError(missing(where));
  return kInvalidAttributes;
}

template <typename Char>
LOGICAL delete_named_file(const Char* name) {
  const std::optional<nt::HostPath> where = named_file(name);
  if (!where || !where->exists) return fail_call(missing(where));
  std::error_code error;
  if (fs::is_directory(where->path, error)) return fail_call(error::kAccessDenied);
  if (nt::fails_here(sim::FaultKind::kObject)) return fail_call(error::kNoResources);
  return fs::remove(where->path, error) ? TRUE : fail_call(error::kAccessDenied);
}

template <typename Char>
LOGICAL create_named_folder(const Char* name) {
  const std::optional<nt::HostPath> where = named_file(name);
  if (!where || !where->parent_exists) return fail_call(error::kPathNotFound);
  if (where->exists) return fail_call(error::kAlreadyExists);
  if (nt::fails_here(sim::FaultKind::kObject)) return fail_call(error::kNoResources);
  std::error_code error;
  return fs::create_directory(where->path, error) ? TRUE : fail_call(error::kAccessDenied);
}

// WIN32_FIND_DATAA and WIN32_FIND_DATAW.
template <typename Char>
struct FoundFile {
  ULONG attributes;
  ULONG created[2], accessed[2], written[2];
  ULONG size_high, size_low;
  ULONG reserved[2];
  Char name[260];
  Char short_name[14];
};
static_assert(sizeof(FoundFile<char>) == 320 && sizeof(FoundFile<char16_t>) == 592);

// The names that a search has not returned yet, the last first, so that the results come in the
// order of names.
struct FileSearch {
  fs::path folder;
  std::vector<std::u16string> names;
};

struct FileSearches {
  sim::Lock mutex;
  std::map<HANDLE, FileSearch> open DRYDOCK_GUARDED_BY(mutex);
  ULONG_PTR last DRYDOCK_GUARDED_BY(mutex) = 0;
};

FileSearches& searches() {
  static sim::NeverDestroyed<FileSearches> instance;
  return *instance;
}

// '*' is any text and '?' any character.
bool matches_pattern(std::u16string_view pattern, std::u16string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == u'*') {
    for (std::size_t skip = 0; skip <= name.size(); ++skip)
      if (matches_pattern(pattern.substr(1), name.substr(skip))) return true;
    return false;
  }
  if (name.empty()) return false;
  if (pattern.front() != u'?' && nt::upcase(pattern.front()) != nt::upcase(name.front()))
    return false;
  return matches_pattern(pattern.substr(1), name.substr(1));
}

// Replaces a run of stars by one star, because matching a pattern with many stars could take for
// ever.
std::optional<std::u16string> plain_pattern(std::u16string_view pattern) {
  constexpr long kMostStars = 4;
  std::u16string out(pattern == u"*.*" ? u"*" : pattern);
  out.erase(std::unique(out.begin(), out.end(),
                        [](char16_t a, char16_t b) { return a == u'*' && b == u'*'; }),
            out.end());
  if (std::count(out.begin(), out.end(), u'*') > kMostStars) return std::nullopt;
  return out;
}

std::vector<std::u16string> names_in(const fs::path& folder, std::u16string_view pattern) {
  std::vector<std::u16string> out;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::u16string name = nt::from_utf8(entry.path().filename().string());
    if (matches_pattern(pattern, name)) out.push_back(std::move(name));
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return nt::NameLess{}(b, a); });
  return out;
}

template <typename Char>
void describe_found(const fs::path& folder, const std::u16string& name, FoundFile<Char>* out) {
  FoundFile<Char> found{};
  struct stat facts{};
  if (stat((folder / nt::to_utf8(name)).c_str(), &facts) == 0) {
    found.attributes = attributes_of(facts);
    found.size_low = static_cast<ULONG>(facts.st_size);
    found.size_high = static_cast<ULONG>(static_cast<ULONG64>(facts.st_size) >> 32);
  }
  const std::basic_string<Char> text = narrow_or_wide<Char>(name);
  std::copy_n(text.data(), std::min<std::size_t>(text.size(), std::size(found.name) - 1),
              found.name);
  std::memcpy(out, &found, sizeof found);
}

template <typename Char>
LOGICAL find_next(HANDLE handle, FoundFile<Char>* out) {
  fs::path folder;
  std::u16string name;
  FileSearches& all = searches();
  {
    const sim::Hold hold(all.mutex);
    const auto at = all.open.find(handle);
    if (at == all.open.end()) return fail_call(error::kInvalidHandle);
    if (at->second.names.empty()) return fail_call(error::kNoMoreFiles);
    folder = at->second.folder;
    name = std::move(at->second.names.back());
    at->second.names.pop_back();
  }
  describe_found(folder, name, out);
  return TRUE;
}

template <typename Char>
HANDLE find_first(const Char* name, FoundFile<Char>* out) {
  const std::optional<std::u16string> native = native_name(wide_text(name));
  const std::size_t slash = native ? native->rfind(u'\\') : std::u16string::npos;
  const auto where = native ? nt::host_path(native->substr(0, slash + 1)) : std::nullopt;
  const auto pattern = native ? plain_pattern(native->substr(slash + 1)) : std::nullopt;
  FileSearch search;
  if (where && where->exists && pattern) {
    search.folder = where->path;
    search.names = names_in(where->path, *pattern);
  }
  if (search.names.empty()) {
    SetLastError(error::kFileNotFound);
    return kNoHandle;
  }
  if (nt::fails_here(sim::FaultKind::kObject)) {
    SetLastError(error::kNotEnoughMemory);
    return kNoHandle;
  }
  HANDLE handle = nullptr;
  FileSearches& all = searches();
  {
    const sim::Hold hold(all.mutex);
    handle = reinterpret_cast<HANDLE>(++all.last << 4 | 8);
    all.open.emplace(handle, std::move(search));
  }
  find_next(handle, out);
  return handle;
}

}  // namespace

std::optional<std::u16string> native_name(std::u16string name) {
  std::replace(name.begin(), name.end(), u'/', u'\\');
  if (name.empty()) return std::nullopt;
  constexpr std::u16string_view kVerbatim = u"\\\\?\\";
  if (name.starts_with(kVerbatim)) {
    name.erase(0, kVerbatim.size());
    if (!has_drive(name)) return std::nullopt;
  }
  if (name.starts_with(u"\\\\")) return std::nullopt;
  if (has_drive(name)) return u"\\??\\" + name;
  if (name.front() == u'\\') return u"\\??\\C:" + name;
  if (name.find(u':') != name.npos) return std::nullopt;
  return u"\\??\\C:\\Windows\\System32\\" + name;
}

}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

ULONG GetFileAttributesA(const char* lpFileName) { return file_attributes(lpFileName); }
ULONG GetFileAttributesW(const char16_t* lpFileName) { return file_attributes(lpFileName); }
LOGICAL DeleteFileA(const char* lpFileName) { return delete_named_file(lpFileName); }
LOGICAL DeleteFileW(const char16_t* lpFileName) { return delete_named_file(lpFileName); }
LOGICAL CreateDirectoryA(const char* lpPathName, PVOID) { return create_named_folder(lpPathName); }
LOGICAL CreateDirectoryW(const char16_t* lpPathName, PVOID) {
  return create_named_folder(lpPathName);
}

HANDLE FindFirstFileA(const char* lpFileName, PVOID lpFindFileData) {
  return find_first(lpFileName, static_cast<FoundFile<char>*>(lpFindFileData));
}
HANDLE FindFirstFileW(const char16_t* lpFileName, PVOID lpFindFileData) {
  return find_first(lpFileName, static_cast<FoundFile<char16_t>*>(lpFindFileData));
}
LOGICAL FindNextFileA(HANDLE hFindFile, PVOID lpFindFileData) {
  return find_next(hFindFile, static_cast<FoundFile<char>*>(lpFindFileData));
}
LOGICAL FindNextFileW(HANDLE hFindFile, PVOID lpFindFileData) {
  return find_next(hFindFile, static_cast<FoundFile<char16_t>*>(lpFindFileData));
}

LOGICAL FindClose(HANDLE hFindFile) {
  FileSearches& all = searches();
  const drydock::sim::Hold hold(all.mutex);
  return all.open.erase(hFindFile) != 0 ? TRUE : fail_call(error::kInvalidHandle);
}

}  // extern "C"
