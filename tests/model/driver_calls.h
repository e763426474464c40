// The texts of calls into a display miniport. The recorder makes them of what the driver got, the
// model of what it has to get: equal texts are equal calls.
//
// A driver's objects are numbered in the order in which it created them, each kind by itself: D
// devices, C contexts, R resources, A allocations, B openings of allocations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drydock::model {

using Numbers = std::vector<int>;
using Calls = std::vector<std::string>;

inline constexpr int kFailed = -1;  // in place of the number of an object that was not created

std::string create_device_call(int device);
std::string destroy_device_call(int device);
std::string create_context_call(int device, int context);
std::string destroy_context_call(int context);

struct CreateCall {
  std::size_t count = 0;
  bool is_resource = false;  // Flags.Resource
  int in = 0;                // hResource; 0: none yet
  int resource = 0;          // the resource that the driver returned
  Numbers made = {};         // empty: the driver failed the call
};
std::string text_of(const CreateCall& call);

struct OpenCall {
  int device = 0;
  bool is_creator = false;
  bool is_reader = false;
  Numbers allocations = {};
  std::vector<std::uint32_t> handles = {};  // the graphics kernel's
  Numbers made = {};                        // empty: the driver failed the call
};
std::string text_of(const OpenCall& call);

std::string close_call(int device, const Numbers& openings);
// A resource of 0 stands for none.
std::string destroy_call(const Numbers& allocations, int resource, bool with_resource);

// One call a line.
std::string lines_of(const Calls& calls);

}  // namespace drydock::model
