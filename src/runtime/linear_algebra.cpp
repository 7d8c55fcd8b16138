#include "runtime/linear_algebra.h"

#include "cuprum/error.h"

namespace cuprum::runtime {

LinearAlgebra& Backend::linear_algebra() {
    throw NotSupportedError(std::string("the backend '") + name() + "' has no library of linear algebra");
}

}  // namespace cuprum::runtime
