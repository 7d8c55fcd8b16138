// Guards before vector functions of libmvec: it computes each element outside of a function's domain alone, by the
// function of a number, which takes ten times as long as the whole vector. A guard hands the library a number of the
// domain in the place of such an element, and puts the same result there afterwards, to the bit: NaN, or an infinity at
// the domain's end. The loader of kernels (elf_loader.cpp) puts guards before the functions that it finds.
#pragma once

#include <span>
#include <string_view>

namespace cuprum::backend::cpu {

struct Guard {
    std::string_view name;        ///< The library's.
    void* address;                ///< The guard's.
    void (*lead)(void* library);  ///< Tells the guard which function it stands before.
};

// Those of a level of the instruction set. Nothing but addresses: what finds one of them runs on every processor.
std::span<const Guard> guards_v2();
std::span<const Guard> guards_v3();
std::span<const Guard> guards_v4();

/// The guard of the library's function of this name, which then calls `library`; `library` itself where there is none.
void* guarded(std::string_view name, void* library);

}  // namespace cuprum::backend::cpu
