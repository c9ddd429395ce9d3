// SharedLibrary: a library opened at run time, because the kit must start where it is not.
// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>

#include <string>
#include <utility>

#include "base/result.h"

namespace agt {

/// An open library, or none. It is never closed: ROCm's libraries leave threads behind that run their code.
class SharedLibrary {
 public:
  SharedLibrary() = default;

  /// kBrokenRuntime with the loader's own words, which name what is missing and who asked for it.
  static Result<SharedLibrary> open(const std::string& name) {
    SharedLibrary library;
    library.handle_ = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library.handle_ == nullptr) return failure(ExitCode::kBrokenRuntime, ::dlerror());
    return library;
  }

  explicit operator bool() const { return handle_ != nullptr; }

  /// Points `function` at the symbol; false, and null, when there is none.
  template <class Function>
  bool find(const char* symbol, Function*& function) const {
    function = handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(handle_, symbol));
    return function != nullptr;
  }

 private:
  void* handle_ = nullptr;
};

}  // namespace agt
