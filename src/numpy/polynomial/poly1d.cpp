#include <algorithm>
#include <cstdio>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/polynomial.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "numpy/axes.h"
#include "numpy/polynomial/coefficients.h"

namespace cuprum {

poly1d::poly1d(const ndarray& c_or_r, bool r, std::string variable) : variable_(std::move(variable)) {
    const ndarray given = at_least_1d(r ? poly(c_or_r) : c_or_r);
    if (given.ndim() > 1)
        throw ValueError("Polynomial must be 1d only; the coefficients' shape is " + cuprum::to_string(given.shape()));
    coefficients_ = given.size() == 0 ? zeros({1}, given.dtype()) : given;
}

const ndarray& poly1d::coeffs() const {
    if (may_lead_with_zeros_ && coefficients_.size() > lowest_order_ + 1) {
        const std::int64_t length = std::max(trim_zeros(coefficients_, "f").size(), lowest_order_ + 1);
        coefficients_ = coefficients_.at({Slice{.start = coefficients_.size() - length}});
    }
    may_lead_with_zeros_ = false;
    return coefficients_;
}

poly1d poly1d::with_variable(std::string name) const {
    poly1d same = *this;
    same.variable_ = std::move(name);
    return same;
}

poly1d poly1d::operator()(const poly1d& x) const {
    const DType dtype = coeffs().dtype();
    poly1d sum = with(zeros({1}, dtype == DType::bool_ ? DType::int64 : dtype));  // masks count as integers
    for (std::int64_t k = 0; k <= order(); ++k) sum = sum * x + with(coeffs()(k));
    return sum;
}

ndarray poly1d::coefficient(std::int64_t power) const {
    const std::int64_t place = coefficients_.size() - 1 - power;
    return power < 0 || place < 0 ? zeros({}, coefficients_.dtype()) : coefficients_(place);
}

void poly1d::set_coefficient(std::int64_t power, const Operand& value) {
    if (power < 0) throw ValueError("Does not support negative powers, found " + std::to_string(power));
    const std::int64_t missing = power + 1 - coefficients_.size();
    if (missing > 0) coefficients_ = concatenate({zeros({missing}, coefficients_.dtype()), coefficients_}, 0);
    lowest_order_ = std::max(lowest_order_, power);
    const Index place[] = {coefficients_.size() - 1 - power};
    if (value.is_array()) coefficients_.assign(place, value.array());
    else coefficients_.assign(place, value.scalar());
}

poly1d poly1d::operator-() const { return with(negative(coeffs())); }

poly1d poly1d::pow(std::int64_t exponent) const {
    if (exponent < 0) throw ValueError("Power to non-negative integers only, found " + std::to_string(exponent));
    poly1d result = with(ones({1}, DType::int64));
    for (; exponent > 0; --exponent) result = *this * result;
    return result;
}

std::pair<poly1d, poly1d> poly1d::divided_by(const poly1d& divisor) const {
    const auto [quotient, rest] = polydiv(coeffs(), divisor.coeffs());
    return {with(quotient), with(rest)};
}

bool poly1d::operator==(const poly1d& other) const {
    return coeffs().shape() == other.coeffs().shape() && all(equal(coeffs(), other.coeffs())).item().to_bool();
}

// -------------------------------------------------------------------------------------------------------------
// printing

namespace {

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string number(std::complex<double> value) {
    if (value.imag() == 0) return number(value.real());
    if (value.real() == 0) return number(value.imag()) + "j";
    return "(" + number(value.real()) + " + " + number(value.imag()) + "j)";
}

/// Two lines, of which the upper one holds the powers and may grow longer than the lower one; broken where either gets
/// too long.
class TwoLines {
public:
    void put(const std::string& below, const std::string& above) {
        constexpr std::size_t longest = 70;
        const std::string lower = below + std::string(above.empty() ? 0 : above.size() - 1, ' ');
        const std::string upper = std::string(below.empty() ? 0 : below.size() - 1, ' ') + above;
        if (lower_.size() + lower.size() > longest || upper_.size() + upper.size() > longest) {
            text_ += upper_ + "\n" + lower_ + "\n ";
            lower_ = lower;
            upper_ = upper;
        } else {
            lower_ += lower;
            upper_ += upper;
        }
    }
    std::string finish(const std::string& rest) const { return text_ + upper_ + "\n" + lower_ + rest; }

private:
    std::string text_ = " ", upper_, lower_;
};

}  // namespace

std::string poly1d::to_string() const {
    const auto values = on_host(coeffs());
    TwoLines lines;
    std::string line;  // what follows the last power
    bool first = true;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const std::size_t power = values.size() - 1 - k;
        const std::string text = number(values[k]);
        if (text == "0" && !(first && power == 0)) continue;
        if (first) line += text;
        else if (text[0] == '-') line += " - " + text.substr(1);
        else line += " + " + text;
        first = false;
        if (power > 0) line += " " + variable_;
        if (power > 1) {
            lines.put(line, std::to_string(power));
            line.clear();
        }
    }
    return lines.finish(line);
}

}  // namespace cuprum
