"""Types, variables and sizes of random kernels."""

INTEGERS = [
    "int",
    "unsigned",
    "unsigned char",
    "signed char",
    "short",
    "unsigned short",
    "long long",
    "unsigned long long",
    "bool",
]
FLOATS = ["float", "double"]
PLACES = 8  # Elements of each output that a thread has to itself.
ROWS = 48  # Of the inputs, each with an element for every thread.


class Variable:
    def __init__(self, name, type, length=0):
        self.name, self.type, self.length = name, type, length
