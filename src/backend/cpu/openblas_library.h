// OpenBLAS's functions, found at run time: BLAS and LAPACK by their Fortran names.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

namespace cuprum::backend::cpu {

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

/// What finds a function in OpenBLAS by its name in Fortran.
using FindFunction = std::function<void*(const std::string&)>;

/// The functions of one element type. Characters are followed by their lengths at the end, as Fortran compilers pass
/// them.
template <class T>
class Routines {
    static constexpr bool is_real = std::is_floating_point_v<T>;
    struct Named {
        void* address = nullptr;

        operator void*() const { return address; }
        template <class F>
            requires std::is_function_v<F>
        operator F*() const {
            return reinterpret_cast<F*>(address);
        }
    };
    const FindFunction* find_;
    std::string letter_;

    Named symbol(const std::string& name) const { return {(*find_)(letter_ + name)}; }
    static std::string orthogonal() { return is_real ? "or" : "un"; }
    static std::string hermitian() { return is_real ? "sy" : "he"; }

public:
    /// `find` must live as long as this is being made.
    Routines(const FindFunction& find, const char* letter) : find_(&find), letter_(letter) {}

    using R = real_t<T>;
    using C = const char*;
    using I = const Int*;
    using L = std::size_t;

    T (*dot)(I, const T*, I, const T*, I) = is_real ? symbol("dot") : Named{};  // null for complex types
    void (*gemm)(C, C, I, I, I, const T*, const T*, I, const T*, I, const T*, T*, I, L, L) = symbol("gemm");
    void (*gemv)(C, I, I, const T*, const T*, I, const T*, I, const T*, T*, I, L) = symbol("gemv");
    void (*syrk)(C, C, I, I, const T*, const T*, I, const T*, T*, I, L, L) = symbol("syrk");
    void (*trsm)(C, C, C, C, I, I, const T*, const T*, I, T*, I, L, L, L, L) = symbol("trsm");
    void (*getrf)(I, I, T*, I, void*, Int*) = symbol("getrf");
    void (*getrs)(C, I, I, const T*, I, const void*, T*, I, Int*, L) = symbol("getrs");
    void (*getri)(I, T*, I, const void*, T*, I, Int*) = symbol("getri");
    void (*potrf)(C, I, T*, I, Int*, L) = symbol("potrf");
    void (*geqrf)(I, I, T*, I, T*, T*, I, Int*) = symbol("geqrf");
    void (*gqr)(I, I, I, T*, I, const T*, T*, I, Int*) = symbol(orthogonal() + "gqr");  // orgqr, ungqr
    // The rest have other arguments for complex types, so their callers give them their types.
    void* gesdd = symbol("gesdd");
    void* evd = symbol(hermitian() + "evd");  // syevd, heevd
    void* geev = symbol("geev");
    void* gelsd = symbol("gelsd");
};

struct OpenBlas {
    bool wide;  ///< Its integers have 64 bits.
    Routines<float> s;
    Routines<double> d;
    Routines<std::complex<float>> c;
    Routines<std::complex<double>> z;
    void (*set_num_threads)(int);
    int (*get_num_threads)();

    template <class T>
    const Routines<T>& of() const;
};

template <>
inline const Routines<float>& OpenBlas::of() const {
    return s;
}
template <>
inline const Routines<double>& OpenBlas::of() const {
    return d;
}
template <>
inline const Routines<std::complex<float>>& OpenBlas::of() const {
    return c;
}
template <>
inline const Routines<std::complex<double>>& OpenBlas::of() const {
    return z;
}

/// Loaded by the first call: the one that CUPRUM_OPENBLAS names, else the one that the process holds already (NumPy
/// brings one), so that there is one set of threads, else the system's. Throws an Error that says what was tried.
const OpenBlas& openblas();

/// While one lives, the calling thread is in OpenBLAS, whose threads may work for it. They must not be asked to end
/// then: one that ends a piece of work forgets that, and the process would wait for it for ever. So where the process
/// ends, it waits until no thread is in there, and those that would enter (daemons of Python) stay outside.
class OpenBlasAtWork {
public:
    OpenBlasAtWork();
    ~OpenBlasAtWork();
    OpenBlasAtWork(const OpenBlasAtWork&) = delete;
};

}  // namespace cuprum::backend::cpu
