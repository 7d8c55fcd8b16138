// Kernels of one's own: an operation element by element, one that looks around, and a reduction. The same text runs on
// a GPU and on a CPU.
#include <cuprum/creation.h>
#include <cuprum/host.h>
#include <cuprum/kernel.h>
#include <cuprum/logic.h>
#include <cuprum/ufunc.h>

#include <cstdlib>
#include <iostream>

namespace cp = cuprum;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

bool close(const cp::ndarray& a, const cp::ndarray& b) { return cp::allclose(a, b).item().to_bool(); }

int main() {
    // T is whatever dtype the arrays have; arrays are broadcast together.
    cp::ElementwiseKernel squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
    cp::ndarray x = cp::arange(6).reshape({2, 3});
    std::cout << "squared differences:\n" << squared_diff(x, cp::arange(3)) << "\n";
    check(close(squared_diff(x, 2), (x - 2) * (x - 2)), "an elementwise kernel");

    // A raw array is indexed by the text; i is the number of the element.
    cp::ElementwiseKernel smooth("raw T x, int64 n", "float64 y",
                                 "const ptrdiff_t left = i > 0 ? i - 1 : 0, right = i + 1 < n ? i + 1 : n - 1;\n"
                                 "y = (x[left] + x[i] + x[right]) / 3.0",
                                 "smooth");
    cp::ndarray signal = cp::arange(5) * cp::arange(5), smoothed;
    const cp::Operand arguments[] = {signal, signal.size()};
    smooth.call(arguments, {.size = signal.size()}, &smoothed);
    std::cout << signal << " smoothed: " << smoothed << "\n";
    check(close(smoothed.at({cp::Slice{1, 4, {}}}), cp::arange(1, 4) * cp::arange(1, 4) + 2.0 / 3),
          "a kernel with a raw array");

    // A map, how two values become one, and what to make of the last one.
    cp::ReductionKernel l2norm("T x", "float64 y", "(double)x * x", "a + b", "y = sqrt(a)", "0", "l2norm");
    const cp::ndarray norms = l2norm(x, {.axis = cp::Dims{1}});
    std::cout << "norms of the rows: " << norms << "\n";
    check(close(norms * norms, cp::array({5.0, 50.0})), "a reduction");

    // A text that does not compile is an exception with the compiler's words.
    try {
        cp::ElementwiseKernel("T x", "T y", "y = twice(x)", "oops")(x);
        check(false, "a text that does not compile is an exception");
    } catch (const cp::CompileException& error) {
        std::cout << "the compiler says: " << std::string(error.what()).substr(0, 60) << "...\n";
    }
}
