// The documentation of public functions, which is the comments in include/cuprum.
#pragma once

#include <string_view>

namespace cuprum::python {

/// The comment above a function: `doc("linalg::norm")`. The definition is made by tools/docstrings.py, which fails the
/// build where a name is asked for in this way that no function has.
const char* doc(std::string_view name);

}  // namespace cuprum::python
