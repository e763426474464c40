// Writes the catalogue as text, JSON and Markdown. Threads: any.
#pragma once

#include <string>

#include "drydock/rules.h"

namespace drydock::rules {

struct Counts {
  std::size_t total = 0, checked = 0, proved = 0, planned = 0, not_applicable = 0;
};

Counts count(std::span<const Rule> rules);

std::string to_text(std::span<const Rule> rules);      // one line per rule, then the counts
std::string to_json(std::span<const Rule> rules);      // an array of objects
std::string to_markdown(std::span<const Rule> rules);  // docs/rules.md
std::string page_name(const Rule& rule);               // "K-010.html"
std::string to_page(const Rule& rule);                 // that page: what explain() says, as HTML
std::string explain(const Rule& rule);                 // everything known of one rule

}  // namespace drydock::rules
