#include "runtime/fourier.h"

#include <string>

#include "cuprum/error.h"

namespace cuprum::runtime {

Fourier& Backend::fourier() {
    throw NotSupportedError(std::string("the backend '") + name() + "' has no library of Fourier transforms");
}

}  // namespace cuprum::runtime
