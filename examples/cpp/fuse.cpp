// Functions of arrays that run as one kernel: what is written as a chain of operations reads and writes memory once.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && build-example/fuse
#include <cuprum/creation.h>
#include <cuprum/fuse.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>
#include <cuprum/reduction.h>
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

// Any function of arrays will do; it needs no change to be fused.
cp::ndarray softmax(const cp::ndarray& x) {
    const cp::ReduceOptions rows{.axis = cp::Dims{1}, .keepdims = true};
    const cp::ndarray e = cp::exp(x - cp::max(x, rows));
    return e / cp::sum(e, rows);
}

int main() {
    // Element by element: one kernel in the place of five. Numbers stay arguments, so that others need no new kernel.
    auto damped =
        cp::fuse([](const cp::ndarray& x, auto rate) { return cp::exp(-(x * rate)) * cp::sin(x) + 1; }, "damped");
    const cp::ndarray x = cp::linspace(0, 3, 4);
    for (double rate : {0.5, 1.0, 2.0}) std::cout << "damped at " << rate << ": " << damped(x, rate) << "\n";
    check(close(damped(x, 2.0), cp::exp(-2.0 * x) * cp::sin(x) + 1), "a fused function gives what the function gives");
    check(damped.trace_count() == 1, "other numbers need no new kernel");

    // With reductions in between: each row is read once.
    auto fused = cp::fuse(softmax, "softmax");
    const cp::ndarray rows = cp::arange(6.0).reshape({2, 3});
    std::cout << "softmax of rows:\n" << fused(rows) << "\n";
    check(close(cp::sum(fused(rows), {.axis = cp::Dims{1}}), cp::ones({2})), "rows of a softmax add up to one");

    // Arguments can be written to, and several arrays returned.
    auto step = cp::fuse([](const cp::ndarray& position, const cp::ndarray& speed, auto dt) {
        speed -= position * dt;
        position += speed * dt;
        return cp::sum(position * position + speed * speed) * 0.5;
    });
    const cp::ndarray position = cp::ones({3}), speed = cp::zeros({3});
    for (int i = 0; i < 3; ++i) std::cout << "energy " << step(position, speed, 0.1) << "\n";
    check(!close(position, cp::ones({3})), "the arguments were written to");
}
