// A first program: arrays, ufuncs, reductions and views, on a GPU where there is one and on the CPU elsewhere.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && build-example/first
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/ndarray.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <iostream>

namespace cp = cuprum;

int main() {
    std::cout << "backend: " << cp::backend_name() << "\n";

    cp::ndarray x = cp::linspace(0, 10, 5);
    std::cout << "x          = " << x << "\n";
    std::cout << "sin(x) * 2 = " << cp::sin(x) * 2 << "\n";

    cp::ndarray table = cp::arange(12).reshape({3, 4});
    std::cout << "table =\n" << table << "\n";
    std::cout << "sums of the columns: " << cp::sum(table, {.axis = 0}) << "\n";

    // A view shares the table's data: what is written to it is seen there.
    cp::ndarray column = table(cp::all_of, 1);
    column += 100;
    std::cout << "after column += 100 the table's largest element is " << cp::max(table) << "\n";

    // Errors are exceptions that say what was asked for and what was found.
    try {
        x + table;
    } catch (const cp::ValueError& error) {
        std::cout << "x + table: " << error.what() << "\n";
    }
}
