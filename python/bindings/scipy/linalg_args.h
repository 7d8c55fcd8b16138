// Arguments of `cuprumx.scipy.linalg` and `cuprumx.linalg`.
#pragma once

#include <utility>

#include "../argument.h"
#include "../convert.h"
#include "../released.h"
#include "cuprum/scipy/linalg.h"

namespace cuprum::python {

/// An array of a pair.
inline ndarray array_of_pair(const nb::object& object) { return argument<OperandArg>(object).get(); }

/// What `lu_factor` gave.
struct LuFactorsArg : Arg<"Sequence[ArrayLike]"> {
    scipy::linalg::LuFactors get() const {
        const nb::handle pair(object);
        if (nb::len(pair) != 2) throw ValueError("lu_and_piv must be a pair: what lu_factor gave");
        return {array_of_pair(pair[0]), array_of_pair(pair[1])};
    }
};

/// What `cholesky` gave, and whether these are lower triangles.
struct CholeskyFactorsArg : Arg<"Sequence[Any]"> {
    std::pair<ndarray, bool> get() const {
        const nb::handle pair(object);
        if (nb::len(pair) != 2)
            throw ValueError("c_and_lower must be a pair: factors, and whether they are lower triangles");
        return {array_of_pair(pair[0]), nb::cast<bool>(nb::bool_(nb::object(pair[1])))};
    }
};

/// Whether equations of a matrix, its transpose or its conjugate transpose are solved.
struct TransposeArg : Arg<"Literal[0, 1, 2, 'N', 'T', 'C']"> {
    operator int() const {
        if (!PyUnicode_Check(object)) return static_cast<int>(to_index(object));
        const std::string text = nb::cast<std::string>(nb::handle(object));
        for (int k = 0; k < 3; ++k)
            if (text == std::string(1, "NTC"[k])) return k;
        throw ValueError("trans must be 0, 1, 2, 'N', 'T' or 'C', not '" + text + "'");
    }
};

}  // namespace cuprum::python
