// Types of values in kernels: their names in C++ and in messages.
#include "cuprum/jit.h"
#include "kernel/graph/expression.h"
#include "kernel/user/jit/parameter.h"

namespace cuprum::jit {

Type Type::scalar(DType dtype) {
    Type type;
    type.kind = Kind::scalar;
    type.dtype = dtype;
    return type;
}

Type Type::array(DType dtype, int ndim, bool contiguous, bool small) {
    Type type;
    type.kind = Kind::array;
    type.dtype = dtype;
    type.ndim = ndim;
    type.contiguous = contiguous;
    type.small = small;
    return type;
}

Type Type::of(const ndarray& a) {
    const Layout layout(a);
    return array(a.dtype(), a.ndim(), layout.contiguous, layout.small);
}

Type Type::pointer(Type element, std::vector<std::int64_t> shape) {
    Type type;
    type.kind = Kind::pointer;
    type.dtype = element.dtype;
    type.shape = std::move(shape);
    type.elements = {std::move(element)};
    return type;
}

Type Type::iterator(DType dtype, std::string name) {
    Type type;
    type.kind = Kind::iterator;
    type.name = std::move(name);
    type.dtype = dtype;
    return type;
}

Type Type::tuple(std::vector<Type> elements) {
    Type type;
    type.kind = Kind::tuple;
    type.elements = std::move(elements);
    return type;
}

Type Type::object(std::string name, std::string description) {
    Type type;
    type.kind = Kind::object;
    type.name = std::move(name);
    type.description_of_object = std::move(description);
    return type;
}

std::string Type::text() const {
    switch (kind) {
        case Kind::none: return "void";
        case Kind::scalar: return kernel::storage_type(dtype);
        case Kind::array:
            return "cuprum::jit::array<" + kernel::storage_type(dtype) + ", " + std::to_string(ndim) + ", " +
                   (contiguous ? "true" : "false") + ", " + (small ? "int" : "long long") + ">";
        case Kind::pointer: return elements[0].text() + "*";
        case Kind::iterator:
            if (!name.empty()) return name;
            return "cuprum::jit::iterator<" + kernel::storage_type(dtype) + ">";
        case Kind::tuple: {
            std::string text = "cuprum::jit::tuple<";
            for (const Type& element : elements) text += (&element == elements.data() ? "" : ", ") + element.text();
            return text + ">";
        }
        case Kind::object: return name;
    }
    __builtin_unreachable();
}

std::string Type::description() const {
    auto with_dimensions = [](const std::string& what, int count) {
        return what + " with " + std::to_string(count) + (count == 1 ? " dimension" : " dimensions");
    };
    switch (kind) {
        case Kind::none: return "nothing";
        case Kind::scalar: return info(dtype).name;
        case Kind::array: return with_dimensions(std::string("array of ") + info(dtype).name, ndim);
        case Kind::pointer: return with_dimensions("shared memory of " + elements[0].description(), dimensions());
        case Kind::iterator: return std::string("iterator over ") + info(dtype).name;
        case Kind::tuple: {
            std::string text = "tuple of (";
            for (const Type& element : elements)
                text += (&element == elements.data() ? "" : ", ") + element.description();
            return text + ")";
        }
        case Kind::object: return description_of_object;
    }
    __builtin_unreachable();
}

}  // namespace cuprum::jit
