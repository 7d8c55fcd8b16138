#include "declared_class.h"

namespace cuprum::python {
namespace {

constexpr const char* attribute = "_arguments";

}  // namespace

void keep_arguments(nb::handle self, std::initializer_list<PyObject*> arguments) {
    nb::list kept;
    for (PyObject* argument : arguments) kept.append(nb::handle(argument));
    nb::setattr(self, attribute, nb::tuple(kept));
}

nb::object kept_argument(nb::handle self, int at) { return self.attr(attribute)[at]; }

Typed<"tuple[Any, ...]"> reduce_object(nb::handle self, nb::object arguments,
                                       std::initializer_list<const char*> settable) {
    nb::dict own, set;
    for (const auto [name, value] : nb::cast<nb::dict>(self.attr("__dict__")))
        if (nb::cast<std::string>(name) != attribute) own[name] = value;
    for (const char* name : settable) set[name] = self.attr(name);
    // Python sets the attributes of the second dictionary by setattr (pickle, "state").
    return nb::make_tuple(self.type(), arguments, nb::make_tuple(own, set));
}

}  // namespace cuprum::python
