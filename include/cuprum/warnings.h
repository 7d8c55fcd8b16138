// What the library tells a program that did something legal which it may not have meant.
#pragma once

#include <string>

namespace cuprum {

/// Called where a conversion discards imaginary parts, in the thread that asked for it; it may throw to forbid that.
using ComplexWarning = void (*)();

/// Sets what is called where complex numbers become real ones by a conversion (`astype`, assignments, `dtype=`). The
/// Python module gives NumPy's ComplexWarning; in C++ nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::set_complex_warning([] { throw cuprum::TypeError("a complex array became real"); });
ComplexWarning set_complex_warning(ComplexWarning handler);

/// Called with the text of any other warning, in the thread of the call that gives it; it may throw to forbid that.
using UserWarning = void (*)(const std::string& message);

/// Sets what is called where a function warns, such as of a degree at which rounding spoils a result. The Python module
/// gives Python's UserWarning; in C++ nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::set_user_warning([](const std::string& message) { std::cerr << message << '\n'; });
UserWarning set_user_warning(UserWarning handler);

/// Sets what is called where an iteration ends before it has converged, or a result is computed by another method than
/// was meant. The Python module gives Python's RuntimeWarning; in C++ nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::set_runtime_warning([](const std::string& message) { std::cerr << message << '\n'; });
UserWarning set_runtime_warning(UserWarning handler);

}  // namespace cuprum
