#include "src/cc/compile.h"

#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "src/cc/dialect.h"
#include "src/cc/include_scan.h"
#include "src/cc/overlay.h"
#include "src/cc/process.h"
#include "src/cc/races.h"
#include "src/cc/text.h"
#include "src/cc/user_heap.h"
#include "src/cc/wpp.h"

namespace drydock::cc {
namespace fs = std::filesystem;
namespace {

// A temporary folder, removed by the destructor.
class WorkFolder {
 public:
  WorkFolder() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    if (error) throw UsageError("the folder that TMPDIR names for temporary files does not exist");
    std::string pattern = (parent / "drydock-cc-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw UsageError(fmt::format("no temporary folder can be made in '{}'", parent.string()));
    }
    path_ = pattern;
  }
  ~WorkFolder() {
    std::error_code ignored;  // the folder is temporary, so a failure does no harm
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_file(const fs::path& path, std::string_view contents) {
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << contents;
  out.flush();
  if (!out) throw UsageError(fmt::format("'{}' cannot be written", path.string()));
}

// The language whose standard the argument names, as -std=c++23 does; nothing for other arguments.
std::optional<Language> language_of_standard(std::string_view argument) {
  if (!argument.starts_with("-std=")) return std::nullopt;
  return argument.find("++") == std::string_view::npos ? Language::kC : Language::kCxx;
}

class Compilation {
 public:
  Compilation(const Request& request, const Toolchain& toolchain)
      : request_(request),
        toolchain_(toolchain),
        kind_(request.kind ? *request.kind : infer_kind(request.sources)) {}

  int run() {
    prepare_includes();
    std::vector<Command> compiles;
    for (const fs::path& source : request_.sources) add_compile(source, compiles);
    if (!request_.compile_only && has_user_heap()) {
      add_assembly("user_heap", user_heap_source(), compiles);
    }
    if (!request_.compile_only && request_.races) {
      add_assembly("races", race_calls_source(), compiles);
    }
    if (execute(compiles) != 0) return 1;
    const fs::path built = request_.compile_only ? objects_.front() : work_.path() / "driver.so";
    if (!request_.compile_only && execute({link_command(built)}) != 0) return 1;
    publish(built);
    return 0;
  }

 private:
  // Supplies the files that the compiler could not read as they are: includes spelt in the wrong
  // case, absent trace headers, and files whose dialect has to be converted.
  void prepare_includes() {
    std::vector<fs::path> sources;
    for (const fs::path& source : request_.sources) {
      if (language_of(source) != Language::kObject) sources.push_back(source);
    }
    const ScanResult scan =
        scan_includes(sources, include_directories(request_), header_folders(toolchain_, kind_));
    Overlay overlay;
    const std::map<fs::path, fs::path> turned = turn_dialect(scan.files, overlay);
    for (const auto& [asked, meant] : scan.aliases) {
      const auto copy = turned.find(meant);
      overlay.add(asked, copy == turned.end() ? meant : copy->second, copy != turned.end());
    }
    if (!overlay.empty()) {
      const fs::path file = work_.path() / "overlay.json";
      write_file(file, overlay.to_json());
      extra_ = {"-ivfsoverlay", file.string()};
    }
    if (!scan.trace_headers.empty()) write_trace_headers(scan);
  }

  // Writes changed copies of the files that need it; the compiler reads them in place of the
  // originals. Returns original → copy.
  std::map<fs::path, fs::path> turn_dialect(const std::vector<fs::path>& files, Overlay& overlay) {
    Declarations declared;
    for (const fs::path& file : files) declared.learn(read_file(file));
    std::map<fs::path, fs::path> turned;
    for (const fs::path& file : files) {
      const SourceText source = read_source(file);
      const std::string text = to_linux_dialect(source.text, declared);
      if (!source.converted && text == source.text) continue;
      const fs::path copy =
          work_.path() / "dialect" / fmt::format("{}{}", turned.size(), file.extension().string());
      write_file(copy, text);
      overlay.add(file, copy, true);
      turned.emplace(file, copy);
    }
    return turned;
  }

  void write_trace_headers(const ScanResult& scan) {
    std::vector<TraceFunction> functions;
    for (const fs::path& file : scan.files) {
      for (TraceFunction& function : trace_functions_of(read_file(file))) {
        functions.push_back(std::move(function));
      }
    }
    const std::string contents = trace_header(functions);
    const fs::path folder = work_.path() / "trace";
    for (const std::string& name : scan.trace_headers) {
      write_file(folder / fs::path(name).filename(), contents);
      // The compiler looks for a name with a path relative to the search folder.
      if (fs::path(name).has_parent_path() && fs::path(name).is_relative()) {
        const fs::path nested = (folder / name).lexically_normal();
        if (nested.string().starts_with(work_.path().string())) write_file(nested, contents);
      }
    }
    extra_.insert(extra_.end(), {"-isystem", folder.string()});
  }

  void add_compile(const fs::path& source, std::vector<Command>& out) {
    const Language language = *language_of(source);
    if (language == Language::kObject) {
      objects_.push_back(source);
      return;
    }
    Command command = {toolchain_.clang.string()};
    append(command, compile_flags(toolchain_, kind_, language));
    append(command, extra_);
    append(command, instrumentation_flags(request_));
    if (request_.races) append(command, race_flags());
    // The counters can be moved into a mapped file, so that they survive the end of the process.
    if (request_.coverage) append(command, {"-mllvm", "-runtime-counter-relocation"});
    append(command, arguments_for(language));
    // A handler sees the changes of its block to local variables only while these live in memory.
    if (read_file(source).find("__try") != std::string::npos) append(command, {"-O0"});
    // Two sources in different folders may have the same name.
    objects_.push_back(work_.path() /
                       fmt::format("{}-{}.o", objects_.size(), source.stem().string()));
    append(command, {"-x", language == Language::kCxx ? "c++" : "c", "-c", source.string(), "-o",
                     objects_.back().string()});
    // A dependency file must name the output, not the temporary object.
    if (request_.compile_only) append(command, {"-MT", request_.output.string()});
    out.push_back(std::move(command));
  }

  // The user's arguments. The standard of one language is left out for sources of the other, where
  // the compiler refuses it, so that a driver of both can name it.
  std::vector<std::string> arguments_for(Language language) const {
    std::vector<std::string> out;
    for (const std::string& argument : request_.compiler_arguments) {
      const std::optional<Language> meant = language_of_standard(argument);
      const bool is_of_other_sources = meant && *meant != language && has_sources_of(*meant);
      if (!is_of_other_sources) out.push_back(argument);
    }
    return out;
  }

  bool has_sources_of(Language language) const {
    return std::ranges::any_of(
        request_.sources, [&](const fs::path& source) { return language_of(source) == language; });
  }

  bool has_user_heap() const { return kind_ == Kind::kUserMode; }

  // Adds an assembly source that is linked into the driver beside the driver's own objects.
  void add_assembly(const std::string& name, const std::string& text, std::vector<Command>& out) {
    const fs::path source = work_.path() / (name + ".s");
    write_file(source, text);
    objects_.push_back(work_.path() / (name + ".o"));
    out.push_back({toolchain_.clang.string(), "-target", "x86_64-linux-gnu", "-c", source.string(),
                   "-o", objects_.back().string()});
  }

  Command link_command(const fs::path& driver) {
    const fs::path script = work_.path() / "exports.map";
    write_file(script, version_script(kind_));
    Command command = {toolchain_.clang.string()};
    append(command, link_flags(script));
    if (request_.coverage) append(command, coverage_flags());
    for (const fs::path& object : objects_) command.push_back(object.string());
    append(command, {"-o", driver.string()});
    return command;
  }

  int execute(const std::vector<Command>& commands) {
    if (request_.verbose) {
      for (const Command& command : commands) fmt::print(stderr, "{}\n", quoted(command));
    }
    return run_all(commands, static_cast<unsigned>(get_nprocs()), request_.is_stopped);
  }

  // Writes a file beside the output and renames it, so that a reader never sees half a driver.
  void publish(const fs::path& built) {
    fs::path staged = request_.output;
    staged += fmt::format(".{}.tmp", getpid());
    std::error_code error;
    fs::copy_file(built, staged, fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(staged, request_.output, error);
    if (error) {
      std::error_code ignored;
      fs::remove(staged, ignored);
      throw UsageError(fmt::format("output '{}' cannot be written: {}", request_.output.string(),
                                   error.message()));
    }
  }

  static void append(Command& command, const std::vector<std::string>& arguments) {
    command.insert(command.end(), arguments.begin(), arguments.end());
  }

  const Request& request_;
  const Toolchain& toolchain_;
  const Kind kind_;
  WorkFolder work_;
  std::vector<std::string> extra_;
  std::vector<fs::path> objects_;
};

}  // namespace

int compile(const Request& request, const Toolchain& toolchain) {
  validate(request);
  return Compilation(request, toolchain).run();
}

}  // namespace drydock::cc
