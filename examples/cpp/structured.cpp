// Structured arrays: a dtype that is a struct of this program, its fields as views, and a kernel over whole elements.
#include <cuprum/creation.h>
#include <cuprum/kernel.h>
#include <cuprum/logic.h>
#include <cuprum/reduction.h>
#include <cuprum/structured.h>
#include <cuprum/ufunc.h>

#include <cstdlib>
#include <iostream>
#include <vector>

namespace cp = cuprum;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

struct Particle {
    int id;
    double mass;
    float x[3];
};

int main() {
    // `true` asks for the offsets that a compiler gives such a struct.
    const cp::DType particle = cp::structured_dtype(
        {{"id", cp::DType::int32}, {"mass", cp::DType::float64}, {"x", cp::DType::float32, {3}}}, true);
    check(cp::itemsize(particle) == static_cast<int>(sizeof(Particle)), "the size of the struct");

    std::vector<Particle> host{{0, 1, {0, 1, 2}}, {1, 5, {3, 4, 5}}, {2, 2, {6, 7, 8}}};
    const cp::ndarray particles = cp::empty({3}, particle);
    particles.set(host.data());
    std::cout << particles << "\n";

    // A field is a view: writing to it writes to the elements.
    const cp::ndarray mass = particles.field("mass");
    cp::multiply(mass, 2, {.out = {&mass}});
    check(particles.field("x").shape() == cp::Shape{3, 3}, "a subarray's axes lie behind the array's");

    // A mask selects whole elements.
    const cp::ndarray heavy = particles(mass > 3);
    std::cout << "the heavy ones: " << heavy << "\n";
    check(heavy.size() == 2, "the number of the heavy ones");

    // In a kernel a field is told by its place.
    cp::ElementwiseKernel lift("T p", "T q", "q = p; q.at<2>()[2] += (float)p.at<1>()", "lift");
    const cp::ndarray lifted = lift(particles);
    lifted.get(host.data());
    check(host[0].x[2] == 4 && host[1].x[2] == 15 && host[2].id == 2, "a kernel over structs");
    check(!cp::any(cp::equal(lifted, particles)).item().to_bool(), "elements that were changed are not equal");
}
