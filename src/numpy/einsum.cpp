#include "cuprum/einsum.h"

#include <cctype>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "numpy/contraction.h"
#include "numpy/einsum_path.h"
#include "numpy/einsum_subscripts.h"

namespace cuprum {
namespace {

struct Labelled {
    ndarray array;
    Labels labels;
};

/// An operand with each label once: of axes that share one, their diagonal.
Labelled diagonal_of(const ndarray& a, const Labels& labels) {
    Labelled result;
    Shape shape;
    Strides strides;
    for (int d = 0; d < a.ndim(); ++d) {
        const char32_t label = labels[static_cast<std::size_t>(d)];
        const std::size_t known = result.labels.find(label);
        if (known != Labels::npos) {
            strides[static_cast<int>(known)] += a.strides()[d];
        } else {
            result.labels += label;
            shape.push_back(a.shape()[d]);
            strides.push_back(a.strides()[d]);
        }
    }
    result.array = a.with_layout(std::move(shape), std::move(strides));
    return result;
}

const char* name_of(Casting casting) {
    static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
    return names[static_cast<int>(casting)];
}

DType resolve(ArrayList operands, const EinsumOptions& options) {
    std::optional<DType> dtype = options.dtype;
    if (!dtype) {
        std::vector<DType> dtypes;
        for (const ndarray& a : operands) dtypes.push_back(a.dtype());
        if (options.out) dtypes.push_back(options.out->dtype());
        dtype = result_type(dtypes);
    }
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (!can_cast(operands[i].dtype(), *dtype, options.casting))
            throw TypeError("Iterator operand " + std::to_string(i) + " dtype could not be cast from dtype('" +
                            info(operands[i].dtype()).name + "') to dtype('" + info(*dtype).name +
                            "') according to the rule '" + name_of(options.casting) + "'");
    if (options.out && !can_cast(*dtype, options.out->dtype(), options.casting))
        throw TypeError(std::string("Iterator requested dtype could not be cast from dtype('") + info(*dtype).name +
                        "') to dtype('" + info(options.out->dtype()).name + "'), the operand " +
                        std::to_string(operands.size()) + " dtype, according to the rule '" + name_of(options.casting) +
                        "'");
    return *dtype;
}

Shape shape_of(const Labels& labels, const Subscripts& subscripts) {
    Shape shape;
    for (char32_t label : labels) shape.push_back(subscripts.lengths.at(label));
    return shape;
}

/// The lengths that labels have in some operands.
Shape shape_of(const Labels& labels, std::span<const Labelled* const> operands) {
    Shape shape;
    for (char32_t label : labels) {
        std::int64_t length = 1;
        for (const Labelled* operand : operands) {
            const std::size_t d = operand->labels.find(label);
            if (d != Labels::npos && operand->array.shape()[static_cast<int>(d)] != 1)
                length = operand->array.shape()[static_cast<int>(d)];
        }
        shape.push_back(length);
    }
    return shape;
}

/// Products of two operands that other functions compute, without a search for a path; nothing for others.
std::optional<ndarray> plain_product(std::string_view text, ArrayList operands, const EinsumOptions& options) {
    if (operands.size() != 2 || options.out || options.dtype || (options.order != 'K' && options.order != 'C') ||
        text.size() > std::string_view("ij,jk->ik").size())
        return std::nullopt;
    // Letters in the order in which they come first: "nm,m->n" becomes "ij,j->i".
    std::string letters, plain;
    for (const char letter : text) {
        if (std::isalpha(static_cast<unsigned char>(letter)) == 0) {
            plain += letter;
            continue;
        }
        const std::size_t known = std::min(letters.find(letter), letters.size());
        if (known == letters.size()) letters += letter;
        plain += static_cast<char>('i' + known);
    }
    const ndarray &a = operands[0], &b = operands[1];
    const auto are = [&](std::string_view product, int a_axes, int b_axes) {
        return plain == product && a.ndim() == a_axes && b.ndim() == b_axes;
    };
    if (are("i,j->ij", 1, 1)) return multiply(a.with_layout({a.size(), 1}, {a.strides()[0], 0}), b);
    if (a.ndim() == 0 || b.ndim() == 0 || a.shape()[a.ndim() - 1] != b.shape()[0]) return std::nullopt;
    if (are("i,i->", 1, 1)) return dot(a, b);
    if (are("ij,j->i", 2, 1) || are("i,ij->j", 1, 2) || are("ij,jk->ik", 2, 2)) return matmul(a, b);
    return std::nullopt;
}

class Contractor {
public:
    Contractor(DType dtype, const Labels& output) : dtype_(dtype), output_(output) {}

    /// Contracts what is in `operands` to one, which goes to `out`.
    void run(std::vector<Labelled> operands, const std::vector<Dims>& steps, const ndarray& out) {
        for (std::size_t n = 0; n < steps.size(); ++n) {
            const bool last = n + 1 == steps.size();
            std::vector<Labels> labels;
            for (const Labelled& operand : operands) labels.push_back(operand.labels);
            const Labels left = last ? output_ : labels_left(labels, steps[n], output_);
            std::vector<Labelled> chosen;
            for (int k = steps[n].size() - 1; k >= 0; --k) {
                const auto place = operands.begin() + static_cast<std::ptrdiff_t>(steps[n][k]);
                chosen.insert(chosen.begin(), std::move(*place));
                operands.erase(place);
            }
            Labelled result{out, left};
            if (!last) {
                std::vector<const Labelled*> all;
                for (const Labelled& operand : chosen) all.push_back(&operand);
                result.array = empty(shape_of(left, all), dtype_);
            }
            contract_few(std::move(chosen), result);
            operands.push_back(std::move(result));
        }
    }

private:
    /// One step. More than two operands are never multiplied at once.
    void contract_few(std::vector<Labelled> operands, const Labelled& out) {
        if (operands.size() == 1) return contract(operands[0].array, operands[0].labels, out.array, out.labels, dtype_);
        if (operands.size() == 2)
            return contract(operands[0].array, operands[0].labels, operands[1].array, operands[1].labels, out.array,
                            out.labels, dtype_);
        Subscripts subscripts;
        subscripts.output = out.labels;
        for (const Labelled& operand : operands) {
            subscripts.inputs.push_back(operand.labels);
            for (std::size_t d = 0; d < operand.labels.size(); ++d) {
                std::int64_t& length = subscripts.lengths.try_emplace(operand.labels[d], 1).first->second;
                length = std::max(length, operand.array.shape()[static_cast<int>(d)]);
            }
        }
        std::vector<Dims> steps = find_einsum_path(subscripts, {EinsumOrder::Search::greedy, 1e18, {}});
        // Where the search is of no use, one after the other: the product so far is always the last operand.
        if (const int count = steps.back().size(); count > 2) {
            steps.back() = Dims{0, 1};
            for (int n = count - 1; n > 1; --n) steps.push_back(Dims{0, n - 1});
        }
        Contractor(dtype_, out.labels).run(std::move(operands), steps, out.array);
    }

    DType dtype_;
    const Labels& output_;
};

}  // namespace

ndarray einsum(std::string_view text, ArrayList operands, const EinsumOptions& options) {
    const kernel::Placement here(operands);
    if (auto product = plain_product(text, operands, options)) return *product;
    std::vector<Shape> shapes;
    for (const ndarray& a : operands) shapes.push_back(a.shape());
    const Subscripts subscripts = parse_subscripts(text, shapes);
    const Shape shape = shape_of(subscripts.output, subscripts);
    std::vector<Labelled> labelled;
    for (std::size_t i = 0; i < operands.size(); ++i)
        labelled.push_back(diagonal_of(operands[i], subscripts.inputs[i]));
    const std::vector<Dims> steps = find_einsum_path(subscripts, options.optimize);

    if (operands.size() == 1 && !options.out && labelled[0].labels.size() == subscripts.output.size()) {
        Dims order;
        for (char32_t label : subscripts.output)
            order.push_back(static_cast<std::int64_t>(labelled[0].labels.find(label)));
        return labelled[0].array.transpose(order);
    }
    const DType dtype = resolve(operands, options);
    if (options.out) {
        const ndarray& out = *options.out;
        if (out.ndim() != shape.size())
            throw ValueError("out parameter does not have the correct number of dimensions, has " +
                             std::to_string(out.ndim()) + " but should have " + std::to_string(shape.size()));
        if (!(out.shape() == shape))
            throw ValueError("operands could not be broadcast together: the out parameter has the shape " +
                             to_string(out.shape()) + " but the result " + to_string(shape));
        bool direct = out.dtype() == dtype;
        for (const ndarray& a : operands) direct = direct && !may_share_memory(a, out);
        const ndarray target = direct ? out : empty(shape, dtype);
        Contractor(dtype, subscripts.output).run(std::move(labelled), steps, target);
        if (!direct) copy_to(target, out);
        return out;
    }
    char order = options.order;
    if (order == 'A') {
        bool c = true, f = true;
        for (const ndarray& a : operands) {
            c = c && a.is_c_contiguous();
            f = f && a.is_f_contiguous();
        }
        order = f && !c ? 'F' : 'C';
    }
    order = order == 'F' ? 'F' : 'C';
    if (!kernel::is_waiting(operands)) {
        const ndarray result = empty(shape, dtype, order);
        Contractor(dtype, subscripts.output).run(std::move(labelled), steps, result);
        return result;
    }
    const ndarray result = kernel::new_pending(shape, dtype, order);
    kernel::run_in_turn("einsum", operands, result,
                        [inputs = subscripts.inputs, output = subscripts.output, steps, dtype](
                            std::span<const ndarray> operands, const ndarray& result) {
                            std::vector<Labelled> labelled;
                            for (std::size_t i = 0; i < operands.size(); ++i)
                                labelled.push_back(diagonal_of(operands[i], inputs[i]));
                            Contractor(dtype, output).run(std::move(labelled), steps, result);
                        });
    return result;
}

}  // namespace cuprum
