#include "numpy/einsum_subscripts.h"

#include <algorithm>
#include <cctype>

#include "cuprum/error.h"

namespace cuprum {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)); }

/// One operand's part of the text: letters, and an ellipsis perhaps.
struct Part {
    std::string letters;
    int ellipsis = -1;  ///< The number of letters before it; -1 without one.
};

Part parse_part(std::string_view text, const std::string& where) {
    Part part;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ') continue;
        if (c == '.') {
            if (part.ellipsis >= 0 || text.substr(i, 3) != "...")
                throw ValueError(
                    "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...') in " +
                    where);
            part.ellipsis = static_cast<int>(part.letters.size());
            i += 2;
        } else if (is_letter(c)) {
            part.letters += c;
        } else {
            throw ValueError(std::string("invalid subscript '") + c +
                             "' in einstein sum subscripts string, subscripts must be letters");
        }
    }
    return part;
}

/// The labels of a part whose ellipsis stands for the last `count` of `total` broadcast axes.
Labels labels_of(const Part& part, int count, int total) {
    Labels labels;
    for (int i = 0; i <= static_cast<int>(part.letters.size()); ++i) {
        if (i == part.ellipsis)
            for (int k = total - count; k < total; ++k)
                labels += Subscripts::first_broadcast + static_cast<char32_t>(k);
        if (i < static_cast<int>(part.letters.size()))
            labels += static_cast<char32_t>(part.letters[static_cast<std::size_t>(i)]);
    }
    return labels;
}

}  // namespace

std::string Subscripts::text(const Labels& labels) const {
    static constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string unused;
    for (char c : alphabet)
        if (!lengths.contains(static_cast<char32_t>(c))) unused += c;
    std::string result;
    for (char32_t label : labels) {
        if (label < first_broadcast) result += static_cast<char>(label);
        else if (label - first_broadcast < unused.size()) result += unused[label - first_broadcast];
        else result += '?';
    }
    return result;
}

namespace {

std::vector<Part> parse_inputs(std::string_view inputs, std::size_t operands) {
    std::vector<Part> parts;
    for (std::size_t begin = 0;;) {
        const std::size_t comma = inputs.find(',', begin);
        parts.push_back(parse_part(inputs.substr(begin, comma == std::string_view::npos ? comma : comma - begin),
                                   "operand " + std::to_string(parts.size())));
        if (comma == std::string_view::npos) break;
        begin = comma + 1;
    }
    if (parts.size() < operands)
        throw ValueError("more operands provided to einstein sum function than specified in the subscripts string");
    if (parts.size() > operands)
        throw ValueError("fewer operands provided to einstein sum function than specified in the subscripts string");
    return parts;
}

/// How many axes of an operand are under the ellipsis.
int hidden_axes(const Part& part, int ndim, std::size_t operand) {
    const int letters = static_cast<int>(part.letters.size());
    if (letters > ndim)
        throw ValueError("einstein sum subscripts string contains too many subscripts for operand " +
                         std::to_string(operand) + ": " + std::to_string(letters) + " for " + std::to_string(ndim) +
                         " axes");
    if (letters < ndim && part.ellipsis < 0)
        throw ValueError(
            "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to "
            "broadcast the extra dimensions.");
    return part.ellipsis < 0 ? 0 : ndim - letters;
}

/// Notes the lengths of an operand's axes by their labels.
void note_lengths(Subscripts& result, const Shape& shape, std::size_t operand) {
    const Labels& labels = result.inputs[operand];
    for (int d = 0; d < shape.size(); ++d) {
        const char32_t label = labels[static_cast<std::size_t>(d)];
        const std::int64_t length = shape[d];
        // A diagonal has axes of one length.
        const std::size_t first = labels.find(label);
        if (first < static_cast<std::size_t>(d) && shape[static_cast<int>(first)] != length)
            throw ValueError("dimensions in operand " + std::to_string(operand) + " for collapsing index '" +
                             static_cast<char>(label) + "' don't match (" +
                             std::to_string(shape[static_cast<int>(first)]) + " != " + std::to_string(length) + ")");
        auto [known, added] = result.lengths.try_emplace(label, length);
        if (added || known->second == length) continue;
        if (known->second == 1) known->second = length;
        else if (length != 1)
            throw ValueError("operands could not be broadcast together: the axis '" + result.text(Labels(1, label)) +
                             "' has length " + std::to_string(length) + " in operand " + std::to_string(operand) +
                             " and " + std::to_string(known->second) + " in one before");
    }
}

/// The output as it is given, `most` axes being under the inputs' ellipses.
Labels parse_output(const Subscripts& subscripts, std::string_view text, int most) {
    const Part part = parse_part(text, "the output");
    for (char c : part.letters) {
        if (!subscripts.lengths.contains(static_cast<char32_t>(c)))
            throw ValueError(std::string("einstein sum subscripts string included output subscript '") + c +
                             "' which never appeared in an input");
        if (std::count(part.letters.begin(), part.letters.end(), c) > 1)
            throw ValueError(std::string("einstein sum subscripts string includes output subscript '") + c +
                             "' multiple times");
    }
    if (most > 0 && part.ellipsis < 0)
        throw ValueError(
            "output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to "
            "broadcast the extra dimensions.");
    return labels_of(part, most, most);
}

/// The letters that come once, in order, behind the broadcast axes.
Labels implied_output(const Subscripts& subscripts, int most) {
    Labels output = labels_of(Part{"", 0}, most, most);
    for (const auto& [label, length] : subscripts.lengths) {
        std::size_t count = 0;
        for (const Labels& labels : subscripts.inputs)
            count += static_cast<std::size_t>(std::count(labels.begin(), labels.end(), label));
        if (count == 1 && label < Subscripts::first_broadcast) output += label;
    }
    return output;
}

}  // namespace

Subscripts parse_subscripts(std::string_view text, std::span<const Shape> shapes) {
    const std::size_t arrow = text.find_first_of("-");
    if (arrow != std::string_view::npos && text.substr(arrow, 2) != "->")
        throw ValueError("einstein sum subscript string does not contain proper '->' output specified");
    const std::vector<Part> parts = parse_inputs(text.substr(0, arrow), shapes.size());
    std::vector<int> hidden;
    int most = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        hidden.push_back(hidden_axes(parts[i], shapes[i].size(), i));
        most = std::max(most, hidden.back());
    }
    Subscripts result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        result.inputs.push_back(labels_of(parts[i], hidden[i], most));
        note_lengths(result, shapes[i], i);
    }
    result.output = arrow == std::string_view::npos ? implied_output(result, most)
                                                    : parse_output(result, text.substr(arrow + 2), most);
    return result;
}

}  // namespace cuprum
