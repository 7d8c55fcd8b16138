// How declarations say what Python has.
#pragma once

/// Before the declaration of a documented function: Python has it with these parameters and these defaults, and nothing
/// else has to be written for it. What Python does in another way is bound by hand, in python/bindings.
#define CUPRUM_PYTHON

/// Before a `std::string_view` of such a function: the words that it takes, for the type that Python shows.
#define CUPRUM_WORDS(...)
