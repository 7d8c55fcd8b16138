// A row of ufuncs names this header where the code of its kernels is long: thousands of instructions, of which an
// element needs few. Then the row's float32 and float64 kernels are made beforehand (src/kernel/prebuilt).
#pragma once
