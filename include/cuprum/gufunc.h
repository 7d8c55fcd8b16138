// Generalised universal functions: loops around a function of arrays of a few dimensions.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// One core dimension of an operand: a name that stands for a length, or a length.
struct CoreDimension {
    std::string name;                     ///< "n", or "3" for a fixed length.
    std::optional<std::int64_t> fixed{};  ///< The length that it must have.
    bool optional = false;                ///< Whether operands may lack it.
};

/// The core dimensions of each operand, as "(m,n),(n)->(m)" tells them.
struct CoreSignature {
    /// Throws ValueError where the text is not well formed.
    explicit CoreSignature(std::string_view text);
    std::vector<std::vector<CoreDimension>> inputs, outputs;
};

/// How a GeneralizedUFunc is made.
struct GufuncSettings;

/// The keyword arguments of a call of a GeneralizedUFunc.
struct GufuncOptions {
    /// For each operand the axes that hold its core dimensions; those of outputs may be left out where they have none.
    std::optional<std::vector<Dims>> axes{};
    std::optional<std::int64_t> axis{};    ///< The axis that holds the one core dimension that all operands share.
    bool keepdims = false;                 ///< Keep reduced dimensions with length one, where outputs have none.
    Casting casting = Casting::same_kind;  ///< How far operands and results may be cast.
    std::optional<DType> dtype{};          ///< Of the outputs, and so of the loop.
    /// The loop by its dtypes, inputs before outputs; nothing stands for any.
    std::optional<std::vector<std::optional<DType>>> signature{};
    char order = 'K';                   ///< Layout of new outputs: 'C', 'F', 'A' or 'K'.
    std::vector<const ndarray*> out{};  ///< Where to put the outputs; null for a new one.
};

/// A function of arrays of a few dimensions as one of arrays of any number of them, which loops over the others.
///
/// Example:
///     const GeneralizedUFunc inner([](std::span<const ndarray> x, const ndarray*) { return std::vector{sum(x[0] *
///     x[1])}; }, "(n),(n)->()");
///     ndarray products = inner({a, b})[0];
class GeneralizedUFunc {
public:
    /// Takes arrays of the core dimensions and gives the outputs; where it can, it writes to `out`, which is null for a
    /// new array.
    using Function = std::function<std::vector<ndarray>(std::span<const ndarray> in, const ndarray* out)>;

    /// Parameters
    ///     func: the function.
    ///     signature: the core dimensions of the inputs and outputs, such as "(m,n),(n)->(m)". A dimension may be a
    ///         number, which it then must be, or end in '?': operands may lack it.
    ///     settings: what else is known of it.
    /// Raises
    ///     ValueError: `signature` is not well formed.
    GeneralizedUFunc(Function func, std::string signature);
    GeneralizedUFunc(Function func, std::string signature, GufuncSettings settings);

    int nin() const noexcept { return static_cast<int>(core_.inputs.size()); }
    int nout() const noexcept { return static_cast<int>(core_.outputs.size()); }
    const std::string& signature() const noexcept { return signature_; }

    /// Applies the function over the loop dimensions, which are broadcast together.
    ///
    /// Parameters
    ///     in: the inputs.
    ///     options: see there.
    /// Returns
    ///     The outputs.
    /// Raises
    ///     ValueError: dimensions do not agree with the signature, or loop dimensions do not broadcast. TypeError: the
    ///         number of arguments is wrong, or no loop takes the dtypes.
    std::vector<ndarray> operator()(std::span<const ndarray> in, const GufuncOptions& options = {}) const;
    std::vector<ndarray> operator()(std::initializer_list<ndarray> in, const GufuncOptions& options = {}) const {
        return (*this)(std::span(in.begin(), in.size()), options);
    }

private:
    struct Call;
    std::string signature_;
    CoreSignature core_;
    Function func_;
    std::shared_ptr<const GufuncSettings> settings_;
};

/// A loop that is chosen by the inputs' dtypes.
struct GufuncLoop {
    std::vector<DType> inputs, outputs;
    GeneralizedUFunc::Function func{};  ///< The ufunc's own where it is empty.
    std::string text{};                 ///< As error messages name it, such as "dd->d".
};

struct GufuncSettings {
    std::string name = "gufunc";
    bool supports_batched = false;    ///< `func` takes loop dimensions in front as well: it is called once.
    bool supports_out = false;        ///< `func` writes to `out`.
    std::vector<GufuncLoop> loops{};  ///< In the order in which they are searched; none takes any dtypes.
};

}  // namespace cuprum
