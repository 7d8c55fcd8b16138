// The text of line_transforms_v*.cpp, each of which the build compiles for one level of the instruction set.
// CUPRUM_LEVEL is the level's name; pocketfft's namespace carries it, so that the linker does not take one level's
// functions for another's. What remains in common is the counting of shared pointers, which has no use for vectors.
//
// pocketfft's plans do the arithmetic, on one line or on as many side by side as a vector has places. Its loops over
// lines are not used: ours share lines among our threads, and make no lists in memory.

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

#include "backend/cpu/fourier/line_transforms.h"

#define CUPRUM_JOIN_(a, b) a##b
#define CUPRUM_JOIN(a, b) CUPRUM_JOIN_(a, b)
#define POCKETFFT_NO_MULTITHREADING
#define POCKETFFT_CACHE_SIZE 16
#define pocketfft CUPRUM_JOIN(pocketfft_, CUPRUM_LEVEL)
#include <pocketfft_hdronly.h>

namespace cuprum::backend::cpu {
namespace {

namespace pf = pocketfft::detail;
using runtime::FourierKind;
using runtime::FourierLayout;

/// A number of each of W lines.
template <class T, std::size_t W>
struct Numbers {
    using type = pf::vtype_t<T>;
    static void put(type& n, std::size_t line, T value) { n[line] = value; }
    static T get(const type& n, std::size_t line) { return n[line]; }

    // Those of lines side by side, from or to a place in memory.
    static void load(const char* row, type& n) { std::memcpy(&n, row, sizeof n); }
    static void store(char* row, const type& n) { std::memcpy(row, &n, sizeof n); }
    static void load(const char* row, pf::cmplx<type>& n) { load(row, n, std::make_index_sequence<W>()); }
    static void store(char* row, const pf::cmplx<type>& n) { store(row, n, std::make_index_sequence<W>()); }

private:
    template <std::size_t... I>
    static void load(const char* row, pf::cmplx<type>& n, std::index_sequence<I...>) {
        type first, second;
        load(row, first);
        load(row + sizeof first, second);
        n.r = __builtin_shufflevector(first, second, (2 * I)...);
        n.i = __builtin_shufflevector(first, second, (2 * I + 1)...);
    }
    template <std::size_t... I>
    static void store(char* row, const pf::cmplx<type>& n, std::index_sequence<I...>) {
        store(row, __builtin_shufflevector(n.r, n.i, (I % 2 * W + I / 2)...));
        store(row + sizeof(type), __builtin_shufflevector(n.r, n.i, (I % 2 * W + (W + I) / 2)...));
    }
};
template <class T>
struct Numbers<T, 1> {
    using type = T;
    static void put(T& n, std::size_t, T value) { n = value; }
    static T get(const T& n, std::size_t) { return n; }
    template <class B>
    static void load(const char* row, B& n) {
        std::memcpy(&n, row, sizeof n);
    }
    template <class B>
    static void store(char* row, const B& n) {
        std::memcpy(row, &n, sizeof n);
    }
};

/// The first numbers of W lines, and the steps along them in bytes.
template <std::size_t W>
struct Group {
    const char* in[W];
    char* out[W];
    std::ptrdiff_t in_step, out_step;
};

template <class T, std::size_t W>
class Transform {
    using N = Numbers<T, W>;
    using Number = typename N::type;
    using Complex = pf::cmplx<Number>;

public:
    Transform(const FourierLayout& layout, const void* plan, bool forward, double factor)
        : kind_(layout.kind),
          orthogonal_(layout.orthogonal),
          forward_(forward),
          plan_(plan),
          factor_(static_cast<T>(factor)),
          length_(static_cast<std::size_t>(layout.axes[0].length)),
          room_(kind_ == FourierKind::complex ? 2 * length_ : length_) {}

    void operator()(const Group<W>& g) {
        switch (kind_) {
            case FourierKind::complex: return complex(g);
            case FourierKind::real_to_complex: return real_to_complex(g);
            case FourierKind::complex_to_real: return complex_to_real(g);
            case FourierKind::cosine1: return real<pf::T_dct1<T>>(g, 1, true);
            case FourierKind::cosine2: return real<pf::T_dcst23<T>>(g, 2, true);
            case FourierKind::cosine3: return real<pf::T_dcst23<T>>(g, 3, true);
            case FourierKind::cosine4: return real<pf::T_dcst4<T>>(g, 4, true);
            case FourierKind::sine1: return sine1(g);
            case FourierKind::sine2: return real<pf::T_dcst23<T>>(g, 2, false);
            case FourierKind::sine3: return real<pf::T_dcst23<T>>(g, 3, false);
            case FourierKind::sine4: return real<pf::T_dcst4<T>>(g, 4, false);
        }
    }

private:
    static const pf::cmplx<T>& complex_at(const char* p) { return *reinterpret_cast<const pf::cmplx<T>*>(p); }
    static pf::cmplx<T>& complex_at(char* p) { return *reinterpret_cast<pf::cmplx<T>*>(p); }
    static const T& real_at(const char* p) { return *reinterpret_cast<const T*>(p); }
    static T& real_at(char* p) { return *reinterpret_cast<T*>(p); }

    /// A single line that lies densely is transformed where it goes.
    template <class B>
    B* room(const Group<W>& g) {
        if (W == 1 && g.out_step == sizeof(B)) return reinterpret_cast<B*>(g.out[0]);
        return reinterpret_cast<B*>(room_.data());
    }

    void complex(const Group<W>& g) {
        Complex* c = room<Complex>(g);
        if (W > 1 || reinterpret_cast<const char*>(c) != g.in[0])
            each(
                g.in, g.in_step, length_, sizeof(pf::cmplx<T>),
                [c](std::size_t i, const char* row) { N::load(row, c[i]); },
                [c](std::size_t i, std::size_t j, const char* p) {
                    const pf::cmplx<T>& x = complex_at(p);
                    N::put(c[i].r, j, x.r);
                    N::put(c[i].i, j, x.i);
                });
        static_cast<const pf::pocketfft_c<T>*>(plan_)->exec(c, factor_, forward_);
        if (W == 1 && reinterpret_cast<char*>(c) == g.out[0]) return;
        each(
            g.out, g.out_step, length_, sizeof(pf::cmplx<T>), [c](std::size_t i, char* row) { N::store(row, c[i]); },
            [c](std::size_t i, std::size_t j, char* p) { complex_at(p).Set(N::get(c[i].r, j), N::get(c[i].i, j)); });
    }

    /// Calls `row(i, place)` for the numbers i of lines side by side, else `visit(i, j, place)` for numbers i of lines
    /// j: a few at a time, as lines that are a power of two apart drive one another out of the cache.
    template <class Byte, class Row, class Visit>
    static void each(Byte* const (&lines)[W], std::ptrdiff_t step, std::size_t length, std::size_t item, Row row,
                     Visit visit) {
        bool adjacent = W > 1;
        for (std::size_t j = 1; j < W; ++j)
            adjacent = adjacent && lines[j] - lines[0] == static_cast<std::ptrdiff_t>(j * item);
        if (adjacent) {
            Byte* place = lines[0];
            for (std::size_t i = 0; i < length; ++i, place += step) row(i, place);
            return;
        }
        const std::size_t together = W == 1 ? length : 64 / item;
        for (std::size_t first = 0; first < length; first += together) {
            const std::size_t last = std::min(first + together, length);
            for (std::size_t j = 0; j < W; ++j) {
                Byte* place = lines[j] + static_cast<std::ptrdiff_t>(first) * step;
                for (std::size_t i = first; i < last; ++i, place += step) visit(i, j, place);
            }
        }
    }

    void load_real(const Group<W>& g, Number* c) {
        each(
            g.in, g.in_step, length_, sizeof(T), [c](std::size_t i, const char* row) { N::load(row, c[i]); },
            [c](std::size_t i, std::size_t j, const char* p) { N::put(c[i], j, real_at(p)); });
    }
    void store_real(const Group<W>& g, const Number* c) {
        if (W == 1 && reinterpret_cast<const char*>(c) == g.out[0]) return;
        each(
            g.out, g.out_step, length_, sizeof(T), [c](std::size_t i, char* row) { N::store(row, c[i]); },
            [c](std::size_t i, std::size_t j, char* p) { real_at(p) = N::get(c[i], j); });
    }

    // A plan's complex numbers of real ones lie as r0 r1 i1 r2 i2 ..., without the parts that are zero.
    void real_to_complex(const Group<W>& g) {
        auto* c = reinterpret_cast<Number*>(room_.data());
        load_real(g, c);
        static_cast<const pf::pocketfft_r<T>*>(plan_)->exec(c, factor_, true);
        const std::size_t length = length_;
        const T sign = forward_ ? T(1) : T(-1);
        each(
            g.out, g.out_step, length / 2 + 1, sizeof(pf::cmplx<T>),
            [c, length, sign](std::size_t i, char* row) {
                const bool is_real = i == 0 || 2 * i == length;
                N::store(row, Complex{c[i == 0 ? 0 : 2 * i - 1], is_real ? Number{} : sign * c[2 * i]});
            },
            [c, length, sign](std::size_t i, std::size_t j, char* p) {
                const bool is_real = i == 0 || 2 * i == length;
                complex_at(p).Set(N::get(c[i == 0 ? 0 : 2 * i - 1], j), is_real ? T(0) : sign * N::get(c[2 * i], j));
            });
    }

    void complex_to_real(const Group<W>& g) {
        Number* c = room<Number>(g);
        const std::size_t length = length_;
        const T sign = forward_ ? T(-1) : T(1);
        each(
            g.in, g.in_step, length / 2 + 1, sizeof(pf::cmplx<T>),
            [c, length, sign](std::size_t i, const char* row) {
                Complex x;
                N::load(row, x);
                c[i == 0 ? 0 : 2 * i - 1] = x.r;
                if (i != 0 && 2 * i != length) c[2 * i] = sign * x.i;
            },
            [c, length, sign](std::size_t i, std::size_t j, const char* p) {
                const pf::cmplx<T>& x = complex_at(p);
                N::put(c[i == 0 ? 0 : 2 * i - 1], j, x.r);
                if (i != 0 && 2 * i != length) N::put(c[2 * i], j, sign * x.i);
            });
        static_cast<const pf::pocketfft_r<T>*>(plan_)->exec(c, factor_, false);
        store_real(g, c);
    }

    template <class Plan>
    void real(const Group<W>& g, int type, bool cosine) {
        Number* c = room<Number>(g);
        load_real(g, c);
        static_cast<const Plan*>(plan_)->exec(c, factor_, orthogonal_, type, cosine);
        store_real(g, c);
    }
    void sine1(const Group<W>& g) { real<pf::T_dst1<T>>(g, 1, false); }

    FourierKind kind_;
    bool orthogonal_, forward_;
    const void* plan_;
    T factor_;
    std::size_t length_;
    pf::arr<Number> room_;
};

/// Where the lines of a batch begin, one after the other.
class Places {
public:
    std::ptrdiff_t in = 0, out = 0;

    Places(const FourierLayout& layout, std::int64_t line) : layout_(layout) {
        for (std::size_t d = layout.batch_count; d-- > 0;) {
            const FourierLayout::Axis& axis = layout.batch[d];
            at_[d] = line % axis.length;
            line /= axis.length;
            in += at_[d] * axis.input;
            out += at_[d] * axis.output;
        }
    }
    void next() {
        for (std::size_t d = layout_.batch_count; d-- > 0;) {
            const FourierLayout::Axis& axis = layout_.batch[d];
            in += axis.input;
            out += axis.output;
            if (++at_[d] < axis.length) return;
            at_[d] = 0;
            in -= axis.length * axis.input;
            out -= axis.length * axis.output;
        }
    }

private:
    const FourierLayout& layout_;
    std::int64_t at_[FourierLayout::max_batch] = {};
};

template <class T>
void run_lines(const FourierLayout& layout, const void* plan, const char* input, char* output, bool forward,
               double factor, std::int64_t first, std::int64_t last) {
    Places places(layout, first);
    const auto groups = [&]<std::size_t W>() {
        if (last - first < static_cast<std::int64_t>(W)) return;
        Transform<T, W> transform(layout, plan, forward, factor);
        Group<W> group;
        group.in_step = layout.axes[0].input;
        group.out_step = layout.axes[0].output;
        for (; last - first >= static_cast<std::int64_t>(W); first += static_cast<std::int64_t>(W)) {
            for (std::size_t j = 0; j < W; ++j) {
                group.in[j] = input + places.in;
                group.out[j] = output + places.out;
                places.next();
            }
            transform(group);
        }
    };
    if constexpr (pf::VLEN<T>::val > 1) groups.template operator()<pf::VLEN<T>::val>();
    groups.template operator()<1>();
}

template <class T>
std::shared_ptr<const void> plan_of(FourierKind kind, std::size_t length) {
    switch (kind) {
        case FourierKind::complex: return pf::get_plan<pf::pocketfft_c<T>>(length);
        case FourierKind::real_to_complex:
        case FourierKind::complex_to_real: return pf::get_plan<pf::pocketfft_r<T>>(length);
        case FourierKind::cosine1: return pf::get_plan<pf::T_dct1<T>>(length);
        case FourierKind::sine1: return pf::get_plan<pf::T_dst1<T>>(length);
        case FourierKind::cosine4:
        case FourierKind::sine4: return pf::get_plan<pf::T_dcst4<T>>(length);
        default: return pf::get_plan<pf::T_dcst23<T>>(length);
    }
}

template <class T>
void set_twiddles(std::size_t n, std::size_t rows, pf::cmplx<T>* table, std::size_t first, std::size_t last) {
    const pf::sincos_2pibyn<T> root(n);
    const std::size_t columns = n / rows;
    for (std::size_t i = first; i < last; ++i) table[i] = root[i / columns * (i % columns)];
}

template <bool forward, class T>
void multiply_by_twiddles(pf::cmplx<T>* numbers, const pf::cmplx<T>* twiddles, std::size_t rows, std::size_t pitch,
                          std::size_t columns) {
    for (std::size_t i = 0; i < rows; ++i, numbers += pitch, twiddles += pitch)
        for (std::size_t j = 0; j < columns; ++j) numbers[j] = numbers[j].template special_mul<forward>(twiddles[j]);
}
template <class T>
void multiply_by_twiddles(void* numbers, const void* twiddles, std::size_t rows, std::size_t pitch, std::size_t columns,
                          bool forward) {
    (forward ? multiply_by_twiddles<true, T>
             : multiply_by_twiddles<false, T>)(static_cast<pf::cmplx<T>*>(numbers),
                                               static_cast<const pf::cmplx<T>*>(twiddles), rows, pitch, columns);
}

}  // namespace

const LineTransforms& CUPRUM_JOIN(line_transforms_, CUPRUM_LEVEL)() {
    static constexpr LineTransforms transforms = {
        [](FourierKind kind, bool wide, std::size_t length) {
            return wide ? plan_of<double>(kind, length) : plan_of<float>(kind, length);
        },
        [](const FourierLayout& layout, const void* plan, const char* input, char* output, bool forward, double factor,
           std::int64_t first, std::int64_t last) {
            const bool wide = layout.real == DType::float64;
            (wide ? run_lines<double> : run_lines<float>)(layout, plan, input, output, forward, factor, first, last);
        },
        [](bool wide) { return static_cast<int>(wide ? pf::VLEN<double>::val : pf::VLEN<float>::val); },
        [](bool wide, std::size_t n, std::size_t rows, void* table, std::size_t first, std::size_t last) {
            if (wide) set_twiddles(n, rows, static_cast<pf::cmplx<double>*>(table), first, last);
            else set_twiddles(n, rows, static_cast<pf::cmplx<float>*>(table), first, last);
        },
        [](bool wide, void* numbers, const void* twiddles, std::size_t rows, std::size_t pitch, std::size_t columns,
           bool forward) {
            (wide ? multiply_by_twiddles<double> : multiply_by_twiddles<float>)(numbers, twiddles, rows, pitch, columns,
                                                                                forward);
        },
    };
    return transforms;
}

}  // namespace cuprum::backend::cpu
