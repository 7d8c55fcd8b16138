// The text of one kernel of each kind, as it goes to the compiler, beside the files of tests/cpp/golden. After a change
// that is meant, CUPRUM_WRITE_GOLDEN=1 writes these files anew: their difference is what a review looks at.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cuprum/creation.h"
#include "cuprum/fuse.h"
#include "cuprum/jit.h"
#include "cuprum/kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/special.h"
#include "cuprum/ufunc.h"
#include "fake_backend.h"
#include "kernel/graph/statement.h"
#include "kernel/graph/template.h"

namespace cuprum {
namespace {

/// The texts that were compiled since it was emptied.
std::string& compiled() {
    static std::string texts;
    return texts;
}

/// A GPU that compiles nothing and runs nothing, but keeps what it was given.
class RecordingBackend final : public testing::FakeBackend {
public:
    void* allocate(int, std::size_t bytes) override { return std::calloc(bytes, 1); }
    void free(int, void* pointer) noexcept override { std::free(pointer); }
    testing::Binary compile(const testing::CompileRequest& request, const std::string&) override {
        compiled() += request.source;
        std::vector<char> code;
        for (const std::string& name : request.names) code.insert(code.end(), name.begin(), name.end());
        return {code, request.names};
    }
};

class KernelText : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        setenv("CUPRUM_CACHE_IN_MEMORY", "1", 1);  // a kernel from a folder would need no text
        static auto* backend = new RecordingBackend;
        runtime::use_backend(*backend);
    }
};

TEST(Template, HolesInLines) {
    EXPECT_EQ(kernel::fill("int $name = ${number}u;", {{"name", "x"}, {"number", 3}}), "int x = 3u;");
    EXPECT_EQ(kernel::fill("\nf($flag)", {{"flag", true}}), "f(true)");
    EXPECT_EQ(kernel::fill("$a$b", {{"a", ""}, {"b", "$a"}}), "$a") << "what fills a hole has no holes";
    EXPECT_THROW(kernel::fill("$name", {{"nam", "x"}}), Error);
}

TEST(Template, HolesOfWholeLines) {
    const auto block = [](const char* lines) { return kernel::fill("{\n    $lines\n}\n", {{"lines", lines}}); };
    EXPECT_EQ(block(""), "{\n}\n");
    EXPECT_EQ(block("a;"), "{\n    a;\n}\n");
    EXPECT_EQ(block("a;\n\nb;\n"), "{\n    a;\n\n    b;\n}\n");
    EXPECT_EQ(kernel::fill("  $a\n  $b\n", {{"a", "1\n2"}, {"b", ""}}), "  1\n  2\n");
}

TEST(Template, StatementBlock) {
    EXPECT_EQ(kernel::statement_block("out0 = in0", {kernel::cast_operand(DType::float16, "a")}, {{"float", "r"}}),
              R"({
    using in0_t = float;
    [[maybe_unused]] const in0_t in0 = cuprum::cast<float>(a);
    using out0_t = float;
    out0_t& out0 = r;
    out0 = in0;
}
)");
}

void expect_golden(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(CUPRUM_GOLDEN_FOLDER) / (name + ".txt");
    if (std::getenv("CUPRUM_WRITE_GOLDEN")) {
        std::ofstream(path) << text;
        return;
    }
    std::ifstream file(path);
    ASSERT_TRUE(file) << path << " is not there: run this test with CUPRUM_WRITE_GOLDEN=1";
    std::stringstream golden;
    golden << file.rdbuf();
    EXPECT_EQ(text, golden.str()) << "if that is meant: CUPRUM_WRITE_GOLDEN=1";
}

/// Compares the texts of the kernels that a call asks for.
template <class Call>
void expect_text(const std::string& name, Call call) {
    compiled().clear();
    call();
    ASSERT_FALSE(compiled().empty()) << name << " compiled nothing";
    expect_golden(name, compiled());
}

/// Elements of no particular value.
ndarray array_of(DType dtype, const Shape& shape = {8}) { return empty(shape, dtype); }

TEST_F(KernelText, OfAnElementwiseKernel) {
    const ndarray a = array_of(DType::float32), b = array_of(DType::float32);
    expect_text("elementwise", [&] { hypot(a, b); });
}

TEST_F(KernelText, OfTwoOutputs) {
    const ndarray a = array_of(DType::float16);
    expect_text("two_outputs", [&] { modf(a); });
}

/// Threads whose block has no element for them must not compute a function that loops as often as its operand says.
TEST_F(KernelText, OfLongFunctionsForElementsAlone) {
    const ndarray orders = array_of(DType::int64), x = array_of(DType::float64);
    const auto guarded = [](const auto& call) {
        compiled().clear();
        call();
        return compiled().find("only_elements = true") != std::string::npos;
    };
    EXPECT_TRUE(guarded([&] { scipy::special::spherical_yn_value(orders, x); })) << "long code";
    EXPECT_TRUE(guarded([&] { scipy::special::bdtri(x, orders, x); })) << "calls";
    EXPECT_TRUE(guarded([&] { scipy::special::eval_hermite(orders, x); })) << "an integer operand of a device function";
    EXPECT_FALSE(guarded([&] { scipy::special::erf(x); }));
    EXPECT_FALSE(guarded([&] { add(orders, orders); }));
}

TEST_F(KernelText, WithCastsInside) {
    const ndarray a = array_of(DType::int16), b = array_of(DType::float16);
    expect_text("casts", [&] { add(a, b); });
}

TEST_F(KernelText, OfSeveralElementsInAWord) {
    const ndarray a = array_of(DType::int8), h = array_of(DType::float16), k = array_of(DType::float16);
    expect_text("simd_word_bytes", [&] { multiply(a, a); });
    expect_text("simd_word_halves",
                [&] { fuse([](const ndarray& x, const ndarray& y) { return sqrt(x * x + y * y) * 0.5 + x; })(h, k); });
}

TEST_F(KernelText, OfWhere) {
    const ndarray a = array_of(DType::complex64), mask = array_of(DType::bool_), out = array_of(DType::complex64);
    expect_text("where", [&] { exp(a, {.out = {&out}, .where = &mask}); });
}

TEST_F(KernelText, OfReductions) {
    const ndarray a = array_of(DType::float32, {64, 8});
    expect_text("reduction", [&] { sum(a, {.axis = Dims{0}}); });
    const ndarray h = array_of(DType::float16, {64, 8}), mask = array_of(DType::bool_, {64, 8});
    expect_text("reduction_masked", [&] { var(h, {.axis = Dims{1}, .where = &mask}); });
    expect_text("reduction_of_moments", [&] { var(a, {.axis = Dims{1}}); });
    expect_text("reduction_to_an_index", [&] { argmax(a, {.axis = Dims{1}}); });
    expect_text("ufunc_reduce", [&] { hypot.reduce(a, 0); });
}

TEST_F(KernelText, OfAccumulate) {
    const ndarray a = array_of(DType::float16, {64, 8});
    expect_text("accumulate", [&] { hypot.accumulate(a, 0); });
    expect_text("cumulative_sum", [&] { cumsum(a, 1); });
}

TEST_F(KernelText, OfAt) {
    const ndarray a = array_of(DType::float32), b = array_of(DType::int8);
    const Index index[] = {array_of(DType::int64)};
    const Operand value(b);
    expect_text("at", [&] { hypot.at(a, index, &value); });
}

TEST_F(KernelText, OfFusedFunctions) {
    const ndarray a = array_of(DType::float32), b = array_of(DType::float32);
    expect_text("fused_chain",
                [&] { fuse([](const ndarray& x, const ndarray& y) { return sqrt(x * x + y) * 0.5; })(a, b); });
    const ndarray rows = array_of(DType::float32, {64, 64});
    expect_text("fused_rows", [&] {
        fuse([](const ndarray& x) {
            const ReduceOptions along_rows{.axis = Dims{1}, .keepdims = true};
            const ndarray e = exp(x - max(x, along_rows));
            return e / sum(e, along_rows);
        })(rows);
    });
    const ElementwiseKernel squares("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_difference");
    expect_text("fused_user_kernel",
                [&] { fuse([&](const ndarray& x, const ndarray& y) { return squares(x, y) + 1; })(a, b); });
}

TEST_F(KernelText, OfUsersKernels) {
    const ndarray a = array_of(DType::float32), b = array_of(DType::float32);
    const ElementwiseKernel squares("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_difference");
    expect_text("user_elementwise", [&] { squares(a, b); });
    const ElementwiseKernel numbered("T x", "T z", "if (i % 2) continue;\nz = x * i", "numbered");
    const ndarray z = array_of(DType::float32);
    expect_text("user_elementwise_numbered", [&] {
        const Operand arguments[] = {a, z};
        ndarray result;
        numbered.call(arguments, {}, &result);
    });
    const ElementwiseKernel reversed("raw T x, float64 scale", "T z", "z = x[n - 1 - i] * scale", "reversed",
                                     {.preamble = "#define SIDE 3"});
    expect_text("user_elementwise_loop", [&] {
        const Operand arguments[] = {a, 2.0, z};
        ndarray result;
        reversed.call(arguments, {}, &result);
    });
    const ReductionKernel norm("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "norm");
    const ReductionKernel largest("T x, raw T scale", "T y", "x * scale[_i]", "max(a, b)", "y = a", std::nullopt,
                                  "largest");
    const ndarray rows = array_of(DType::float32, {64, 8});
    expect_text("user_reduction", [&] { norm(rows, ReductionLaunch{.axis = Dims{1}}); });
    expect_text("user_reduction_without_identity", [&] {
        const Operand arguments[] = {rows, a};
        ndarray result;
        largest.call(arguments, {.axis = Dims{0}}, &result);
    });
}

TEST_F(KernelText, OfAJitKernel) {
    jit::Builder b;
    const jit::Type type = jit::Type::array(DType::float32, 1);
    const auto p = b.begin_kernel("split", {{"x", type}, {"y", type}});
    const jit::Value i = b.thread_in_grid(0);
    b.store(b.index(p[1], {i}),
            b.call(copysign, {b.call(heaviside, {b.index(p[0], {i}), b.literal(0.5)}), b.literal(-1.0)}));
    b.end_function();
    expect_golden("jit", b.text());
}

}  // namespace
}  // namespace cuprum
