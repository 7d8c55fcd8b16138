#include "named_tuple.h"

namespace cuprum::python {

NamedTuple::NamedTuple(const char* module, const char* name, const char* doc, const Names& items, Names attributes,
                       const std::vector<Member>& members)
    : attributes_(std::move(attributes)) {
    nb::list names;
    for (const char* item : items) names.append(item);
    const nb::object base = nb::module_::import_("collections").attr("namedtuple")(name, names);
    nb::dict contents;
    contents["__module__"] = module;
    contents["__doc__"] = doc;
    if (attributes_.empty()) contents["__slots__"] = nb::tuple();
    const nb::handle property(reinterpret_cast<PyObject*>(&PyProperty_Type));
    for (const Member& member : members)
        contents[member.name] = member.is_property ? nb::object(property(member.function)) : member.function;
    type_ = nb::handle(reinterpret_cast<PyObject*>(&PyType_Type))(name, nb::make_tuple(base), contents);
}

nb::object NamedTuple::make(const std::vector<nb::object>& items, const std::vector<nb::object>& attributes) const {
    nb::list values;
    for (const nb::object& item : items) values.append(item);
    nb::object made = type_.attr("_make")(values);
    for (std::size_t i = 0; i < attributes.size(); ++i) made.attr(attributes_[i]) = attributes[i];
    return made;
}

}  // namespace cuprum::python
