#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "backend/cpu/elf_loader.h"
#include "backend/cpu/host_info.h"
#include "cuprum/error.h"
#include "runtime/backend.h"
#include "runtime/thread_pool.h"

namespace cuprum {
namespace {

using backend::cpu::LoadedObject;
using backend::cpu::x86_64_level;
using runtime::Backend;
using runtime::Binary;
using runtime::CopyKind;
using runtime::ThreadPool;

Backend& cpu_backend() {
    std::string why;
    Backend* backend = runtime::open_cpu_backend(why);
    if (!backend) throw std::runtime_error(why);
    return *backend;
}

std::vector<char> compile(const std::string& source, const std::vector<std::string>& options = {}) {
    return cpu_backend().compile({source, options, {}}, cpu_backend().target(0)).code;
}

template <class T>
struct MapArguments {
    const T* x;
    const T* y;
    T* out;
};

/// A kernel `out[i] = expression` over x and y.
std::string map_kernel(const std::string& name, const std::string& type, const std::string& expression) {
    return "struct Args_" + name + " { const " + type + "* x; const " + type + "* y; " + type + "* out; };\n" +
           "extern \"C\" void " + name + "(const Args_" + name + "* a, long long begin, long long end) {\n" +
           "    const " + type + "* x = a->x; const " + type + "* y = a->y; " + type + "* out = a->out;\n" +
           "    for (long long i = begin; i < end; ++i) out[i] = " + expression + ";\n}\n";
}

template <class T>
void run_map(const LoadedObject& object, const std::string& name, const std::vector<T>& x, const std::vector<T>& y,
             std::vector<T>& out) {
    MapArguments<T> arguments{x.data(), y.data(), out.data()};
    auto entry = reinterpret_cast<void (*)(const void*, long long, long long)>(object.symbol(name));
    ASSERT_NE(entry, nullptr) << name;
    entry(&arguments, 0, static_cast<long long>(out.size()));
}

bool contains(const std::vector<char>& bytes, const std::string& text) {
    return std::search(bytes.begin(), bytes.end(), text.begin(), text.end()) != bytes.end();
}

// The compiler.

TEST(CpuCompiler, calls_vector_functions) {
    const std::string source =
        map_kernel("k", "double", "__builtin_sin(x[i]) + __builtin_pow(x[i], y[i]) + __builtin_log1p(x[i])");
    const auto code = cpu_backend().compile({source, {}, {}}, "x86-64-v3").code;
    for (const char* name : {"v_sin", "vv_pow", "v_log1p"}) EXPECT_TRUE(contains(code, name)) << name;
    const auto scalar = cpu_backend().compile({source, {}, {}}, "x86-64-v3-nomvec").code;
    EXPECT_FALSE(contains(scalar, "_ZGV"));
}

TEST(CpuCompiler, error_log_shows_the_numbered_source) {
    const std::string source = "int fine;\nint broken = missing;\n";
    try {
        compile(source);
        FAIL() << "compiled";
    } catch (const CompileException& error) {
        EXPECT_EQ(error.source, source);
        const std::string log = error.what();
        EXPECT_NE(log.find("kernel.cpp:2:14: error"), std::string::npos) << log;
        EXPECT_NE(log.find("    2 | int broken = missing;"), std::string::npos) << log;
    }
}

TEST(CpuCompiler, refuses_bad_options_assembly_and_missing_headers) {
    EXPECT_THROW(compile("", {"--no-such-option"}), CompileException);
    EXPECT_THROW(compile("#include <vector>\n"), CompileException);
    EXPECT_THROW(cpu_backend().compile({"", {}, {}}, "sm_90"), CompileException);
    EXPECT_THROW(compile("extern \"C\" void f() { asm(\"no such instruction\"); }"), CompileException);
    EXPECT_NO_THROW(compile("extern \"C\" int f() { return VALUE; }", {"-DVALUE=3"}));
}

TEST(CpuCompiler, precompiled_includes_change_nothing) {
    const auto source = [](int value) {
        return "#include <cuprum/base.h>\nextern \"C\" int f() { return " + std::to_string(value) + " + EXTRA; }\n";
    };
    for (int round = 0; round < 5; ++round) {
        for (int extra : {100, 200}) {
            const LoadedObject object(compile(source(round), {"-DEXTRA=" + std::to_string(extra)}));
            EXPECT_EQ(reinterpret_cast<int (*)()>(object.symbol("f"))(), round + extra);
        }
        try {
            compile(source(round), {});
            FAIL() << "compiled";
        } catch (const CompileException& error) {
            EXPECT_NE(std::string(error.what()).find("kernel.cpp:2:"), std::string::npos) << error.what();
        }
    }
}

TEST(CpuCompiler, compiles_from_many_threads) {
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 3; ++i) {
                const int value = t * 10 + i;
                const LoadedObject object(compile("#include <cuprum/base.h>\nextern \"C\" int f() { return " +
                                                  std::to_string(value) + "; }"));
                right += reinterpret_cast<int (*)()>(object.symbol("f"))() == value;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 12);
}

template <class From, class To>
void expect_saturation(const std::string& from, const std::string& to) {
    const LoadedObject object(compile("extern \"C\" void f(const " + from + "* x, " + to + "* y, long long n) {\n" +
                                      "    for (long long i = 0; i < n; ++i) y[i] = (" + to + ")x[i];\n}\n"));
    const From highest = std::ldexp(From(1), std::numeric_limits<To>::digits);
    const From lowest = std::numeric_limits<To>::is_signed ? -highest : From(0);
    std::vector<From> x = {0,
                           From(1.9),
                           From(-0.9),
                           highest,
                           std::nextafter(highest, From(0)),
                           lowest,
                           highest * 2,
                           -highest * 2,
                           std::numeric_limits<From>::infinity(),
                           -std::numeric_limits<From>::infinity(),
                           std::numeric_limits<From>::quiet_NaN(),
                           From(100)};
    while (x.size() < 100) x.push_back(x[x.size() % 12]);
    std::vector<To> y(x.size());
    reinterpret_cast<void (*)(const From*, To*, long long)>(object.symbol("f"))(x.data(), y.data(),
                                                                                static_cast<long long>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
        To expected;
        if (std::isnan(x[i])) expected = 0;
        else if (x[i] >= highest) expected = std::numeric_limits<To>::max();
        else if (x[i] <= lowest) expected = std::numeric_limits<To>::min();
        else expected = static_cast<To>(x[i]);
        EXPECT_EQ(y[i], expected) << from << " to " << to << " of " << x[i];
    }
}

TEST(CpuCompiler, float_to_integer_saturates) {
    expect_saturation<float, int>("float", "int");
    expect_saturation<float, unsigned>("float", "unsigned");
    expect_saturation<float, long long>("float", "long long");
    expect_saturation<double, int>("double", "int");
    expect_saturation<double, long long>("double", "long long");
    expect_saturation<double, unsigned long long>("double", "unsigned long long");
}

TEST(CpuCompiler, converts_16_bit_floats_on_every_target) {
    const std::string source =
        "extern \"C\" void f(const double* x, _Float16* h, __bf16* b, double* back, long long n) {\n"
        "    for (long long i = 0; i < n; ++i) { h[i] = (_Float16)x[i]; b[i] = (__bf16)x[i]; back[i] = (double)h[i]; "
        "}\n}\n";
    // The third lies just above the middle of two halves, and would round down if it became a float first.
    std::vector<double> x = {1.0, -2.5, 1.0 + 0x1p-11 + 0x1p-40, 65504, 65520, 1e300, -1e300, 0x1p-24, 0x1p-26, -0.0};
    const std::vector<std::uint16_t> halves = {0x3c00, 0xc100, 0x3c01, 0x7bff, 0x7c00,
                                               0x7c00, 0xfc00, 0x0001, 0x0000, 0x8000};
    const std::vector<std::uint16_t> bfloats = {0x3f80, 0xc020, 0x3f80, 0x4780, 0x4780,
                                                0x7f80, 0xff80, 0x3380, 0x3280, 0x8000};
    for (const std::string& target : {std::string("x86-64-v2-nomvec"), cpu_backend().target(0)}) {
        const LoadedObject object(cpu_backend().compile({source, {}, {}}, target).code);
        std::vector<std::uint16_t> h(x.size()), b(x.size());
        std::vector<double> back(x.size());
        reinterpret_cast<void (*)(const double*, void*, void*, double*, long long)>(object.symbol("f"))(
            x.data(), h.data(), b.data(), back.data(), static_cast<long long>(x.size()));
        EXPECT_EQ(h, halves) << target;
        EXPECT_EQ(b, bfloats) << target;
        EXPECT_EQ(back[1], -2.5);
    }
}

// Vector math. The reference is the x87 library, whose results are right to far below one ULP of a double.

template <class T>
double error_in_ulps(T got, long double expected) {
    const T rounded = static_cast<T>(expected);
    if (std::isnan(rounded)) return std::isnan(got) ? 0 : INFINITY;
    if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : INFINITY;
    int exponent = 0;
    std::frexp(expected, &exponent);
    using Limits = std::numeric_limits<T>;
    const long double ulp = std::ldexp(1.0L, std::max(exponent, Limits::min_exponent) - Limits::digits);
    return static_cast<double>(std::fabs(got - expected) / ulp);
}

template <class T>
std::vector<T> telling_values() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values = {0,
                             Limits::denorm_min(),
                             Limits::min() / 2,
                             Limits::min(),
                             Limits::epsilon(),
                             T(0.5),
                             std::nextafter(T(1), T(0)),
                             1,
                             std::nextafter(T(1), T(2)),
                             2,
                             3,
                             T(88.7),
                             T(128),
                             T(150),
                             710,
                             745,
                             1075,
                             T(1e10),
                             T(1e22),
                             Limits::max() / 2,
                             Limits::max(),
                             Limits::infinity(),
                             Limits::quiet_NaN()};
    for (std::size_t i = 0, n = values.size(); i < n; ++i) values.push_back(-values[i]);
    return values;
}

template <class T>
std::vector<T> sample() {
    std::vector<T> values = telling_values<T>();
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> unit(-1, 1);
    const T range = sizeof(T) == 8 ? T(750) : T(104);
    for (int i = 0; i < 10000; ++i) {
        values.push_back(static_cast<T>(unit(random)));
        values.push_back(static_cast<T>(unit(random)) * range);
        values.push_back(static_cast<T>(std::pow(10.0, unit(random) * 30)));
    }
    while (values.size() % 64) values.push_back(1);  // All of it in whole vectors.
    return values;
}

template <class T>
void expect_accurate(const LoadedObject& object, const std::string& name,
                     long double (*reference)(long double, long double), const std::vector<T>& x,
                     const std::vector<T>& y) {
    std::vector<T> out(x.size());
    run_map(object, name, x, y, out);
    int shown = 0;
    for (std::size_t i = 0; i < x.size() && shown < 5; ++i) {
        const long double expected = reference(x[i], y[i]);
        const bool zero_sign_wrong = expected == 0 && out[i] == 0 && std::signbit(expected) != std::signbit(out[i]);
        // The x87 result can lie on the other side of the overflow limit by less than its own rounding.
        const bool at_overflow =
            std::fabs(expected) > 0.999999L * std::numeric_limits<T>::max() && std::isfinite(expected);
        if (zero_sign_wrong || (!at_overflow && !(error_in_ulps(out[i], expected) <= 4))) {
            ADD_FAILURE() << name << "(" << x[i] << ", " << y[i] << ") = " << out[i] << ", not " << expected;
            ++shown;
        }
    }
}

struct Function {
    const char* name;
    int arguments;
    long double (*reference)(long double, long double);
};
constexpr Function functions[] = {
#define REFERENCE_1(name) [](long double x, long double) { return __builtin_##name##l(x); }
#define REFERENCE_2(name) [](long double x, long double y) { return __builtin_##name##l(x, y); }
#define CUPRUM_VECTOR_FUNCTION(name, arguments, ...) {#name, arguments, REFERENCE_##arguments(name)},
#include "backend/cpu/vector_math/vector_functions.def"
#undef REFERENCE_1
#undef REFERENCE_2
};

std::string source_of_functions() {
    std::string source;
    for (const Function& function : functions) {
        const std::string name = function.name;
        const bool binary = function.arguments == 2;
        source += map_kernel("k_" + name, "double", "__builtin_" + name + (binary ? "(x[i], y[i])" : "(x[i])"));
        source += map_kernel("k_" + name + "f", "float", "__builtin_" + name + (binary ? "f(x[i], y[i])" : "f(x[i])"));
    }
    return source;
}

TEST(CpuCompiler, vector_functions_are_accurate) {
    const LoadedObject object(compile(source_of_functions()));
    const auto doubles = sample<double>();
    const auto floats = sample<float>();
    auto other_doubles = doubles;
    auto other_floats = floats;
    std::shuffle(other_doubles.begin(), other_doubles.end(), std::mt19937(2));
    std::shuffle(other_floats.begin(), other_floats.end(), std::mt19937(2));
    for (const Function& function : functions) {
        expect_accurate<double>(object, std::string("k_") + function.name, function.reference, doubles, other_doubles);
        expect_accurate<float>(object, std::string("k_") + function.name + "f", function.reference, floats,
                               other_floats);
    }
}

/// The results of a function for numbers of one type, by a kernel of a level.
template <class T>
std::vector<T> results_of(const LoadedObject& object, const std::string& name, std::vector<T> x,
                          std::vector<T> y = {}) {
    y.resize(x.size());
    std::vector<T> out(x.size());
    run_map(object, name, x, y, out);
    return out;
}

TEST(CpuCompiler, vector_functions_are_exact_where_results_are_known) {
    std::vector<double> small, whole, cubes, exponents, powers, tens;
    std::vector<float> small_cubes, roots, angles;
    for (int k = 9; k < 320; ++k) small.insert(small.end(), {std::pow(10.0, -k), -std::pow(10.0, -k)});
    for (int k = -500; k <= 500; ++k) whole.push_back(k), cubes.push_back(std::pow(k, 3));
    for (int k = -200; k <= 200; ++k) {
        roots.push_back(static_cast<float>(k));
        small_cubes.push_back(static_cast<float>(std::pow(k, 3)));
        angles.push_back(static_cast<float>(k * M_PI / 2));
    }
    for (int k = -307; k <= 308; ++k) exponents.push_back(k), powers.push_back(std::pow(10.0, k)), tens.push_back(10);
    for (const int level : {2, 3, 4}) {
        if (level > x86_64_level()) continue;
        const std::string target = "x86-64-v" + std::to_string(level);
        SCOPED_TRACE(target);
        const LoadedObject object(cpu_backend().compile({source_of_functions(), {}, {}}, target).code);
        EXPECT_EQ(results_of(object, "k_cos", small), std::vector<double>(small.size(), 1));
        EXPECT_EQ(results_of(object, "k_sin", small), small);
        EXPECT_EQ(results_of(object, "k_log10", powers), exponents);
        EXPECT_EQ(results_of(object, "k_pow", tens, exponents), powers);
        EXPECT_EQ(results_of(object, "k_cbrt", cubes), whole);
        EXPECT_EQ(results_of(object, "k_cbrtf", small_cubes), roots);
        const auto diagonal = results_of(object, "k_atan2f", roots, roots);
        for (std::size_t i = 0; i < roots.size(); ++i)
            EXPECT_EQ(diagonal[i], std::atan2(roots[i], roots[i])) << roots[i];
        const auto sines = results_of(object, "k_sinf", angles), cosines = results_of(object, "k_cosf", angles);
        for (std::size_t i = 0; i < angles.size(); ++i) {  // never beyond 1, and 1 where the nearest number is
            EXPECT_EQ(std::fabs(sines[i]) == 1, std::fabs(std::sin(angles[i])) == 1) << angles[i];
            EXPECT_EQ(std::fabs(cosines[i]) == 1, std::fabs(std::cos(angles[i])) == 1) << angles[i];
            EXPECT_LE(std::max(std::fabs(sines[i]), std::fabs(cosines[i])), 1) << angles[i];
        }
        std::vector<double> x = sample<double>();
        std::erase_if(x, [](double value) { return !std::isfinite(value); });
        for (int k = -2000; k < 2000; ++k) x.push_back(k * (M_PI / 4));
        const auto sine = results_of(object, "k_sin", x), cosine = results_of(object, "k_cos", x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            EXPECT_LE(error_in_ulps(sine[i], std::sin(static_cast<long double>(x[i]))), 1) << x[i];
            EXPECT_LE(error_in_ulps(cosine[i], std::cos(static_cast<long double>(x[i]))), 1) << x[i];
        }
    }
}

/// Outside of a function's domain the bits are those of the function of a number, beside any other elements.
template <class T>
void expect_the_bits_of_numbers(const LoadedObject& object, const std::string& name, T (*of_number)(T),
                                const std::vector<T>& x) {
    const auto bytes = [](T value) {
        std::array<unsigned char, sizeof(T)> found;
        std::memcpy(found.data(), &value, sizeof value);
        return found;
    };
    std::vector<T> out(x.size());
    run_map(object, name, x, x, out);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const T expected = of_number(x[i]);
        if (std::isfinite(expected)) continue;
        ASSERT_EQ(bytes(out[i]), bytes(expected)) << name << "(" << x[i] << ")";
    }
}

TEST(CpuCompiler, vector_functions_give_the_bits_of_numbers_outside_of_their_domains) {
    auto doubles = sample<double>();
    auto floats = sample<float>();
    for (std::size_t i = 0; i < doubles.size(); i += 5) {  // NaNs of both signs, with a payload
        doubles[i] = std::bit_cast<double>(0x7ff8000000001234 | (i % 2 ? 0 : std::uint64_t{1} << 63));
        floats[i] = std::bit_cast<float>(0x7fc01234 | (i % 2 ? 0 : std::uint32_t{1} << 31));
    }
    std::shuffle(doubles.begin(), doubles.end(), std::mt19937(4));
    std::shuffle(floats.begin(), floats.end(), std::mt19937(4));
    for (const int level : {2, 3, 4}) {
        if (level > x86_64_level()) continue;
        const std::string target = "x86-64-v" + std::to_string(level);
        SCOPED_TRACE(target);
        const LoadedObject object(cpu_backend().compile({source_of_functions(), {}, {}}, target).code);
#define EXPECT_BITS(name)                                                    \
    expect_the_bits_of_numbers<double>(object, "k_" #name, ::name, doubles); \
    expect_the_bits_of_numbers<float>(object, "k_" #name "f", ::name##f, floats)
        expect_the_bits_of_numbers<float>(object, "k_logf", ::logf, floats);
        if (level < 4) expect_the_bits_of_numbers<double>(object, "k_log", ::log, doubles);  // ours from there on
        EXPECT_BITS(log2);
        EXPECT_BITS(log10);
        EXPECT_BITS(log1p);
        EXPECT_BITS(acosh);
        EXPECT_BITS(asin);
        EXPECT_BITS(acos);
        EXPECT_BITS(atanh);
#undef EXPECT_BITS
    }
}

template <class T>
std::vector<T> values_of(const LoadedObject& object, const std::string& name, const std::vector<T>& x,
                         const std::vector<T>& y) {
    std::vector<T> out(x.size());
    run_map(object, name, x, y, out);
    for (T& value : out)
        if (std::isnan(value)) value = -12345;
    return out;
}

/// Whether an element's result is the same beside others, in another order, and alone.
template <class T>
void expect_independent(const LoadedObject& object, const std::string& name, const std::vector<T>& x,
                        const std::vector<T>& y) {
    const auto together = values_of(object, name, x, y);
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(3));
    std::vector<T> other_x, other_y, expected;
    for (const std::size_t i : order) {
        other_x.push_back(x[i]), other_y.push_back(y[i]), expected.push_back(together[i]);
        if (other_x.size() < 13 && &i != &order.back()) continue;
        EXPECT_EQ(values_of(object, name, other_x, other_y), expected) << name;
        other_x.clear(), other_y.clear(), expected.clear();
    }
    for (std::size_t i = 0; i < x.size(); i += 97)
        EXPECT_EQ(values_of<T>(object, name, {x[i]}, {y[i]})[0], together[i]) << name << "(" << x[i] << ")";
}

TEST(CpuCompiler, vector_functions_take_each_element_alone) {
    auto doubles = sample<double>(), other_doubles = doubles;
    auto floats = sample<float>(), other_floats = floats;
    std::shuffle(other_doubles.begin(), other_doubles.end(), std::mt19937(2));
    std::shuffle(other_floats.begin(), other_floats.end(), std::mt19937(2));
    for (const int level : {2, 3, 4}) {
        if (level > x86_64_level()) continue;
        for (const char* mathematics : {"", "-nomvec"}) {
            const std::string target = "x86-64-v" + std::to_string(level) + mathematics;
            SCOPED_TRACE(target);
            const LoadedObject object(cpu_backend().compile({source_of_functions(), {}, {}}, target).code);
            for (const Function& function : functions) {
                expect_independent<double>(object, std::string("k_") + function.name, doubles, other_doubles);
                expect_independent<float>(object, std::string("k_") + function.name + "f", floats, other_floats);
            }
        }
    }
}

// The loader.

TEST(ElfLoader, data_bss_constants_and_external_functions) {
    const LoadedObject object(
        compile("extern \"C\" double cos(double);\n"
                "static const char* words[] = {\"one\", \"two\"};\n"
                "int counter; int start = 40;\n"
                "extern \"C\" const char* word(int i) { return words[i]; }\n"
                "extern \"C\" int count() { return start + ++counter; }\n"
                "extern \"C\" double cosine(double x) { return cos(x); }\n"
                "extern \"C\" int choose(int i) { switch (i) { case 0: return 7; case 1: return -3; case 2: return 90; "
                "case 3: return 4; case 4: return 11; } return 0; }\n"));
    EXPECT_STREQ(reinterpret_cast<const char* (*)(int)>(object.symbol("word"))(1), "two");
    const auto count = reinterpret_cast<int (*)()>(object.symbol("count"));
    EXPECT_EQ(count(), 41);
    EXPECT_EQ(count(), 42);
    EXPECT_EQ(reinterpret_cast<double (*)(double)>(object.symbol("cosine"))(1.5), std::cos(1.5));
    EXPECT_EQ(reinterpret_cast<int (*)(int)>(object.symbol("choose"))(2), 90);
    EXPECT_EQ(object.symbol("missing"), nullptr);
}

TEST(ElfLoader, refuses_what_it_cannot_run) {
    EXPECT_THROW(LoadedObject(std::span<const char>()), Error);
    EXPECT_THROW(LoadedObject(compile("extern \"C\" int nowhere(); extern \"C\" int f() { return nowhere(); }")),
                 Error);
    EXPECT_THROW(LoadedObject(compile("extern \"C\" int f(); struct S { int x; S() : x(f()) {} }; S s;")), Error);
    EXPECT_THROW(LoadedObject(compile("thread_local int x; extern \"C\" int f() { return ++x; }")), Error);
}

int mappings() {
    std::ifstream file("/proc/self/maps");
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

TEST(ElfLoader, damaged_objects_neither_crash_nor_leak) {
    const auto good = compile(map_kernel("k", "double", "__builtin_exp(x[i]) + 1.5"));
    const auto try_load = [](const std::vector<char>& bytes) {
        try {
            const LoadedObject object(bytes);
        } catch (const Error&) {
        }
    };
    const int mappings_before = mappings();
    for (std::size_t size = 0; size < good.size(); size += 7)
        try_load({good.begin(), good.begin() + static_cast<long>(size)});
    std::mt19937 random(3);
    for (int round = 0; round < 20000; ++round) {
        auto bytes = good;
        // Half of the damage goes where the tables are.
        const std::size_t start = round % 2 ? bytes.size() / 2 : 0;
        for (int i = 0; i < 1 + round % 4; ++i)
            bytes[start + random() % (bytes.size() - start)] = static_cast<char>(random());
        try_load(bytes);
    }
    for (std::size_t i = 0; i < 64; ++i) {
        for (int value : {0, 1, 0x7f, 0xff}) {
            auto bytes = good;
            bytes[i] = static_cast<char>(value);
            try_load(bytes);
        }
    }
    EXPECT_LT(mappings(), mappings_before + 20);
}

// The pool.

void expect_covered_once(std::int64_t begin, std::int64_t end, std::int64_t grain) {
    std::vector<std::atomic<int>> hits(static_cast<std::size_t>(end - begin));
    std::atomic<bool> splits_right{true};
    ThreadPool::parallel_for(begin, end, grain, [&](std::int64_t first, std::int64_t last) {
        if ((first - begin) % grain != 0 || (last != end && (last - begin) % grain != 0)) splits_right = false;
        for (std::int64_t i = first; i < last; ++i) ++hits[static_cast<std::size_t>(i - begin)];
    });
    EXPECT_TRUE(splits_right) << begin << " " << end << " " << grain;
    EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](const auto& count) { return count == 1; }))
        << begin << " " << end << " " << grain;
}

TEST(ThreadPool, covers_every_index_once_in_whole_grains) {
    for (std::int64_t size : {1, 2, 7, 64, 1000, 99999})
        for (std::int64_t grain : {1, 3, 64, 5000}) expect_covered_once(-5, size - 5, grain);
    ThreadPool::parallel_for(3, 3, 1, [](std::int64_t, std::int64_t) { FAIL() << "called for nothing"; });
}

TEST(ThreadPool, work_is_shared) {
    if (ThreadPool::threads() == 1) GTEST_SKIP() << "needs two threads";
    // A thread waits for another one, which a busy machine lets come late.
    std::mutex mutex;
    std::condition_variable changed;
    std::set<std::thread::id> seen;
    ThreadPool::parallel_for(0, 2, 1, [&](std::int64_t, std::int64_t) {
        std::unique_lock lock(mutex);
        seen.insert(std::this_thread::get_id());
        changed.notify_all();
        changed.wait_for(lock, std::chrono::seconds(60), [&] { return seen.size() > 1; });
    });
    EXPECT_EQ(seen.size(), 2u);
}

TEST(ThreadPool, workers_may_use_the_same_cores_before_and_after) {
    if (ThreadPool::threads() == 1) GTEST_SKIP() << "needs two threads";
    const auto cores_of = [](pthread_t thread) {
        cpu_set_t cores;
        EXPECT_EQ(pthread_getaffinity_np(thread, sizeof cores, &cores), 0);
        return cores;
    };
    const auto expect_cores = [&](pthread_t thread, const cpu_set_t& expected) {
        const cpu_set_t found = cores_of(thread);
        EXPECT_TRUE(CPU_EQUAL(&found, &expected));
    };
    const pthread_t caller = pthread_self();
    const cpu_set_t all = cores_of(caller);
    std::mutex mutex;
    std::set<pthread_t> workers;
    // Each piece takes longer than the caller waits for the others to come.
    const auto share = [&] {
        ThreadPool::parallel_for(0, 64, 1, [&](std::int64_t, std::int64_t) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
            while (std::chrono::steady_clock::now() < end) {
            }
            std::lock_guard lock(mutex);
            if (pthread_self() != caller) workers.insert(pthread_self());
        });
    };
    for (int round = 0; round < 50; ++round) {
        share();
        if (workers.empty()) continue;
        // All on one core, and let go again: the next round begins with all threads there.
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        for (pthread_t worker : workers) ASSERT_EQ(pthread_setaffinity_np(worker, sizeof one, &one), 0);
        ASSERT_EQ(pthread_setaffinity_np(caller, sizeof one, &one), 0);
        share();
        for (pthread_t worker : workers) expect_cores(worker, one);
        for (pthread_t worker : workers) ASSERT_EQ(pthread_setaffinity_np(worker, sizeof all, &all), 0);
        ASSERT_EQ(pthread_setaffinity_np(caller, sizeof all, &all), 0);
        share();
        for (pthread_t worker : workers) expect_cores(worker, all);
    }
    EXPECT_FALSE(workers.empty());
}

TEST(ThreadPool, nested_calls_run_inline) {
    std::atomic<std::int64_t> sum{0};
    ThreadPool::parallel_for(0, 50, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            const auto thread = std::this_thread::get_id();
            ThreadPool::parallel_for(0, 100, 1, [&](std::int64_t from, std::int64_t to) {
                EXPECT_EQ(thread, std::this_thread::get_id());
                sum += to - from;
            });
        }
    });
    EXPECT_EQ(sum, 5000);
}

TEST(ThreadPool, exceptions_reach_the_caller) {
    for (int round = 0; round < 200; ++round) {
        EXPECT_THROW(ThreadPool::parallel_for(0, 1000, 1,
                                              [&](std::int64_t, std::int64_t last) {
                                                  if (last > round) throw std::runtime_error("no");
                                              }),
                     std::runtime_error);
    }
    expect_covered_once(0, 1000, 1);
}

TEST(ThreadPool, several_callers_at_once) {
    std::vector<std::thread> callers;
    for (int t = 0; t < 4; ++t)
        callers.emplace_back([] {
            for (int round = 0; round < 200; ++round) expect_covered_once(0, 500, 3);
        });
    for (std::thread& caller : callers) caller.join();
}

TEST(ThreadPool, survives_fork) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "ThreadSanitizer knows no threads that start after a fork";
#endif
    expect_covered_once(0, 1000, 1);
    std::atomic<bool> stop{false};
    std::thread busy([&] {
        while (!stop) expect_covered_once(0, 1000, 1);
    });
    for (int round = 0; round < 10; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(20);
            std::atomic<std::int64_t> sum{0};
            for (int i = 0; i < 20; ++i)
                ThreadPool::parallel_for(0, 1000, 1,
                                         [&](std::int64_t first, std::int64_t last) { sum += last - first; });
            _exit(sum == 20000 ? 0 : 1);
        }
        int status = -1;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    }
    stop = true;
    busy.join();
}

// The backend.

TEST(CpuBackend, allocates_aligned_and_refuses_absurd_sizes) {
    Backend& backend = cpu_backend();
    for (std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{5} << 20}) {
        void* block = backend.allocate(0, bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0u);
        backend.fill(block, 0x5a, bytes, nullptr);
        EXPECT_EQ(static_cast<unsigned char*>(block)[bytes - 1], 0x5a);
        backend.free(0, block);
    }
    for (std::size_t bytes : {std::size_t{1} << 45, std::size_t{1} << 62, ~std::size_t{0}, ~std::size_t{0} - 64})
        EXPECT_THROW(backend.allocate(0, bytes), OutOfMemoryError);
    const auto memory = backend.memory_info(0);
    EXPECT_GT(memory.free, 0u);
    EXPECT_GE(memory.total, memory.free);
    EXPECT_EQ(memory.total, backend.properties(0).total_memory);
}

TEST(CpuBackend, copies_large_and_overlapping_blocks) {
    Backend& backend = cpu_backend();
    std::vector<int> source(1 << 20), target(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<int>(i);
    backend.copy(target.data(), source.data(), source.size() * sizeof(int), CopyKind::device_to_device, nullptr);
    EXPECT_EQ(source, target);
    backend.copy(target.data() + 1, target.data(), (target.size() - 1) * sizeof(int), CopyKind::device_to_device,
                 nullptr);
    EXPECT_TRUE(std::equal(source.begin(), source.end() - 1, target.begin() + 1));
}

TEST(CpuBackend, compiles_loads_and_launches) {
    Backend& backend = cpu_backend();
    const Binary binary = backend.compile({map_kernel("k", "double", "x[i] * y[i] + 1"), {}, {"k"}}, backend.target(0));
    const auto module = backend.load(0, binary.code);
    const auto function = backend.function(module, binary.symbols.at(0));
    EXPECT_THROW(backend.function(module, "missing"), Error);
    std::vector<double> x(100000), y(x.size(), 3), out(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
    const MapArguments<double> arguments{x.data(), y.data(), out.data()};
    runtime::Launch launch;
    launch.items = static_cast<std::int64_t>(x.size());
    launch.grain = 4096;
    backend.launch(function, launch, &arguments, sizeof arguments, nullptr);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(out[i], 3.0 * static_cast<double>(i) + 1);
    backend.unload(module);
}

TEST(CpuBackend, streams_and_events) {
    Backend& backend = cpu_backend();
    const auto stream = backend.create_stream(0, true, 0);
    const auto start = backend.create_event(0, true, false), stop = backend.create_event(0, true, false);
    const auto untimed = backend.create_event(0, false, false);
    EXPECT_THROW(backend.elapsed_ms(start, stop), CUDARuntimeError);
    backend.record_event(start, stream);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    backend.record_event(stop, stream);
    backend.record_event(untimed, stream);
    EXPECT_GE(backend.elapsed_ms(start, stop), 5);
    EXPECT_THROW(backend.elapsed_ms(start, untimed), CUDARuntimeError);
    EXPECT_TRUE(backend.query_event(stop));
    for (const auto event : {start, stop, untimed}) backend.destroy_event(event);
    backend.destroy_stream(stream);
    EXPECT_THROW(backend.set_device(backend.device_count()), CUDARuntimeError);
    EXPECT_FALSE(backend.properties(0).name.empty());
}

}  // namespace
}  // namespace cuprum
