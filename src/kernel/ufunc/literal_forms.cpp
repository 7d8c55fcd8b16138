#include "cuprum/literal_forms.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "runtime/device_traits.h"

namespace cuprum {
namespace {

template <class... Steps>
constexpr LiteralForm literal_form_of(const Ufunc& ufunc, double number, const char* operands, const Steps&... steps) {
    return {&ufunc, number, operands, {&steps...}};
}

const LiteralForm literal_forms[] = {
#define CUPRUM_LITERAL_FORM(...) literal_form_of(__VA_ARGS__),
#include "cuprum/ufuncs/literal_forms.def"
};

}  // namespace

const LiteralForm* literal_form(const Ufunc& ufunc, DType first, const Scalar& number) {
    if (is_complex(number.dtype()) || (is_inexact(number.dtype()) && !is_inexact(first))) return nullptr;
    const double value = number.to_double();
    const auto found = std::ranges::find_if(literal_forms, [&](const LiteralForm& form) {
        return form.number == value && form.ufunc == &ufunc && std::strchr(form.operands, info(first).code);
    });
    if (found == std::end(literal_forms)) return nullptr;
    // A GPU waits for memory: two kernels take it more than twice as long as one that loops over bits.
    return found->ufuncs[1] && runtime::device_traits().thread_blocks ? nullptr : found;
}

ndarray with_literal(const Ufunc& ufunc, const ndarray& a, const Scalar& number) {
    const LiteralForm* form = literal_form(ufunc, a.dtype(), number);
    ndarray result;
    if (!form) {
        const Operand in[] = {a, number};
        ufunc.call(in, {}, &result);
        return result;
    }
    result = a;
    for (const Ufunc* step : form->ufuncs) {
        if (!step) break;
        const ndarray last = std::move(result);
        const Operand in[] = {last, a};
        step->call(std::span(in, static_cast<std::size_t>(step->nin())), {}, &result);
    }
    return result;
}

}  // namespace cuprum
