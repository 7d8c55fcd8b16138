"""Functions of Python translated to CUDA C++: what cuprumx.jit and cuprum.vectorize are made of."""
