// What the tables of ufuncs say beside loops.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/literal_forms.h"

namespace cuprum {
namespace {

TEST(LiteralForm, DependsOnDtypeAndNumber) {
    const auto first_step = [](DType dtype, const Scalar& number) {
        const LiteralForm* form = literal_form(power, dtype, number);
        return form ? std::string(form->ufuncs[0]->name()) : std::string();
    };
    EXPECT_EQ(first_step(DType::float32, 2), "square");
    EXPECT_EQ(first_step(DType::float32, 2.0), "square");
    EXPECT_EQ(first_step(DType::complex64, 0.5), "sqrt");
    EXPECT_EQ(first_step(DType::float64, -1), "reciprocal");
    EXPECT_EQ(first_step(DType::int32, 2), "square");
    EXPECT_EQ(first_step(DType::int32, 2.0), "");  // the result is float64
    EXPECT_EQ(first_step(DType::int32, -1), "");
    EXPECT_EQ(first_step(DType::float64, 3), "");
    EXPECT_EQ(first_step(DType::bool_, 3), "");
    EXPECT_EQ(first_step(DType::float64, std::complex<double>(2, 0)), "");
    EXPECT_EQ(literal_form(add, DType::float64, 2), nullptr);
}

TEST(LiteralForm, ComputesWhatThePowerIs) {
    const ndarray whole = arange(0, 5, 1, DType::int64), real = whole.astype(DType::float64);
    EXPECT_EQ(with_literal(power, whole, 3).to_vector<std::int64_t>(), (std::vector<std::int64_t>{0, 1, 8, 27, 64}));
    EXPECT_EQ(with_literal(power, whole, 4).to_vector<std::int64_t>(), (std::vector<std::int64_t>{0, 1, 16, 81, 256}));
    EXPECT_EQ(with_literal(power, real, 2).to_vector<double>(), (std::vector<double>{0, 1, 4, 9, 16}));
    EXPECT_EQ(with_literal(power, real, 3).to_vector<double>(), (std::vector<double>{0, 1, 8, 27, 64}));
    EXPECT_EQ(with_literal(power, whole, 2.0).dtype(), DType::float64);
}

}  // namespace
}  // namespace cuprum
