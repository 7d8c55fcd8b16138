#include "cuprum/errstate.h"

#include <utility>

namespace cuprum {
namespace {

constinit thread_local ErrorState current;

}  // namespace

ErrorState geterr() { return current; }
ErrorState seterr(const ErrorState& state) { return std::exchange(current, state); }

}  // namespace cuprum
