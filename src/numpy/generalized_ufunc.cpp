// A call goes through stages, each of which refines what is known of it: the loop by dtypes, the axes of core
// dimensions, the lengths that names stand for, the loop itself, and the form in which outputs were asked for.
#include <algorithm>
#include <map>
#include <set>

#include "cuprum/creation.h"
#include "cuprum/gufunc.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"

namespace cuprum {
namespace {

using Core = std::vector<CoreDimension>;

Dims last_axes(std::size_t count) {
    Dims axes;
    for (std::int64_t i = -static_cast<std::int64_t>(count); i < 0; ++i) axes.push_back(i);
    return axes;
}

bool same_memory(const ndarray& a, const ndarray& b) {
    return a.buffer().get() == b.buffer().get() && a.offset() == b.offset() && a.shape() == b.shape() &&
           a.strides() == b.strides() && a.dtype() == b.dtype();
}

std::string names_of(std::span<const ndarray> arrays) {
    std::string names;
    for (const ndarray& a : arrays) names += (names.empty() ? "" : ", ") + std::string(info(a.dtype()).name);
    return names;
}

const char* name_of(Casting casting) {
    constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
    return names[static_cast<int>(casting)];
}

}  // namespace

CoreSignature::CoreSignature(std::string_view text) {
    const auto fail = [&](const std::string& why) {
        throw ValueError("not a valid gufunc signature: '" + std::string(text) + "': " + why);
    };
    std::string rest;
    std::copy_if(text.begin(), text.end(), std::back_inserter(rest), [](char c) { return !std::isspace(c & 255); });
    std::size_t at = 0;
    const auto take = [&](std::string_view expected) {
        if (rest.compare(at, expected.size(), expected) != 0) return false;
        at += expected.size();
        return true;
    };
    const auto side = [&](std::vector<Core>& operands) {
        do {
            if (!take("(")) fail("one looks like '(m,n),(n)->(m)'");
            Core& core = operands.emplace_back();
            while (!take(")")) {
                const std::size_t end = std::min(rest.find_first_of(",()", at), rest.size());
                CoreDimension dimension{rest.substr(at, end - at)};
                at = end;
                if (dimension.name.ends_with('?')) {
                    dimension.optional = true;
                    dimension.name.pop_back();
                }
                const std::string& name = dimension.name;
                const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
                const auto is_letter = [&](char c) { return c == '_' || c & 0x80 || std::isalnum(c & 255); };
                if (!name.empty() && name.size() < 19 && std::all_of(name.begin(), name.end(), is_digit))
                    dimension.fixed = std::stoll(name);
                else if (!name.empty() && (is_digit(name[0]) || !std::all_of(name.begin(), name.end(), is_letter)))
                    fail("'" + name + "' is neither a name nor a length");
                else if (name.empty() && (dimension.optional || at == rest.size()))
                    fail("one looks like '(m,n),(n)->(m)'");
                if (!name.empty()) core.push_back(std::move(dimension));
                if (at < rest.size() && rest[at] == ',') ++at;
                else if (at >= rest.size() || rest[at] != ')') fail("one looks like '(m,n),(n)->(m)'");
            }
        } while (take(","));
    };
    side(inputs);
    if (!take("->")) fail("one looks like '(m,n),(n)->(m)'");
    side(outputs);
    if (at != rest.size()) fail("one looks like '(m,n),(n)->(m)'");
}

GeneralizedUFunc::GeneralizedUFunc(Function func, std::string signature)
    : GeneralizedUFunc(std::move(func), std::move(signature), GufuncSettings{}) {}

GeneralizedUFunc::GeneralizedUFunc(Function func, std::string signature, GufuncSettings settings)
    : signature_(std::move(signature)),
      core_(signature_),
      func_(std::move(func)),
      settings_(std::make_shared<GufuncSettings>(std::move(settings))) {}

struct GeneralizedUFunc::Call {
    const GeneralizedUFunc& ufunc;
    const GufuncOptions& options;

    const Function* func;
    std::vector<ndarray> in;
    std::vector<std::optional<DType>> out_dtypes;
    std::vector<Axes> in_axes, out_axes;  // nothing is the last ones
    std::map<std::string, std::int64_t> sizes{};
    std::vector<Core> in_core, out_core;  // without dimensions that operands lack
    Shape loop_shape{};

    Call(const GeneralizedUFunc& ufunc, std::span<const ndarray> in, const GufuncOptions& options)
        : ufunc(ufunc),
          options(options),
          func(&ufunc.func_),
          in(in.begin(), in.end()),
          out_dtypes(ufunc.core_.outputs.size(), options.dtype),
          in_axes(ufunc.core_.inputs.size()),
          out_axes(ufunc.core_.outputs.size()) {
        if (in.size() != ufunc.core_.inputs.size())
            throw TypeError(name() + "() takes " + std::to_string(ufunc.nin()) + " inputs, but " +
                            std::to_string(in.size()) + " were given");
        if (options.signature) choose_by_signature();
        else choose_by_dtypes();
        set_axes();
        set_sizes();
    }

    const std::string& name() const { return ufunc.settings_->name; }
    const ndarray* out(std::size_t k) const { return k < options.out.size() ? options.out[k] : nullptr; }

    std::string loop_names() const {
        std::string names;
        for (const GufuncLoop& loop : ufunc.settings_->loops) names += (names.empty() ? "" : ", ") + loop.text;
        return names;
    }

    void use(const GufuncLoop& loop) {
        if (loop.func) func = &loop.func;
        out_dtypes.assign(loop.outputs.begin(), loop.outputs.end());
    }

    void choose_by_dtypes() {
        if (ufunc.settings_->loops.empty()) return;
        for (const GufuncLoop& loop : ufunc.settings_->loops) {
            if (options.dtype && loop.outputs.front() != *options.dtype) continue;
            bool fits = true;
            for (std::size_t i = 0; i < in.size(); ++i)
                fits = fits && can_cast(in[i].dtype(), loop.inputs[i], options.dtype ? options.casting : Casting::safe);
            if (!fits) continue;
            use(loop);
            for (std::size_t i = 0; i < in.size(); ++i)
                in[i] = in[i].astype(loop.inputs[i], 'K', Casting::unsafe, false);
            return;
        }
        throw TypeError(name() + "() has no loop for " + names_of(in) +
                        (options.dtype ? " that gives " + std::string(info(*options.dtype).name) : "") +
                        ": there are " + loop_names());
    }

    void choose_by_signature() {
        std::vector<std::optional<DType>> wanted = *options.signature;
        const std::size_t nargs = in.size() + out_dtypes.size();
        if (wanted.size() != nargs)
            throw ValueError(name() + "(): the signature does not give the dtypes of " + std::to_string(in.size()) +
                             " inputs and " + std::to_string(out_dtypes.size()) + " outputs");
        const auto& loops = ufunc.settings_->loops;
        const auto agrees = [&](const GufuncLoop& loop) {
            for (std::size_t i = 0; i < nargs; ++i)
                if (wanted[i] && *wanted[i] != (i < in.size() ? loop.inputs[i] : loop.outputs[i - in.size()]))
                    return false;
            return true;
        };
        const auto found = std::find_if(loops.begin(), loops.end(), agrees);
        if (found == loops.end() && !loops.empty())
            throw TypeError(name() + "() has no loop of that signature: there are " + loop_names());
        if (found != loops.end()) {
            use(*found);
            std::copy(found->inputs.begin(), found->inputs.end(), wanted.begin());
        } else {
            out_dtypes.assign(wanted.begin() + static_cast<std::ptrdiff_t>(in.size()), wanted.end());
        }
        for (std::size_t i = 0; i < in.size(); ++i) {
            if (!wanted[i]) continue;
            check_cast("input", i, in[i].dtype(), *wanted[i]);
            in[i] = in[i].astype(*wanted[i], 'K', Casting::unsafe, false);
        }
    }

    void check_cast(const char* what, std::size_t k, DType from, DType to) const {
        if (!can_cast(from, to, options.casting))
            throw TypeError(std::string("Cannot cast ") + what + " " + std::to_string(k) + " of " + name() +
                            " from dtype('" + info(from).name + "') to dtype('" + info(to).name +
                            "') with casting rule '" + name_of(options.casting) + "'");
    }

    void set_axes() {
        const std::vector<Core>&inputs = ufunc.core_.inputs, &outputs = ufunc.core_.outputs;
        const bool no_outputs = std::all_of(outputs.begin(), outputs.end(), [](const Core& c) { return c.empty(); });
        const auto as_first = [&](const Core& core) { return core.size() == inputs.front().size(); };
        if (options.keepdims && (!no_outputs || !std::all_of(inputs.begin(), inputs.end(), as_first)))
            throw TypeError(name() +
                            "() does not support keepdims: its inputs must have as many core dimensions as each "
                            "other, and its outputs none");
        if (options.axes && options.axis) throw TypeError("cannot specify both 'axis' and 'axes'");
        if (options.axis) {
            std::set<std::string> names;
            bool one = true;
            for (const std::vector<Core>* side : {&inputs, &outputs})
                for (const Core& core : *side) {
                    one = one && core.size() <= 1;
                    for (const CoreDimension& d : core) names.insert(d.name);
                }
            if (names.size() != 1 || !one)
                throw TypeError(name() + "() does not support axis: its operands must share one core dimension");
            for (std::size_t i = 0; i < inputs.size(); ++i)
                in_axes[i] = inputs[i].empty() ? Dims{} : Dims{*options.axis};
            for (std::size_t i = 0; i < outputs.size(); ++i)
                out_axes[i] = outputs[i].empty() && !options.keepdims ? Dims{} : Dims{*options.axis};
        }
        if (!options.axes) return;
        std::vector<Dims> axes = *options.axes;
        if (axes.size() == inputs.size() && no_outputs)
            axes.resize(inputs.size() + outputs.size(), options.keepdims ? last_axes(inputs.front().size()) : Dims{});
        if (axes.size() != inputs.size() + outputs.size())
            throw ValueError("axes should be a list with an entry for each of the " + std::to_string(inputs.size()) +
                             " inputs and the " + std::to_string(outputs.size()) +
                             " outputs; entries of outputs without core dimensions may be left out");
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const bool is_input = i < inputs.size();
            const Core& core = is_input ? inputs[i] : outputs[i - inputs.size()];
            const std::size_t wanted =
                core.empty() && !is_input && options.keepdims ? inputs.front().size() : core.size();
            if (static_cast<std::size_t>(axes[i].size()) != wanted)
                throw ValueError("axes entry " + to_string(axes[i]) + " does not have the " + std::to_string(wanted) +
                                 " axes of its operand's core dimensions");
            (is_input ? in_axes[i] : out_axes[i - inputs.size()]) = axes[i];
        }
    }

    void set_sizes() {
        std::set<std::string> missing;
        for (std::size_t k = 0; k < in.size(); ++k) {
            const Core& core = ufunc.core_.inputs[k];
            const int lacking = static_cast<int>(core.size()) - in[k].ndim();
            if (lacking <= 0) continue;
            const auto may = std::count_if(core.begin(), core.end(), [](const CoreDimension& d) { return d.optional; });
            if (lacking > may)
                throw ValueError(name() + ": an operand with " + std::to_string(in[k].ndim()) +
                                 " dimensions does not have enough for its core dimensions, of which signature '" +
                                 ufunc.signature_ + "' gives " + std::to_string(core.size()));
            for (const CoreDimension& d : core)
                if (d.optional) missing.insert(d.name);
        }
        const auto present = [&](const std::vector<Core>& side) {
            std::vector<Core> result;
            for (const Core& core : side) {
                Core& kept = result.emplace_back();
                for (const CoreDimension& d : core)
                    if (!missing.contains(d.name)) kept.push_back(d);
            }
            return result;
        };
        in_core = present(ufunc.core_.inputs);
        out_core = present(ufunc.core_.outputs);
        for (std::size_t k = 0; k < in.size(); ++k) {
            const Core& core = in_core[k];
            const Dims axes = in_axes[k] ? *in_axes[k] : last_axes(core.size());
            for (std::size_t i = 0; i < core.size() && i < static_cast<std::size_t>(axes.size()); ++i) {
                const std::int64_t length = in[k].shape(normalize_axis(axes[static_cast<int>(i)], in[k].ndim()));
                const auto [place, is_new] = sizes.try_emplace(core[i].name, core[i].fixed.value_or(length));
                if (place->second != length)
                    throw ValueError(name() + ": input operand " + std::to_string(k) +
                                     " has a mismatch in its core dimension '" + core[i].name + "' of signature '" +
                                     ufunc.signature_ + "': its length is " + std::to_string(length) + ", and " +
                                     std::to_string(place->second) + " was expected");
            }
            if (in_axes[k] && !in_axes[k]->empty()) in[k] = moveaxis(in[k], *in_axes[k], last_axes(core.size()));
        }
        for (const Core& core : ufunc.core_.outputs)
            for (const CoreDimension& d : core)
                if (d.fixed) sizes[d.name] = *d.fixed;
        std::vector<Shape> shapes;
        for (std::size_t k = 0; k < in.size(); ++k)
            shapes.emplace_back(
                std::span(in[k].shape().data(), static_cast<std::size_t>(in[k].ndim()) - in_core[k].size()));
        loop_shape = broadcast_shapes(shapes);
    }

    // The outputs of one call of the function, whose shapes begin with those of `loop`.
    std::vector<ndarray> called(std::span<const ndarray> arguments, const ndarray* target, const Shape& loop) {
        std::vector<ndarray> results = (*func)(arguments, target);
        if (results.size() != out_core.size())
            throw ValueError(name() + ": the function gave " + std::to_string(results.size()) +
                             " results, and signature '" + ufunc.signature_ + "' has " +
                             std::to_string(out_core.size()) + " outputs");
        for (std::size_t k = 0; k < results.size(); ++k) {
            const Core& core = out_core[k];
            const Shape& shape = results[k].shape();
            const int first = shape.size() - static_cast<int>(core.size());
            bool fits = first == loop.size();
            std::string wanted;
            for (std::int64_t n : loop) wanted += (wanted.empty() ? "" : ", ") + std::to_string(n);
            for (int i = 0; i < static_cast<int>(core.size()); ++i) {
                const std::string& of = core[static_cast<std::size_t>(i)].name;
                if (first >= 0)
                    fits = sizes.try_emplace(of, shape[first + i]).first->second == shape[first + i] && fits;
                wanted += (wanted.empty() ? "" : ", ") + (sizes.contains(of) ? std::to_string(sizes[of]) : of);
            }
            if (!fits)
                throw ValueError(name() + ": the function gave shape " + to_string(shape) + ", and signature '" +
                                 ufunc.signature_ + "' wants (" + wanted + ")");
        }
        return results;
    }

    // The outputs with loop dimensions in front.
    std::vector<ndarray> run() {
        if (ufunc.settings_->supports_batched)
            return called(in, ufunc.settings_->supports_out && out_core.size() == 1 ? out(0) : nullptr, loop_shape);
        if (loop_shape.empty()) return called(in, nullptr, {});
        std::vector<ndarray> wide;
        for (std::size_t k = 0; k < in.size(); ++k) {
            Shape shape = loop_shape;
            for (int i = in[k].ndim() - static_cast<int>(in_core[k].size()); i < in[k].ndim(); ++i)
                shape.push_back(in[k].shape()[i]);
            wide.push_back(in[k].broadcast_to(shape));
        }
        std::vector<ndarray> results;
        std::vector<Index> index(static_cast<std::size_t>(loop_shape.size()));
        const std::int64_t count = element_count(loop_shape);
        for (std::int64_t i = 0; i < count; ++i) {
            std::int64_t rest = i;
            for (int d = loop_shape.size(); d-- > 0; rest /= loop_shape[d])
                index[static_cast<std::size_t>(d)] = rest % loop_shape[d];
            std::vector<ndarray> arguments;
            for (const ndarray& a : wide) arguments.push_back(a.at(index));
            const std::vector<ndarray> parts = called(arguments, nullptr, {});
            for (std::size_t k = 0; k < parts.size(); ++k) {
                if (i == 0) {
                    Shape shape = loop_shape;
                    for (std::int64_t n : parts[k].shape()) shape.push_back(n);
                    results.push_back(empty(shape, out_dtypes[k].value_or(parts[k].dtype())));
                }
                results[k].assign(index, parts[k]);
            }
        }
        if (count == 0) results = of_nothing();
        return results;
    }

    // A loop over nothing: what the function would give is not known.
    std::vector<ndarray> of_nothing() const {
        std::vector<ndarray> results;
        DType common = in.front().dtype();
        for (const ndarray& a : in) common = promote_types(common, a.dtype());
        for (std::size_t k = 0; k < out_core.size(); ++k) {
            Shape shape = loop_shape;
            for (const CoreDimension& d : out_core[k]) {
                if (!sizes.contains(d.name))
                    throw ValueError(name() + ": the length of the outputs' core dimension '" + d.name +
                                     "' is not known for a loop over nothing");
                shape.push_back(sizes.at(d.name));
            }
            results.push_back(empty(shape, out_dtypes[k].value_or(common)));
        }
        return results;
    }

    // An output as it was asked for.
    ndarray finished(ndarray result, std::size_t k) const {
        std::size_t moved = out_core[k].size();
        if (options.keepdims) {
            moved = ufunc.core_.inputs.front().size();
            Shape shape = result.shape();
            for (std::size_t i = 0; i < moved; ++i) shape.push_back(1);
            result = result.reshape(shape);
        }
        if (moved && out_axes[k] && !out_axes[k]->empty()) result = moveaxis(result, last_axes(moved), *out_axes[k]);
        if (const ndarray* target = out(k)) {
            if (same_memory(result, *target)) return result;
            if (target->shape() != result.shape())
                throw ValueError(name() + ": output operand " + std::to_string(k) + " has shape " +
                                 to_string(target->shape()) + ", and " + to_string(result.shape()) + " is wanted");
            check_cast("output", k, result.dtype(), target->dtype());
            copyto(*target, result, Casting::unsafe);
            return *target;
        }
        if (out_dtypes[k] && result.dtype() != *out_dtypes[k]) {
            check_cast("output", k, result.dtype(), *out_dtypes[k]);
            result = result.astype(*out_dtypes[k]);
        }
        return ordered(result);
    }

    ndarray ordered(const ndarray& result) const {
        char order = options.order;
        if (order == 'A') {
            const auto all = [&](bool (ndarray::*is)() const) {
                return std::all_of(in.begin(), in.end(), [&](const ndarray& a) { return (a.*is)(); });
            };
            if (all(&ndarray::is_f_contiguous) && !all(&ndarray::is_c_contiguous)) order = 'F';
        }
        if (order == 'C') return result.is_c_contiguous() ? result : result.copy('C');
        if (order == 'F') return result.is_f_contiguous() ? result : result.copy('F');
        if (order == 'A' || order == 'K') return result;
        throw ValueError(std::string("order must be 'C', 'F', 'A' or 'K', not '") + order + "'");
    }
};

std::vector<ndarray> GeneralizedUFunc::operator()(std::span<const ndarray> in, const GufuncOptions& options) const {
    Call call(*this, in, options);
    std::vector<ndarray> results = call.run();
    for (std::size_t k = 0; k < results.size(); ++k) results[k] = call.finished(results[k], k);
    return results;
}

}  // namespace cuprum
