// The README's program, built against the installed library with find_package(cuprum) or pkg-config.
#include <cuprum/cuprum.h>

#include <iostream>

namespace cp = cuprum;

int main() {
    cp::ndarray x = cp::linspace(0, 10, 5);
    std::cout << cp::sin(x) * 2 << "\n" << cp::sum(x) << "\n";
}
