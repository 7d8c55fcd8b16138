// From one filter to another: cutoffs, kinds of bands, analog and digital, and the forms that filters have.
#pragma once

#include <string_view>

#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {

Zpk lowpass(const Zpk& f, double wo);
Zpk highpass(const Zpk& f, double wo);
Zpk bandpass(const Zpk& f, double wo, double bw);
Zpk bandstop(const Zpk& f, double wo, double bw);
Zpk bilinear(const Zpk& f, double fs);

/// A sampling frequency that is a finite number above 0.
double checked_rate(double fs);

Ba to_ba(const Zpk& f);
/// Without leading zeros and with a first coefficient of 1 of the denominator; warns of leading zeros of the numerator.
Ba normalized(const List& b, const List& a);
/// The same with numerators of several outputs, one in each row.
struct Transfer {
    Matrix numerators;
    List denominator;
};
Transfer normalized(const Matrix& b, const List& a);
Zpk to_zpk(const List& b, const List& a);

enum class Pairing { nearest, keep_odd, minimal };
/// Sections of second order, six numbers a row.
Matrix to_sos(const Zpk& f, std::string_view pairing, bool analog);

}  // namespace cuprum::scipy::signal::design
