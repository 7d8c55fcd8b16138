// The loops of a ufunc's row.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/dtype.h"
#include "cuprum/ufunc.h"

namespace cuprum::kernel {

class ElementwiseKernel;

/// One signature of a ufunc and the device statement behind it.
struct Loop {
    int nin = 0, nout = 0;
    std::array<DType, max_ufunc_operands> in{}, out{};
    std::string body;      ///< The statement; of a loop that refuses, the message.
    std::string headers;   ///< Of the row's device headers those that this loop needs.
    CodeOptions code{};    ///< As the row's columns say for this loop.
    bool refuses = false;  ///< NumPy has no such operation and says why.
    mutable std::atomic<ElementwiseKernel*> kernel{
        nullptr};  ///< For operands of just these dtypes; owned by the ufunc.

    Loop() = default;
    Loop(const Loop& other)
        : nin(other.nin),
          nout(other.nout),
          in(other.in),
          out(other.out),
          body(other.body),
          headers(other.headers),
          code(other.code),
          refuses(other.refuses),
          kernel(other.kernel.load()) {}

    std::string signature() const;  ///< "dd->d"
};

/// Parses the `loops` column of ufuncs.def, and of the columns `headers`, `calls`, ... what each loop needs.
std::vector<Loop> parse_loops(const UfuncRow& row);

}  // namespace cuprum::kernel
