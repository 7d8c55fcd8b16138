#include "core/warnings.h"

#include <atomic>

namespace cuprum {
namespace {

std::atomic<ComplexWarning> complex_warning{nullptr};
std::atomic<UserWarning> user_warning{nullptr};

}  // namespace

ComplexWarning set_complex_warning(ComplexWarning handler) { return complex_warning.exchange(handler); }

UserWarning set_user_warning(UserWarning handler) { return user_warning.exchange(handler); }

void warn(const std::string& message) {
    if (UserWarning handler = user_warning.load()) handler(message);
}

void warn_of_discarded_imaginary_parts() {
    if (ComplexWarning handler = complex_warning.load()) handler();
}

}  // namespace cuprum
