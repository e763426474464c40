// std::exception with the constructors that Microsoft's library adds: a message may be given. The
// object stays that of the C++ library, so the message is dropped.
#if !defined(DRYDOCK_DRIVER) || defined(__MINGW32__)
#include_next <bits/exception.h>
#else
#ifndef __EXCEPTION_H
#define __EXCEPTION_H 1

#include <bits/c++config.h>

extern "C++" {
namespace std {
class exception {
 public:
  exception() noexcept {}
  exception(const char*) noexcept {}
  exception(const char*, int) noexcept {}
  virtual ~exception() noexcept;
  exception(const exception&) = default;
  exception& operator=(const exception&) = default;
  exception(exception&&) = default;
  exception& operator=(exception&&) = default;
  virtual const char* what() const noexcept;
};
}  // namespace std
}

#endif
#endif
