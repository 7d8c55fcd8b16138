// Where the library warns.
#pragma once

#include "cuprum/dtype.h"
#include "cuprum/warnings.h"

namespace cuprum {

/// Gives a warning; with no mutex held.
void warn(const std::string& message);

/// Gives the warning of an iteration that ended too early, and of other results that are not what was asked for.
void warn_of_iteration(const std::string& message);

void warn_of_discarded_imaginary_parts();

/// To be called, with no mutex held, before elements of an array are converted because the user asked for it.
inline void warn_of_conversion(DType from, DType to) {
    if (is_complex(from) && !is_complex(to) && to != DType::bool_ && is_number(to)) [[unlikely]]
        warn_of_discarded_imaginary_parts();
}

}  // namespace cuprum
