#include "kernel/ufunc/loops.h"

#include <sstream>

#include "cuprum/error.h"

namespace cuprum::kernel {

std::string Loop::signature() const {
    std::string text;
    for (int i = 0; i < nin; ++i) text += info(in[i]).code;
    text += "->";
    for (int k = 0; k < nout; ++k) text += info(out[k]).code;
    return text;
}

namespace {

/// The headers of a loop whose last operand has this code: those for all, and those for such loops alone.
std::string headers_for(std::string_view column, char code) {
    std::istringstream text{std::string(column)};
    std::string chosen;
    for (std::string name; text >> name;) {
        const std::size_t colon = name.find(':');
        if (colon == std::string::npos || name.find(code) < colon) chosen += name.substr(colon + 1) + " ";
    }
    return chosen;
}

/// Whether a column of codes holds for a loop whose last operand has this code.
bool holds(std::string_view column, char code) { return column == all_loops || column.find(code) != column.npos; }

CodeOptions code_options(const UfuncRow& row, char code) {
    return {holds(row.calls, code), holds(row.long_code, code), holds(row.unfused, code), holds(row.one_copy, code)};
}

}  // namespace

std::vector<Loop> parse_loops(const UfuncRow& row) {
    std::string_view text = row.loops;
    const int nin = row.nin, nout = row.nout;
    std::vector<Loop> result;
    while (!text.empty()) {
        std::size_t end = text.find(';');
        std::string_view group = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        std::size_t colon = group.find(':');
        std::string body(colon == std::string_view::npos ? std::string_view()
                                                         : group.substr(group.find_first_not_of(' ', colon + 1)));
        const bool refuses = body.starts_with("!");
        if (refuses) body.erase(0, 1);
        std::string_view signatures = group.substr(0, colon);
        std::size_t position = 0;
        while ((position = signatures.find_first_not_of(" \n", position)) != std::string_view::npos) {
            std::size_t stop = signatures.find_first_of(" \n", position);
            std::string_view signature = signatures.substr(position, stop - position);
            position = stop == std::string_view::npos ? signatures.size() : stop;
            if (signature.size() != static_cast<std::size_t>(nin + nout + 2))
                throw Error("ufuncs.def: the signature '" + std::string(signature) + "' does not have " +
                            std::to_string(nin) + " inputs and " + std::to_string(nout) + " outputs");
            Loop loop;
            loop.nin = nin;
            loop.nout = nout;
            for (int i = 0; i < nin; ++i) loop.in[i] = dtype_from_code(signature[i]);
            for (int k = 0; k < nout; ++k) loop.out[k] = dtype_from_code(signature[nin + 2 + k]);
            loop.body = body;
            loop.headers = headers_for(row.headers, signature[nin - 1]);
            loop.code = code_options(row, signature[nin - 1]);
            loop.refuses = refuses;
            result.push_back(loop);
        }
    }
    return result;
}

}  // namespace cuprum::kernel
