// What functions do with input that has no result, such as a singular matrix.
#pragma once

namespace cuprum {

enum class OnError {
    raise,  ///< An exception is thrown, for which the function waits for the device.
    ignore  ///< The result is NaN, and nothing waits.
};

/// What is done about each kind of failure.
struct ErrorState {
    OnError linalg = OnError::raise;  ///< Matrices that are singular, not positive definite, or that do not converge.
};

/// What the calling thread does about failures.
ErrorState geterr();

/// Sets what the calling thread does about failures, and returns what it did until now.
///
/// Parameters
///     state: what is done from now on. With `ignore` for `linalg`, results for a matrix that has none are NaN, and
///         functions need not wait for the device to look.
/// Returns
///     The state until now.
/// Example
///     cuprum::seterr({.linalg = cuprum::OnError::ignore});
ErrorState seterr(const ErrorState& state);

/// Sets what the calling thread does about failures while it lives.
///
///     const cuprum::errstate quiet({.linalg = cuprum::OnError::ignore});
class errstate {
public:
    explicit errstate(const ErrorState& state) : before_(seterr(state)) {}
    ~errstate() { seterr(before_); }
    errstate(const errstate&) = delete;
    errstate& operator=(const errstate&) = delete;

private:
    ErrorState before_;
};

}  // namespace cuprum
