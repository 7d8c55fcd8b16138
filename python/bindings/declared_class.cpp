#include "declared_class.h"

namespace cuprum::python {
namespace {

constexpr const char* attribute = "_arguments";

/// Whether a class has a property of this name, which comes before what the dictionaries of its objects hold.
bool is_property(nb::handle type, nb::handle name) {
    const nb::object found = nb::getattr(type, name, nb::none());
    return nb::hasattr(found.type(), "__set__");
}

/// The attributes that a program has set.
nb::dict own_attributes(nb::handle self) {
    nb::dict own;
    for (const auto [name, value] : nb::cast<nb::dict>(self.attr("__dict__")))
        if (nb::cast<std::string>(name) != attribute && !is_property(self.type(), name)) own[name] = value;
    return own;
}

/// What the dictionary of an object holds, or what is made for it.
template <class Object, class F>
Object kept_object(nb::handle self, const char* name, const F& make) {
    const nb::dict own = nb::steal<nb::dict>(PyObject_GenericGetDict(self.ptr(), nullptr));
    if (PyObject* kept = PyDict_GetItemString(own.ptr(), name)) return nb::borrow<Object>(kept);
    Object made = make();
    if (PyDict_SetItemString(own.ptr(), name, made.ptr()) < 0) throw nb::python_error();
    return made;
}

}  // namespace

Array kept_array(nb::handle self, const char* name, const ndarray& field) {
    return kept_object<Array>(self, name, [&] { return wrap_object(ndarray(field)); });
}

Typed<"tuple[ndarray, ...]"> kept_array(nb::handle self, const char* name, const std::vector<ndarray>& fields) {
    return kept_object<Typed<"tuple[ndarray, ...]">>(self, name, [&] { return to_python(fields); });
}

void keep_array(nb::handle self, const char* name, PyObject* given) {
    const nb::dict own = nb::steal<nb::dict>(PyObject_GenericGetDict(self.ptr(), nullptr));
    if (is_ndarray(given)) {
        if (PyDict_SetItemString(own.ptr(), name, given) < 0) throw nb::python_error();
    } else if (PyDict_GetItemString(own.ptr(), name)) {
        PyDict_DelItemString(own.ptr(), name);
    }
}

void forget_arrays(nb::handle self) {
    const nb::dict own = nb::steal<nb::dict>(PyObject_GenericGetDict(self.ptr(), nullptr));
    for (const nb::handle name : nb::list(own.keys()))
        if (is_property(self.type(), name)) PyDict_DelItem(own.ptr(), name.ptr());
}

void set_class_method(nb::handle type, const char* name, const nb::object& function) {
    nb::setattr(type, name, nb::steal(PyClassMethod_New(function.ptr())));
}

void keep_arguments(nb::handle self, std::initializer_list<PyObject*> arguments) {
    nb::list kept;
    for (PyObject* argument : arguments) kept.append(nb::handle(argument));
    nb::setattr(self, attribute, nb::tuple(kept));
}

nb::object kept_argument(nb::handle self, int at) { return self.attr(attribute)[at]; }

Typed<"tuple[Any, ...]"> reduce_object(nb::handle self, nb::object maker, nb::object arguments,
                                       std::initializer_list<const char*> settable) {
    nb::dict set;
    const nb::dict own = own_attributes(self);
    for (const char* name : settable) set[name] = self.attr(name);
    // Python sets the attributes of the second dictionary by setattr (pickle, "state").
    return nb::make_tuple(maker, arguments, nb::make_tuple(own, set));
}

void restore_object(nb::handle self, const nb::tuple& state) {
    for (nb::handle part : state)
        for (const auto [name, value] : nb::cast<nb::dict>(part)) nb::setattr(self, name, value);
}

Typed<"tuple[Any, ...]"> reduce_to_state(nb::handle self, std::vector<ndarray> state) {
    return nb::make_tuple(nb::module_::import_("copyreg").attr("__newobj__"), nb::make_tuple(self.type()),
                          nb::make_tuple(own_attributes(self), wrap_tuple(std::move(state))));
}

std::vector<ndarray> restore_state(nb::handle self, const nb::tuple& pickled) {
    for (const auto [name, value] : nb::cast<nb::dict>(pickled[0])) nb::setattr(self, name, value);
    return nb::cast<std::vector<ndarray>>(pickled[1]);
}

void become(nb::handle self, const char* module, const char* name) {
    if (!name) return;
    const nb::object classes = nb::module_::import_(module), type = nb::borrow(self.type());
    if (nb::getattr(classes, type.attr("__name__"), nb::none()).is(type))
        nb::setattr(self, "__class__", classes.attr(name));
}

}  // namespace cuprum::python
