#include "core/warnings.h"

#include <atomic>

namespace cuprum {
namespace {

std::atomic<ComplexWarning> complex_warning{nullptr};
std::atomic<UserWarning> user_warning{nullptr}, runtime_warning{nullptr};

}  // namespace

ComplexWarning set_complex_warning(ComplexWarning handler) { return complex_warning.exchange(handler); }

UserWarning set_user_warning(UserWarning handler) { return user_warning.exchange(handler); }

UserWarning set_runtime_warning(UserWarning handler) { return runtime_warning.exchange(handler); }

void warn_of_iteration(const std::string& message) {
    if (UserWarning handler = runtime_warning.load()) handler(message);
}

void warn(const std::string& message) {
    if (UserWarning handler = user_warning.load()) handler(message);
}

void warn_of_discarded_imaginary_parts() {
    if (ComplexWarning handler = complex_warning.load()) handler();
}

}  // namespace cuprum
