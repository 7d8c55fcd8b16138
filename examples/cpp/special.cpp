// SciPy's special functions: p-values, probabilities of classes, a drum's tones.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && build-example/special
#include <cuprum/creation.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/special.h>
#include <cuprum/ufunc.h>

#include <cstdlib>
#include <iostream>

namespace cp = cuprum;
namespace special = cuprum::scipy::special;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

bool close(const cp::ndarray& a, const cp::ndarray& b) { return cp::allclose(a, b).item().to_bool(); }

int main() {
    // How likely values of Student's t as large as these are by chance.
    const cp::ndarray t = cp::linspace(0.5, 3.5, 3);
    const cp::ndarray p = special::stdtr(10.0, -t) * 2;
    std::cout << "two-sided p-values of t = " << t << " are " << p << "\n";
    check(close(special::fdtrc(1.0, 10.0, t * t), p), "the square of t is F with 1 degree of freedom");

    // Probabilities of classes from scores, however large. Each row is read once.
    const cp::ndarray scores = cp::arange(6.0).reshape({2, 3}) * 300;
    const cp::ndarray probabilities = special::softmax(scores, 1);
    std::cout << "probabilities: " << probabilities << "\n";
    check(close(cp::sum(probabilities, {.axis = 1}), cp::ones({2})), "rows of a softmax add up to one");
    check(close(cp::exp(special::log_softmax(scores, 1)), probabilities), "log_softmax is its logarithm");

    // A ufunc has SciPy's name and meaning; several results are an array of them.
    const cp::ndarray x = cp::linspace(0.5, 10, 5);
    const auto [si, ci] = special::sici(x);
    std::cout << "the sine integral at " << x << ": " << si << "\n";
    const auto [ai, aip, bi, bip] = special::airy(x / 4);
    check(close(ai * bip - aip * bi, cp::full({5}, 1 / 3.14159265358979323846)), "the Wronskian of Airy's functions");
}
