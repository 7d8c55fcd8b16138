// OpenBLAS's functions, found at run time: BLAS and LAPACK by their Fortran names.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace cuprum::numerics {

template <class T>
struct real_of {
    using type = T;
};
template <class T>
struct real_of<std::complex<T>> {
    using type = T;
};
template <class T>
using real_t = typename real_of<T>::type;

/// A Fortran integer that is only read or only a number. OpenBLAS is built with integers of 32 or of 64 bits; by its
/// address a 64-bit integer serves both here, as the lower half comes first in memory. A result's upper half must have
/// been zero, and is not to be looked at.
using Int = std::int64_t;

// Arguments of routines by their short names: a number, a character that chooses. Characters are followed by their
// lengths at the end, as Fortran compilers pass them.
using I = const Int*;
using C = const char*;
using L = std::size_t;

/// The letter by which Fortran's names begin for an element type.
template <class T>
constexpr char letter_of = std::is_same_v<T, float>                 ? 's'
                           : std::is_same_v<T, double>              ? 'd'
                           : std::is_same_v<T, std::complex<float>> ? 'c'
                                                                    : 'z';
template <class T>
constexpr bool is_real = std::is_floating_point_v<T>;

class OpenBlas {
public:
    bool wide;  ///< Its integers have 64 bits.
    void (*set_num_threads)(int);
    int (*get_num_threads)();

    /// The library at a path; nothing where there is none, and then `tried` is told why.
    static std::optional<OpenBlas> load(const std::string& path, std::string& tried);

    /// A function by its name in Fortran; throws where the library lacks it.
    void* function(const std::string& name) const;

private:
    void* find(const std::string& name) const;

    std::string path_, prefix_, suffix_;
    void* handle_;
};

/// Loaded by the first call: the one that CUPRUM_OPENBLAS names, else the one that the process holds already (NumPy
/// brings one), so that there is one set of threads, else the system's. Throws an Error that says what was tried.
const OpenBlas& openblas();

/// The routine of BLAS or LAPACK for an element type, by its name without the type's letter: `getrf`. Callers declare
/// it by its type, and keep it in a static.
template <class T, class F>
F* routine(const std::string& name) {
    return reinterpret_cast<F*>(openblas().function(letter_of<T> + name));
}

/// While one lives, the calling thread is in OpenBLAS, whose threads may work for it. They must not be asked to end
/// then: one that ends a piece of work forgets that, and the process would wait for it for ever. So where the process
/// ends, it waits until no thread is in there, and those that would enter (daemons of Python) stay outside.
class OpenBlasAtWork {
public:
    OpenBlasAtWork();
    ~OpenBlasAtWork();
    OpenBlasAtWork(const OpenBlasAtWork&) = delete;
};

}  // namespace cuprum::numerics
