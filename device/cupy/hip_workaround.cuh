// Programs written for CuPy include this for AMD's compiler. CUDA's needs nothing of it.
#pragma once
