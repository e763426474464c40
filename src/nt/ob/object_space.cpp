// The name space of objects: names, links, and what a path leads to.
#include <map>
#include <set>

#include "src/nt/base/mutex.h"
#include "src/nt/ob/object.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Named {
  void* object = nullptr;
  std::u16string target;  // the name that a link leads to
  bool link = false;
};

struct NameSpace {
  Mutex mutex;
  std::multiset<std::u16string, NameLess> directories DRYDOCK_GUARDED_BY(mutex) = {
      u"",           u"\\??",       u"\\ArcName",    u"\\BaseNamedObjects", u"\\Callback",
      u"\\Device",   u"\\Driver",   u"\\FileSystem", u"\\KernelObjects",    u"\\ObjectTypes",
      u"\\Registry", u"\\Security", u"\\Sessions",   u"\\Windows"};
  std::map<std::u16string, Named, NameLess> names DRYDOCK_GUARDED_BY(mutex);
};

NameSpace& name_space() {
  static sim::NeverDestroyed<NameSpace> instance;
  return *instance;
}

// Returns the name with one spelling of the directory for programs, and without a backslash at the
// end.
std::u16string canonical(std::u16string_view name) {
  std::u16string out(name);
  for (const std::u16string_view alias :
       {u"\\DosDevices\\Global\\", u"\\DosDevices\\", u"\\GLOBAL??\\"}) {
    if (starts_with_name(out, alias)) {
      out = u"\\??\\" + out.substr(alias.size());
      break;
    }
  }
  while (out.size() > 1 && out.back() == u'\\') out.pop_back();
  return out;
}

// The longest beginning of the path that is a name.
const Named* longest(NameSpace& all, const std::u16string& path, std::u16string& rest)
    DRYDOCK_REQUIRES(all.mutex) {
  for (std::size_t end = path.size(); end != std::u16string::npos && end > 0;
       end = path.rfind(u'\\', end - 1)) {
    const auto at = all.names.find(std::u16string_view(path).substr(0, end));
    if (at == all.names.end()) continue;
    rest = path.substr(end);
    return &at->second;
  }
  return nullptr;
}

// Returns the part of a name before its last backslash.
std::u16string directory_of(std::u16string_view name) {
  const std::u16string path = canonical(name);
  return path.substr(0, path.rfind(u'\\'));
}

bool insert(std::u16string_view name, Named named) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  return all.names.emplace(canonical(name), std::move(named)).second;
}

}  // namespace

bool name_object(std::u16string_view name, void* object) {
  return insert(name, {.object = object, .target = {}, .link = false});
}

bool name_link(std::u16string_view name, std::u16string_view target) {
  return insert(name, {.object = nullptr, .target = canonical(target), .link = true});
}

void add_directory(std::u16string_view name) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  all.directories.insert(canonical(name));
}

void remove_directory(std::u16string_view name) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  const auto at = all.directories.find(canonical(name));
  if (at != all.directories.end()) all.directories.erase(at);
}

bool is_directory(std::u16string_view name) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  const std::u16string path = canonical(name);
  return all.directories.contains(path == u"\\" ? u"" : path);
}

bool has_directory(std::u16string_view name) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  return all.directories.contains(directory_of(name));
}

bool unname(std::u16string_view name) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  return all.names.erase(canonical(name)) != 0;
}

void unname_object(const void* object) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  std::erase_if(all.names, [&](const auto& entry) {
    return !entry.second.link && entry.second.object == object;
  });
}

std::optional<Found> find_named(std::u16string_view name) {
  constexpr int kMostLinks = 16;  // more is a circle
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  std::u16string path = canonical(name);
  for (int i = 0; i < kMostLinks; ++i) {
    std::u16string rest;
    const Named* named = longest(all, path, rest);
    if (named == nullptr) return std::nullopt;
    if (!named->link) return Found{named->object, rest};
    path = canonical(named->target + rest);
  }
  return std::nullopt;
}

std::optional<std::u16string> link_target(std::u16string_view name) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  const auto at = all.names.find(canonical(name));
  if (at == all.names.end() || !at->second.link) return std::nullopt;
  return at->second.target;
}

std::u16string name_of_object(const void* object) {
  NameSpace& all = name_space();
  const MutexHold hold(all.mutex);
  std::u16string out;
  for (const auto& [name, named] : all.names) {
    // An interface gives its device a second name, which is not the device's own.
    const bool own = out.empty() || starts_with_name(out, u"\\??\\");
    if (!named.link && named.object == object && own) out = name;
  }
  return out;
}

}  // namespace drydock::nt
