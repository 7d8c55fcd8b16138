// What bindings of several chapters take.
#pragma once

#include "../convert.h"

namespace cuprum::python {

/// What a text tells, or None whatever the default is.
template <Text text>
struct OptionalArg : ObjectArg {
    static constexpr auto type = nb::detail::const_name(text.characters);
};

inline double number(const ScalarArg& value) { return Scalar(value).to_double(); }

}  // namespace cuprum::python
