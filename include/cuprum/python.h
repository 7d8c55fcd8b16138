// How declarations say what Python has.
#pragma once

/// Before the declaration of a documented function: Python has it with these parameters and these defaults, and nothing
/// else has to be written for it. What Python does in another way is bound by hand, in python/bindings.
#define CUPRUM_PYTHON

/// Before CUPRUM_PYTHON, where Python's parameters have another order: `CUPRUM_SIGNATURE("a, axis, bias, *,
/// keepdims")`. Those behind `*` are given by keyword. A name that C++ does not have, such as `overwrite_data=false`,
/// is a flag that is taken and not looked at; a parameter with a default that is not named is C++'s alone.
/// `mode=method` there is an earlier name of the parameter `method`; `return_labels=true` says whether more than the
/// first part of the result is returned.
#define CUPRUM_SIGNATURE(...)

/// Before CUPRUM_PYTHON: what Python's function does besides, as tools/declared/traits.py lists it:
/// `CUPRUM_TRAITS("same_class, method, also concat")`.
#define CUPRUM_TRAITS(...)

/// Before a struct, or a name of one, that Python has as a named tuple. Its members with CUPRUM_ATTRIBUTE are
/// attributes of Python's objects and no items; functions with CUPRUM_PYTHON are methods, those with CUPRUM_PROPERTY
/// properties.
#define CUPRUM_NAMED_TUPLE
#define CUPRUM_ATTRIBUTE
#define CUPRUM_PROPERTY

/// Before a `std::string_view` of such a function: the words that it takes, for the type that Python shows.
#define CUPRUM_WORDS(...)

/// Before a `const ndarray&` of a chapter that refuses NumPy's arrays: here they are taken, and copied to the device.
#define CUPRUM_FROM_NUMPY
