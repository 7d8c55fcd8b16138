#include "kernel/user/parameters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <initializer_list>
#include <optional>

#include "core/identifier.h"
#include "cuprum/structured.h"

namespace cuprum::kernel {
namespace {

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> result;
    const char* space = " \t\r\n";
    for (std::size_t at = text.find_first_not_of(space); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(space, at), text.size());
        result.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(space, end);
    }
    return result;
}

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

/// Whether a compiler and its own headers look at a macro. No header of ours has such names.
bool concerns_compilers(std::string_view macro) {
    return macro == "NDEBUG" || (macro.size() > 1 && macro[0] == '_' &&
                                 (macro[1] == '_' || std::isupper(static_cast<unsigned char>(macro[1]))));
}

/// Calls f(word) for each identifier, until it returns true.
template <class F>
bool any_identifier(std::string_view text, F f) {
    for (std::size_t at = 0; at < text.size();) {
        if (!continues_identifier(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && continues_identifier(text[end])) ++end;
        if (begins_identifier(text[at]) && f(text.substr(at, end - at))) return true;
        at = end;
    }
    return false;
}

struct DescribedType {
    std::string text;
    std::int64_t alignment;
};
DescribedType described_type(DType dtype);

// The type of a field's elements, or of an array's.
DescribedType element_type(DType dtype) {
    if (is_number(dtype)) return {text_type(dtype), itemsize(dtype)};
    return described_type(dtype);
}

[[noreturn]] void throw_misaligned(DType dtype, const std::string& what) {
    throw ValueError(what + " in the dtype " + info(dtype).name +
                     ", so that kernels cannot read it; lay the dtype out with make_aligned_dtype(dtype), and make the "
                     "array, or astype it, with that");
}

// What kernels call a dtype that was described: a type of device/cuprum/record.h, or an integer.
DescribedType described_type(DType dtype) {
    const std::string size = std::to_string(itemsize(dtype));
    if (!is_structured(dtype)) {
        if (kind(dtype) == 'V') return {"cuprum::records::void_bytes<" + size + ">", 1};
        return {"long long", 8};
    }
    std::string members;
    std::int64_t alignment = 1;
    for (const Field& field : fields(dtype)) {
        DescribedType type = element_type(field.dtype);
        if (field.offset % type.alignment)
            throw_misaligned(dtype, "Field " + field.name + " with offset " + std::to_string(field.offset) +
                                        " is not a multiple of its alignment " + std::to_string(type.alignment));
        alignment = std::max(alignment, type.alignment);
        for (int i = field.shape.size() - 1; i >= 0; --i)
            type.text = "cuprum::records::subarray<" + type.text + ", " + std::to_string(field.shape[i]) + ">";
        members += ", cuprum::records::field<" + type.text + ", " + std::to_string(field.offset) + ">";
    }
    if (itemsize(dtype) % alignment)
        throw_misaligned(dtype,
                         "Itemsize " + size + " is not a multiple of the alignment " + std::to_string(alignment));
    return {"cuprum::records::record<" + size + ", " + std::to_string(alignment) + members + ">", alignment};
}

[[noreturn]] void mismatch(const std::string& kernel, const KernelParameter& parameter, DType found, DType wanted) {
    throw TypeError("Type is mismatched: argument '" + parameter.name + "' of " + kernel + " is " + info(found).name +
                    ", and " + info(wanted).name + " is wanted" +
                    (parameter.dtype ? "" : " as " + parameter.ctype + ", which another argument decided") +
                    "; convert it with astype");
}

}  // namespace

Parameters parse_parameters(std::string_view list, bool is_const) {
    Parameters result;
    if (words(list).empty()) return result;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view text = list.substr(start, end - start);
        const auto parts = words(text);
        if (parts.size() < 2 || !is_identifier(parts.back()))
            throw ValueError("Syntax error in a kernel's parameters: '" + std::string(text) +
                             "' is not a type and a name, such as 'float32 x' or 'raw T y'");
        KernelParameter parameter;
        parameter.name = parts.back();
        parameter.is_const = is_const;
        const std::string type(parts[parts.size() - 2]);
        if (type.size() == 1 && begins_identifier(type[0])) {
            parameter.ctype = type;
        } else {
            try {
                parameter.dtype = dtype_from_name(type);
            } catch (const TypeError&) {
                throw ValueError("Wrong type " + type +
                                 " in a kernel's parameters: a type is a dtype by one of NumPy's names, such as "
                                 "float32, int64 or longlong, or one letter for any dtype");
            }
            parameter.ctype = text_type(*parameter.dtype);
        }
        for (std::size_t k = 0; k + 2 < parts.size(); ++k) {
            if (parts[k] == "raw") parameter.raw = true;
            else if (parts[k] == "_non_const") parameter.is_const = false;
            else
                throw ValueError("Unknown keyword \"" + std::string(parts[k]) + "\" in a kernel's parameters: '" +
                                 std::string(text) + "'; 'raw' is one");
        }
        result.push_back(std::move(parameter));
        start = end + 1;
    }
    return result;
}

bool Signature::has_parameter(std::string_view wanted) const {
    for (const Parameters* list : {&in, &out})
        for (const KernelParameter& p : *list)
            if (p.name == wanted) return true;
    return false;
}

Signature parse_signature(const std::string& name, std::string_view in, std::string_view out, std::string_view taken) {
    Signature signature{name, parse_parameters(in, true), parse_parameters(out, false)};
    if (!is_identifier(name)) throw ValueError("Invalid kernel name: \"" + name + "\" is no identifier of C++");
    std::vector<std::string_view> names;
    for (std::size_t k = 0; k < signature.count(); ++k) {
        const std::string& p = signature.parameter(k).name;
        if (p == taken)
            throw ValueError("Can not use '" + p + "' as a parameter name: it is the number of the element");
        if (std::find(names.begin(), names.end(), p) != names.end())
            throw ValueError("Two parameters of kernel '" + name + "' are called '" + p + "'");
        names.push_back(p);
    }
    if (names.size() > max_parameters)
        throw ValueError("kernel '" + name + "' has " + std::to_string(names.size()) + " parameters, and at most " +
                         std::to_string(max_parameters) + " are possible");
    return signature;
}

void check_argument_count(const Signature& signature, std::size_t count) {
    const std::size_t nin = signature.in.size(), all = signature.count();
    if (count != nin && count != all)
        throw TypeError("Wrong number of arguments for kernel '" + signature.name + "': it takes " +
                        std::to_string(nin) + ", or " + std::to_string(all) + " with outputs, and " +
                        std::to_string(count) + " were given");
}

BroadcastArrays::BroadcastArrays(const Signature& signature, std::span<const Operand> arguments)
    : arguments(arguments), signature(signature) {
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (!takes_part(k)) continue;
        const ndarray& array = arguments[k].array();
        if (!first) first = &array;
        equal = equal && array.shape() == first->shape();
    }
}

Shape BroadcastArrays::shape() const {
    if (equal) return first->shape();
    std::vector<Shape> shapes;
    for (std::size_t k = 0; k < arguments.size(); ++k)
        if (takes_part(k)) shapes.push_back(arguments[k].array().shape());
    return broadcast_shapes(shapes);
}

std::string text_type(DType dtype) {
    if (dtype == DType::complex64) return "complex<float>";
    if (dtype == DType::complex128) return "complex<double>";
    return is_number(dtype) ? info(dtype).device_name : described_type(dtype).text;
}

std::string declaration(const KernelParameter& p) {
    return p.is_const ? "const " + p.ctype + "& " + p.name : p.ctype + " " + p.name;
}

std::string record_header(std::span<const DType> types) {
    return std::all_of(types.begin(), types.end(), is_number) ? "" : "#include <cuprum/record.h>\n";
}

void decide_types(const Signature& signature, std::span<const Operand> arguments, DType* types) {
    const std::string& name = signature.name;
    const Parameters &in = signature.in, &out = signature.out;
    std::array<std::int32_t, 256> of_letter;  // a dtype's number
    of_letter.fill(-1);
    const auto decide = [&](const KernelParameter& p, DType found) {
        const auto letter = static_cast<unsigned char>(p.ctype[0]);
        if (p.dtype) {
            if (*p.dtype != found) mismatch(name, p, found, *p.dtype);
        } else if (of_letter[letter] < 0) {
            of_letter[letter] = static_cast<std::int32_t>(found);
        } else if (const auto decided = static_cast<DType>(of_letter[letter]); decided != found) {
            mismatch(name, p, found, decided);
        }
    };
    for (std::size_t k = in.size(); k < arguments.size(); ++k) {
        if (!arguments[k].is_array())
            throw TypeError("Output arguments must be arrays: argument '" + out[k - in.size()].name + "' of " + name +
                            " is a scalar");
        decide(out[k - in.size()], arguments[k].array().dtype());
    }
    for (std::size_t k = 0; k < in.size(); ++k)
        if (arguments[k].is_array()) decide(in[k], arguments[k].array().dtype());
    for (std::size_t k = 0; k < in.size(); ++k)
        if (!arguments[k].is_array() && !in[k].dtype) {
            auto& decided = of_letter[static_cast<unsigned char>(in[k].ctype[0])];
            if (decided < 0) decided = static_cast<std::int32_t>(arguments[k].scalar().dtype());
        }
    const auto decided_type = [&](const KernelParameter& p) {
        if (p.dtype) return *p.dtype;
        const std::int32_t decided = of_letter[static_cast<unsigned char>(p.ctype[0])];
        if (decided < 0)
            throw TypeError("Type is unknown: no argument of " + name + " tells what " + p.ctype +
                            " is, the type of '" + p.name + "'; pass '" + p.name + "' too, or give it a dtype");
        return static_cast<DType>(decided);
    };
    for (std::size_t k = 0; k < signature.count(); ++k) types[k] = decided_type(signature.parameter(k));
}

std::string typedefs(const Signature& signature, const DType* types) {
    std::string text, done;
    for (std::size_t k = 0; k < signature.count(); ++k) {
        const KernelParameter& p = signature.parameter(k);
        if (p.dtype || done.find(p.ctype) != std::string::npos) continue;
        done += p.ctype;
        text += "typedef " + text_type(types[k]) + " " + p.ctype + ";\n";
    }
    return text;
}

void check_scalar(const Scalar& scalar, const KernelParameter& parameter, DType dtype) {
    if (is_complex(scalar.dtype()) && !is_complex(dtype))
        throw TypeError("argument '" + parameter.name + "' is a complex number, and " + info(dtype).name +
                        " is wanted");
    if (scalar.is_weak() && is_integer(scalar.dtype()) && !scalar.fits(dtype))
        throw OverflowError(
            "Python integer " +
            (scalar.is_huge()                  ? "beyond 64 bits"
             : scalar.dtype() == DType::uint64 ? std::to_string(static_cast<std::uint64_t>(scalar.to_int()))
                                               : std::to_string(scalar.to_int())) +
            " out of bounds for " + info(dtype).name + ", the type of argument '" + parameter.name + "'");
}

void store_scalar(const Scalar& scalar, const KernelParameter& parameter, DType dtype, void* target) {
    check_scalar(scalar, parameter, dtype);
    scalar.store(dtype, target);
}

void check_recordable(const Signature& signature, const void* stream) {
    const std::string& name = signature.name;
    if (stream)
        throw TypeError("kernel '" + name +
                        "' cannot have a stream of its own inside of a fused function; run the function in the stream");
    for (const KernelParameter& p : signature.in)
        if (p.raw && !p.is_const)
            throw TypeError("kernel '" + name + "' may write to its input '" + p.name +
                            "', which a fused function would not see: make it an output");
}

bool mentions(std::string_view text, std::string_view identifier) {
    return any_identifier(text, [&](std::string_view word) { return word == identifier; });
}

bool mentions_prefix(std::string_view text, std::string_view prefix) {
    return any_identifier(text, [&](std::string_view word) { return word.starts_with(prefix); });
}

// Plain assignments, one behind another, that begin with an output's name and do not read it: then nothing is kept.
bool keeps_outputs(std::string_view statements, const Parameters& out) {
    static constexpr const char* control[] = {"if",   "for",    "while",    "do",   "switch",
                                              "goto", "return", "continue", "break"};
    if (statements.find_first_of("{}#\"'") != std::string_view::npos) return true;
    for (const char* comment : {"//", "/*"})
        if (statements.find(comment) != std::string_view::npos) return true;
    for (const char* word : control)
        if (mentions(statements, word)) return true;
    std::vector<std::string_view> open;
    for (const KernelParameter& p : out) open.push_back(p.name);
    for (std::size_t start = 0; start <= statements.size() && !open.empty();) {
        const std::size_t end = std::min(statements.find(';', start), statements.size());
        std::string_view statement = statements.substr(start, end - start);
        start = end + 1;
        const std::size_t first = statement.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) continue;
        statement.remove_prefix(first);
        std::size_t length = 0;
        while (length < statement.size() && continues_identifier(statement[length])) ++length;
        const std::string_view name = statement.substr(0, length);
        const std::size_t sign = statement.find_first_not_of(" \t\r\n", length);
        const bool assigns = sign != std::string_view::npos && statement[sign] == '=' &&
                             !(sign + 1 < statement.size() && statement[sign + 1] == '=');
        const std::string_view value = assigns ? statement.substr(sign + 1) : statement;
        for (std::string_view output : open)
            if (mentions(value, output)) return true;
        if (assigns) std::erase(open, name);
    }
    return !open.empty();
}

CompilerOptions divide_options(const std::vector<std::string>& options) {
    std::vector<std::string> trimmed;  // NVRTC takes spaces around an option, too.
    for (const std::string& option : options) trimmed.emplace_back(trim(option));
    CompilerOptions result;
    std::string included;  // after all definitions, as in NVRTC
    for (std::size_t k = 0; k < trimmed.size(); ++k) {
        const std::string& option = trimmed[k];
        std::optional<std::string> value;
        // What follows any of these names: `-DX`, `-D X` (also as two options), `--define-macro=X`.
        const auto follows = [&](std::initializer_list<std::string_view> names) {
            for (const std::string_view name : names) {
                if (value || !option.starts_with(name)) continue;
                const std::string rest = option.substr(name.size());
                if (rest.empty()) {
                    if (k + 1 < trimmed.size()) value = trimmed[++k];
                    return value.has_value();
                }
                if (rest[0] == '=') value = rest.substr(1);
                else if (name.size() == 2) value = trim(rest);
            }
            return value.has_value();
        };
        if (follows({"-D", "--define-macro"})) {
            const std::size_t sign = value->find('=');
            const std::string macro = value->substr(0, sign), name = macro.substr(0, macro.find('('));
            if (concerns_compilers(name)) result.options.push_back("-D" + *value);
            else
                result.definitions += "#undef " + name + "\n#define " + macro + " " +
                                      (sign == std::string::npos ? "1" : value->substr(sign + 1)) + "\n";
        } else if (follows({"-U", "--undefine-macro"})) {
            if (concerns_compilers(*value)) result.options.push_back("-U" + *value);
            else result.definitions += "#undef " + *value + "\n";
        } else if (follows({"-include", "--pre-include"})) {
            included += "#include \"" + *value + "\"\n";
        } else {
            result.options.push_back(option);
        }
    }
    result.definitions += included;
    return result;
}

CompilerOptions compiler_options(const std::vector<std::string>& options) {
    CompilerOptions result = divide_options(options);
    std::erase_if(result.options,
                  [](const std::string& option) { return option.starts_with("-std") || option.starts_with("--std"); });
    return result;
}

}  // namespace cuprum::kernel
