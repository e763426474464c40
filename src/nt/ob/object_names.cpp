#include "src/nt/ob/object_names.h"

#include <fmt/format.h>

namespace drydock::nt {

std::u16string text_of(PCUNICODE_STRING string) {
  if (string == nullptr || string->Buffer == nullptr) return {};
  return {string->Buffer, string->Length / sizeof(WCHAR)};
}

std::u16string text_of(PCWSTR string) {
  return string == nullptr ? std::u16string() : std::u16string(string);
}

// Only Latin letters are folded: names of keys, values and devices that differ in the case of other
// letters do not match.
char16_t upcase(char16_t c) {
  const bool ascii = c >= u'a' && c <= u'z';
  const bool latin = c >= 0xE0 && c <= 0xFE && c != 0xF7;
  return ascii || latin ? static_cast<char16_t>(c - 0x20) : c;
}

std::u16string upcase(std::u16string_view text) {
  std::u16string out(text);
  for (char16_t& c : out) c = upcase(c);
  return out;
}

bool same_name(std::u16string_view a, std::u16string_view b) {
  return a.size() == b.size() && starts_with_name(a, b);
}

bool starts_with_name(std::u16string_view text, std::u16string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (upcase(text[i]) != upcase(prefix[i])) return false;
  }
  return true;
}

bool NameLess::operator()(std::u16string_view a, std::u16string_view b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char16_t x, char16_t y) { return upcase(x) < upcase(y); });
}

std::vector<std::u16string> split_path(std::u16string_view path) {
  std::vector<std::u16string> out;
  std::u16string part;
  for (const char16_t c : path) {
    if (c != u'\\') {
      part += c;
    } else if (!part.empty()) {
      out.push_back(std::exchange(part, {}));
    }
  }
  if (!part.empty()) out.push_back(part);
  return out;
}

namespace {

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr int kLead[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(kLead[more] | (c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
}

}  // namespace

std::string to_utf8(std::u16string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char32_t c = text[i];
    const bool pair = c >= 0xD800 && c < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 &&
                      text[i + 1] < 0xE000;
    if (pair) {
      c = 0x10000 + ((c - 0xD800) << 10) + (text[++i] - 0xDC00);
    } else if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    append_utf8(out, c);
  }
  return out;
}

std::u16string from_utf8(std::string_view text) {
  std::u16string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const int more = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    char32_t c = more == 0 ? lead : lead & (0x3F >> more);
    for (int k = 0; k < more && i < text.size(); ++k) {
      c = (c << 6) | (static_cast<unsigned char>(text[i++]) & 0x3F);
    }
    if (c >= 0x10000) {
      out += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    out += static_cast<char16_t>(c);
  }
  return out;
}

std::u16string guid_text(const GUID& guid) {
  const UCHAR* d = guid.Data4;
  return from_utf8(fmt::format(
      "{{{:08x}-{:04x}-{:04x}-{:02x}{:02x}-{:02x}{:02x}{:02x}{:02x}{:02x}{:02x}}}", guid.Data1,
      guid.Data2, guid.Data3, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]));
}

}  // namespace drydock::nt
