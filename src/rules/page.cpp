// The pages of rules, which reports for programs link to.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>

#include "src/rules/markup.h"
#include "src/rules/render.h"

namespace drydock::rules {
namespace {

// Folders of the guides. All others are of the interface reference.
constexpr std::array<std::string_view, 5> kGuides = {"debugger", "devtest", "display", "kernel",
                                                     "stream"};

std::string link_to(const std::string& folder, const std::string& page) {
  const bool is_guide = std::ranges::find(kGuides, folder) != kGuides.end();
  return fmt::format(
      "<a href=\"https://learn.microsoft.com/windows-hardware/drivers/{0}{1}/{2}\">{1}/{2}.md</a>",
      is_guide ? "" : "ddi/", folder, page);
}

// The sources of a rule, of which pages of the public documentation are links.
std::string linked(const std::string& source) {
  static const std::regex kPage("([a-z0-9]+)/([A-Za-z0-9_-]+)\\.md");
  std::string out;
  auto rest = source.begin();
  for (std::sregex_iterator at(source.begin(), source.end(), kPage), end; at != end; ++at) {
    out += escape_text({rest, (*at)[0].first}) + link_to((*at)[1], (*at)[2]);
    rest = (*at)[0].second;
  }
  return out + escape_text({rest, source.end()});
}

}  // namespace

std::string page_name(const Rule& rule) { return fmt::format("{}.html", rule.id); }

std::string to_page(const Rule& rule) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta "
      "charset=\"utf-8\"><title>{0}</title></head>\n"
      "<body>\n<h1>{0} {1}</h1>\n<p>{2}, {3}, {4}</p>\n",
      rule.id, escape_text(rule.title), name(rule.party), name(rule.severity), name(rule.status));
  const auto part = [&](std::string_view heading, const std::string& html,
                        std::string_view element) {
    if (!html.empty())
      fmt::format_to(std::back_inserter(out), "<h2>{0}</h2>\n<{2}>{1}</{2}>\n", heading, html,
                     element);
  };
  part("Rule", escape_text(rule.text), "p");
  part("If broken", escape_text(rule.outcome), "p");
  part("Why", escape_text(rule.lesson.why), "p");
  part("Check", escape_text(rule.lesson.check), "p");
  part("Wrong", escape_text(rule.lesson.wrong), "pre");
  part("Right", escape_text(rule.lesson.right), "pre");
  part("Reason", escape_text(rule.reason), "p");
  part("Source", linked(std::string(rule.source)), "p");
  return out + "</body>\n</html>\n";
}

}  // namespace drydock::rules
