#include "src/cc/guarded_blocks.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace drydock::cc {
namespace {

class Finder {
 public:
  Finder(std::string_view source, const std::vector<Token>& tokens, std::vector<Edit>& edits)
      : source_(source), tokens_(tokens), edits_(edits) {}

  void run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is(i, "#")) {
        i = end_of_directive(i);
      } else if (is(i, "__try")) {
        mark(i);
      }
    }
  }

 private:
  std::string_view spelling(std::size_t i) const {
    return i < tokens_.size() ? source_.substr(tokens_[i].begin, tokens_[i].size)
                              : std::string_view{};
  }
  bool is(std::size_t i, std::string_view text) const { return spelling(i) == text; }

  std::size_t end_of_directive(std::size_t i) const {
    while (i < tokens_.size() && tokens_[i].kind != TokenKind::kDirectiveEnd) ++i;
    return i;
  }

  // The bracket that matches the one at i. Nothing when there is none, or when a condition of the
  // preprocessor decides which one it is.
  std::optional<std::size_t> partner(std::size_t i, std::string_view open,
                                     std::string_view close) const {
    std::size_t depth = 0;
    std::vector<std::size_t> depth_at_if;
    for (; i < tokens_.size(); ++i) {
      if (is(i, "#")) {
        if (!follow(spelling(i + 1), depth, depth_at_if)) return std::nullopt;
        i = end_of_directive(i);
      } else if (tokens_[i].kind == TokenKind::kPunctuation) {
        depth += is(i, open) ? 1 : 0;
        depth -= is(i, close) ? 1 : 0;
        if (depth == 0) return depth_at_if.empty() ? std::optional(i) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  // Returns false when brackets do not match within the branches of a condition.
  static bool follow(std::string_view directive, std::size_t depth,
                     std::vector<std::size_t>& depth_at_if) {
    if (directive.starts_with("if")) {
      depth_at_if.push_back(depth);
      return true;
    }
    const bool ends = directive == "endif";
    if (!ends && !directive.starts_with("el")) return true;
    if (depth_at_if.empty() || depth_at_if.back() != depth) return false;
    if (ends) depth_at_if.pop_back();
    return true;
  }

  void mark(std::size_t guard) {
    if (!is(guard + 1, "{")) return;
    const auto end = partner(guard + 1, "{", "}");
    if (!end) return;
    const std::size_t handler = *end + 1;
    std::size_t block = handler + 1;
    if (is(handler, "__except")) {
      const auto filter = is(block, "(") ? partner(block, "(", ")") : std::nullopt;
      if (!filter) return;
      block = *filter + 1;
    } else if (!is(handler, "__finally")) {
      return;
    }
    const auto close = is(block, "{") ? partner(block, "{", "}") : std::nullopt;
    if (!close) return;
    replace(guard, "drydock_seh_open drydock_seh_try");
    replace(*end, " drydock_seh_ended }");
    replace(handler, is(handler, "__except") ? "drydock_seh_except" : "drydock_seh_finally");
    replace(*close, "} drydock_seh_close ");
  }

  void replace(std::size_t i, std::string text) {
    edits_.push_back({tokens_[i].begin, tokens_[i].size, std::move(text)});
  }

  std::string_view source_;
  const std::vector<Token>& tokens_;
  std::vector<Edit>& edits_;
};

}  // namespace

void find_guarded_blocks(std::string_view source, const std::vector<Token>& tokens,
                         std::vector<Edit>& edits) {
  Finder(source, tokens, edits).run();
}

std::string apply_edits(std::string_view text, std::vector<Edit> edits) {
  // An insertion before a token precedes the replacement of that token.
  std::ranges::sort(edits, {},
                    [](const Edit& edit) { return std::tie(edit.begin, edit.size, edit.text); });
  std::string out;
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    out.append(text, copied, edit.begin - copied).append(edit.text);
    copied = edit.begin + edit.size;
  }
  return out.append(text, copied);
}

}  // namespace drydock::cc
