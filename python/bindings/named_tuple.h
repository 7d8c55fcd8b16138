// Named tuples that tools/declared makes of structs.
#pragma once

#include <vector>

#include "convert.h"

namespace cuprum::python {

/// A class of named tuples, derived from one of `collections.namedtuple`.
class NamedTuple {
public:
    struct Member {
        const char* name;
        nb::object function;
        bool is_property;
    };
    using Names = std::vector<const char*>;
    /// `module` is where pickles find it; objects have attributes and methods beside their items.
    NamedTuple(const char* module, const char* name, const char* doc, const Names& items, Names attributes,
               const std::vector<Member>& members);

    nb::object make(const std::vector<nb::object>& items, const std::vector<nb::object>& attributes) const;
    const nb::object& type() const { return type_; }

private:
    nb::object type_;
    Names attributes_;
};

}  // namespace cuprum::python
