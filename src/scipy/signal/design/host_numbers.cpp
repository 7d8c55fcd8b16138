#include "scipy/signal/design/host_numbers.h"

#include <algorithm>
#include <atomic>

#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::signal {
namespace {

std::atomic<SignalWarningHandler> warning_handler = nullptr;

}  // namespace

Numbers::Numbers(const ndarray& array)
    : values_(static_cast<std::size_t>(array.size())),
      shape_(array.shape()),
      is_complex_(cuprum::is_complex(array.dtype())),
      is_integer_(cuprum::kind(array.dtype()) == 'i'),
      is_single_(array.dtype() == DType::float32 || array.dtype() == DType::complex64) {
    if (values_.empty()) return;
    device_ = array.device();
    const kernel::Placement here(array);
    if (is_complex_) {
        download(array.astype(DType::complex128), values_.data(), 'C', true);
        return;
    }
    std::vector<double> reals(values_.size());
    download(array.astype(DType::float64), reals.data(), 'C', true);
    std::copy(reals.begin(), reals.end(), values_.begin());
}

double Numbers::first() const {
    if (values_.empty()) throw IndexError("expected a number, found none");
    return values_.front().real();
}

NumberRows::NumberRows(const std::vector<Numbers>& rows) {
    std::int64_t longest = 0;
    bool is_complex = false;
    for (const Numbers& row : rows) {
        longest = std::max(longest, row.size());
        is_complex = is_complex || row.is_complex();
    }
    std::vector<Complex> values;
    for (const Numbers& row : rows) {
        values.insert(values.end(), static_cast<std::size_t>(longest - row.size()), 0.0);
        values.insert(values.end(), row.values().begin(), row.values().end());
    }
    Numbers::operator=({std::move(values), {static_cast<std::int64_t>(rows.size()), longest}, is_complex});
    for (const Numbers& row : rows)
        if (device_ < 0) device_ = row.device();
}

std::vector<double> Numbers::reals(std::string_view function) const {
    if (is_complex_) throw TypeError(std::string(function) + " takes real numbers, found complex ones");
    std::vector<double> result;
    for (const Complex& value : values_) result.push_back(value.real());
    return result;
}

ndarray Numbers::array() const { return design::array_of(design::List(values_, is_complex_), shape_); }

SignalWarningHandler set_signal_warning(SignalWarningHandler handler) { return warning_handler.exchange(handler); }

namespace design {

void warn(SignalWarning kind, const std::string& message) {
    if (const SignalWarningHandler handler = warning_handler) handler(kind, message.c_str());
}

List list_of(const Numbers& numbers, const char* function) {
    if (numbers.ndim() > 1)
        throw ValueError(std::string(function) + " takes lists of one dimension, found the shape " +
                         to_string(numbers.shape()));
    return {numbers.values(), numbers.is_complex(), numbers.is_integer()};
}

Reals real_parts(const List& list) {
    Reals result;
    for (const Complex& value : list.values) result.push_back(value.real());
    return result;
}

std::vector<ndarray> arrays_of(std::initializer_list<const List*> lists) {
    // Those of one dtype lie in one array, so that one copy brings them.
    std::vector<Complex> complexes;
    Reals reals;
    for (const List* list : lists)
        if (list->is_complex) complexes.insert(complexes.end(), list->values.begin(), list->values.end());
        else
            for (const Complex& value : list->values) reals.push_back(value.real());
    const auto uploaded = [](const auto& numbers, DType dtype) {
        return numbers.empty() ? ndarray()
                               : array_from_host(numbers.data(), dtype, {static_cast<std::int64_t>(numbers.size())});
    };
    const ndarray all[] = {uploaded(reals, DType::float64), uploaded(complexes, DType::complex128)};
    std::int64_t at[] = {0, 0};
    std::vector<ndarray> result;
    for (const List* list : lists) {
        const auto length = static_cast<std::int64_t>(list->size());
        if (!length) {
            result.push_back(array_of(*list));
            continue;
        }
        std::int64_t& start = at[list->is_complex];
        const ndarray& line = all[list->is_complex];
        result.push_back(length == line.size() ? line : line(Slice{.start = start, .stop = start + length}));
        start += length;
    }
    return result;
}

ndarray array_of(const List& list, const Shape& shape) {
    if (list.is_complex) return array_from_host(list.values.data(), DType::complex128, shape);
    const Reals reals = real_parts(list);
    return array_from_host(reals.data(), DType::float64, shape);
}

ndarray array_of(const List& list) { return array_of(list, {static_cast<std::int64_t>(list.size())}); }

Scalar scalar_of(Complex value, bool is_complex) { return is_complex ? Scalar(value) : Scalar(value.real()); }

Numbers number_of(const Scalar& scalar) {
    if (is_complex(scalar.dtype())) return scalar.to_complex();
    return scalar.to_double();
}

// Smith's algorithm.
Complex over(Complex a, Complex b) {
    if (std::abs(b.real()) >= std::abs(b.imag())) {
        const double ratio = b.imag() / b.real(), scale = 1 / (b.real() + b.imag() * ratio);
        return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
    }
    const double ratio = b.real() / b.imag(), scale = 1 / (b.imag() + b.real() * ratio);
    return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
}

std::vector<Complex> product(std::span<const Complex> a, std::span<const Complex> b) {
    if (a.empty() || b.empty()) return {};
    std::vector<Complex> result(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) result[i + j] += a[i] * b[j];
    return result;
}

Complex value_at(std::span<const Complex> polynomial, Complex x) {
    Complex y = 0;
    for (const Complex& coefficient : polynomial) y = y * x + coefficient;
    return y;
}

List polynomial_of(const List& roots) {
    List result{1.0};
    for (const Complex& root : roots.values) {
        // The next coefficients, from the last to the first, in place.
        result.append(0.0);
        for (std::size_t i = result.size() - 1; i > 0; --i) result[i] -= root * result[i - 1];
    }
    if (!roots.is_complex) return result;
    Reals above, below;
    for (const Complex& root : roots.values) {
        above.push_back(root.imag());
        below.push_back(-root.imag());
    }
    std::sort(above.begin(), above.end());
    std::sort(below.begin(), below.end());
    if (above != below) {
        result.is_complex = true;
        return result;
    }
    for (Complex& value : result.values) value = value.real();
    return result;
}

List without_leading_zeros(List polynomial) {
    std::erase_if(polynomial.values, [leading = true](const Complex& value) mutable {
        leading = leading && value == 0.0;
        return leading;
    });
    return polynomial;
}

Division divide(std::span<const Complex> dividend, std::span<const Complex> divisor) {
    std::vector<Complex> rest(dividend.begin(), dividend.end());
    const std::size_t count = dividend.size() < divisor.size() ? 0 : dividend.size() - divisor.size() + 1;
    std::vector<Complex> quotient(std::max<std::size_t>(count, 1));
    for (std::size_t k = 0; k < count; ++k) {
        quotient[k] = rest[k] / divisor[0];
        for (std::size_t j = 0; j < divisor.size(); ++j) rest[k + j] -= quotient[k] * divisor[j];
    }
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(count));
    // What rounding leaves of a zero is one.
    while (rest.size() > 1 && std::abs(rest[0]) <= 1e-8) rest.erase(rest.begin());
    if (rest.empty()) rest.push_back(0.0);
    return {quotient, rest};
}

}  // namespace design
}  // namespace cuprum::scipy::signal
