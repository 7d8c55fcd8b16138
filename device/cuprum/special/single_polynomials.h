// Polynomials for special functions of float32, from the lowest power on. Made by tools/make_special_polynomials.py,
// which says how.
#pragma once

#include <cuprum/complex.h>
#include <cuprum/real_math.h>

namespace cuprum::special::single {

/// Horner's scheme.
template <int count>
CUPRUM_DEVICE float polynomial(float x, const float (&coefficients)[count]) {
    float value = coefficients[count - 1];
#pragma unroll
    for (int i = count - 2; i >= 0; --i) value = fma(value, x, coefficients[i]);
    return value;
}

// Zeros, in two parts.
inline constexpr float j0_zero_0[] = {2.40482545f, 1.08705905e-07f};
inline constexpr float j0_zero_1[] = {5.52007818f, -7.19341458e-08f};
inline constexpr float j0_zero_2[] = {8.65372753f, 3.81477918e-07f};
inline constexpr float j1_zero_0[] = {3.83170605f, -7.68505899e-08f};
inline constexpr float j1_zero_1[] = {7.01558685f, -1.83211725e-07f};
inline constexpr float j1_zero_2[] = {10.1734686f, -4.54719981e-07f};
inline constexpr float y0_zero_0[] = {0.89357698f, -1.33579787e-08f};
inline constexpr float y0_zero_1[] = {3.95767832f, 1.01291178e-07f};
inline constexpr float y0_zero_2[] = {7.08605099f, 7.30581178e-08f};
inline constexpr float y0_zero_3[] = {10.2223454f, -3.08676448e-07f};
inline constexpr float y1_zero_0[] = {2.19714141f, -8.28892723e-08f};
inline constexpr float y1_zero_1[] = {5.42968082f, 2.16514351e-07f};
inline constexpr float y1_zero_2[] = {8.59600544f, 4.28572861e-07f};
inline constexpr float digamma_zero_0[] = {1.46163213f, 1.24381501e-08f};
inline constexpr float expi_zero_0[] = {0.372507423f, -1.23810935e-08f};
inline constexpr float chi_zero_0[] = {0.523822546f, 2.53846153e-08f};

/// (exp(r) - 1 - r) / r^2; error 3e-09.
inline constexpr float exp_rest[] = {0.5f, 0.166666672f, 0.041666463f, 0.00833331048f, 0.0013933751f, 0.000198911031f};

/// (log(1 + f) - f + f^2 / 2) / f^3; error 7e-08.
inline constexpr float log_rest[] = {0.333333313f,  -0.24999997f, 0.20000717f,   -0.166678086f, 0.142490089f,
                                     -0.124254867f, 0.116857193f, -0.114814773f, 0.0697307065f};

/// Erf(x) / x of x^2; error 4e-11.
inline constexpr float erf_near[] = {1.12837923f,    -0.376126379f,    0.112837821f,    -0.0268654302f,
                                     0.00522103161f, -0.000848408032f, 0.000112659589f, -9.66704465e-06f};

/// Log(erfc(x)) of x - 2; error 4e-09.
inline constexpr float log_erfc[] = {-5.36494112f,    -4.41816092f,     -0.923750997f,   -0.0164651033f,
                                     0.0035712691f,   -0.000732720597f, 0.000134732793f, -2.00704617e-05f,
                                     1.95680173e-06f, -7.58268186e-08f};

/// Exp(x^2) erfc(x) / (2 t) of t - 5/16, for x up to 14.5 / sqrt(2); error 5e-09.
inline constexpr float normal_tail_scaled[] = {0.20022665f,     0.248355702f,   0.224479884f,   0.114331722f,
                                               -0.0206862148f,  -0.0752901435f, -0.0155506805f, 0.0632991195f,
                                               -0.00293492177f, -0.0360079929f, 0.0164816529f};

/// Exp(x^2) erfc(x) / t of t - 5/16, where t = 1 / (1 + x / 2); error 9e-10.
inline constexpr float erfcx[] = {0.400453299f,   0.496711403f,   0.4489609f,     0.228659868f,  -0.0414683372f,
                                  -0.150060117f,  -0.0297898557f, 0.110375606f,   0.0394390039f, -0.11168167f,
                                  -0.0108544976f, 0.12081641f,    -0.0918200463f, 0.0233642776f};

/// The inverse of ndtr over p - 1/2, of w - 5/2, where w = -log(4 p (1 - p)); error 6e-09.
inline constexpr float normal_centre[] = {4.24662685f,    0.69760406f,      -0.0118154511f,  -0.00354324537f,
                                          0.00061758532f, -1.40641268e-05f, -9.7976299e-06f, 1.32407536e-06f,
                                          6.6004084e-08f, -2.52633026e-08f};

/// The inverse of ndtr over v = sqrt(w), of v - 3.6; error 3e-09.
inline constexpr float normal_near_tail[] = {1.34988618f,      0.021009177f,     -0.00480462285f, 0.000747749524f,
                                             -1.16142814e-06f, -5.83711844e-05f, 3.00932152e-05f, -1.08809336e-05f,
                                             1.70338171e-06f,  1.02918727e-06f,  -4.51715977e-07f};

/// The same of 1 / v - 0.13; error 7e-10.
inline constexpr float normal_far_tail[] = {1.39118254f, -0.263115883f, -0.313252717f, 1.76198316f, -3.60971069f,
                                            10.0995827f, -41.7111282f,  232.858307f,   -920.883667f};

/// Gamma(2 + f); error 2e-10.
inline constexpr float gamma[] = {1.0f,          0.422784328f,     0.41184032f,    0.0815771595f,
                                  0.0742488876f, -0.000272331003f, 0.0111567434f,  -0.00280453451f,
                                  0.0020796652f, -0.00110528397f,  0.000584088266f};

/// Log(gamma(1 + t)) / t; error 3e-09.
inline constexpr float log_gamma_near_1[] = {-0.577215672f,  0.822467029f,  -0.400685191f, 0.270580381f,  -0.207414359f,
                                             0.169584349f,   -0.143374473f, 0.12487264f,   -0.118744582f, 0.107086711f,
                                             -0.0505540147f, 0.0452779792f, -0.177682877f, 0.166292787f};

/// Log(gamma(x)) / (x - 2), of x - 9/4; error 2e-09.
inline constexpr float log_gamma_near_2[] = {0.499486864f,     0.292238444f,   -0.0542954057f,   0.0146881668f,
                                             -0.00466256216f,  0.00161642744f, -0.000590798387f, 0.000217407287f,
                                             -8.42983936e-05f, 4.4632623e-05f, -1.79925137e-05f};

/// Digamma(x) / (x - its zero), of x - 3/2; error 7e-10.
inline constexpr float digamma[] = {0.951055884f,  -0.423627406f,  0.24054265f,   -0.14840503f,
                                    0.094980821f,  -0.0619168617f, 0.0408935621f, -0.0270642582f,
                                    0.0169152245f, -0.011247037f,  0.011223156f,  -0.00747684296f};

/// (exp1(x) + log(x) + Euler's constant) / x; error 7e-12.
inline constexpr float exp1_near[] = {1.0f,           -0.25f,           0.0555555373f,   -0.0104165245f,
                                      0.00166609953f, -0.000230247286f, 2.68341282e-05f, -2.10173334e-06f};

/// X exp(x) exp1(x) of 1 / x - 5/8; error 1e-09.
inline constexpr float exp1_middle[] = {0.683980763f,  -0.285359949f,  0.174629644f,  -0.127681166f,
                                        0.10390491f,   -0.091020301f,  0.0850593671f, -0.0821842849f,
                                        0.0700083971f, -0.0707643479f, 0.14994134f,   -0.163756475f};

/// The same of 1 / x - 1/8; error 2e-09.
inline constexpr float exp1_far[] = {0.898237109f, -0.673072338f, 0.871589959f, -1.49722481f, 3.08395362f, -7.2786479f,
                                     18.8831978f,  -45.928257f,   132.513031f,  -854.28363f,  2943.31445f};

/// (J0 - 1) / x^2 of x^2; error 2e-10.
inline constexpr float j0_first[] = {-0.25f, 0.0156249991f, -0.000434023706f, 6.77659546e-06f, -6.52165824e-08f};

/// (J1 / x - 1 / 2) / x^2 of x^2; error 1e-09.
inline constexpr float j1_first[] = {-0.0625f, 0.00260416581f, -5.4251861e-05f, 6.77035132e-07f, -5.32459143e-09f};

/// I0 of x^2; error 1e-11.
inline constexpr float i0_near[] = {1.0f,
                                    0.25f,
                                    0.015625f,
                                    0.000434027868f,
                                    6.78166043e-06f,
                                    6.78203662e-08f,
                                    4.70632144e-10f,
                                    2.42046726e-12f,
                                    8.79923067e-15f,
                                    3.95021061e-17f};

/// I1 / x of x^2; error 1e-12.
inline constexpr float i1_near[] = {0.5f,
                                    0.0625f,
                                    0.00260416674f,
                                    5.42534763e-05f,
                                    6.78167339e-07f,
                                    5.65156055e-09f,
                                    3.36251235e-11f,
                                    1.50963579e-13f,
                                    4.95210454e-16f,
                                    1.92115923e-18f};

/// Sqrt(x) exp(-x) I0 of 1 / x - 1/10; error 4e-09.
inline constexpr float i0_far[] = {0.404244512f, 0.0566012636f, 0.0410488211f, 0.067205593f, 0.221049771f,
                                   0.996318996f, -0.204572275f, -42.4894867f,  -89.0657196f, 680.562073f};

/// Sqrt(x) exp(-x) I1 of 1 / x - 1/10; error 5e-09.
inline constexpr float i1_far[] = {0.383466274f, -0.16049245f,  -0.0643264204f, -0.0876690596f, -0.261756808f,
                                   -1.14577687f, -0.171201512f, 44.731041f,     105.357819f,    -673.497131f};

/// K0 + log(x) I0 of x^2; error 2e-09.
inline constexpr float k0_near[] = {0.115931518f, 0.278982848f, 0.0252490584f, 0.000845673436f, 1.53264409e-05f};

/// (K1 - 1 / x - log(x) I1) / x of x^2; error 9e-11.
inline constexpr float k1_near[] = {-0.307965755f, -0.0853707194f, -0.00464219367f, -0.00011250496f, -1.59472688e-06f};

/// Sqrt(x) exp(x) K0 of 1 / x - 1/2; error 7e-09.
inline constexpr float k0_far[] = {1.19015718f,    -0.104558118f,   0.0322696492f, -0.0152599225f,
                                   0.00909975171f, -0.00646965113f, 0.0050427923f, -0.00275251106f,
                                   0.00217500865f, -0.00783040002f, 0.00817676075f};

/// Sqrt(x) exp(x) K1 of 1 / x - 1/2; error 3e-09.
inline constexpr float k1_far[] = {1.46155703f,     0.375957817f,   -0.0634118542f,  0.0248965491f,
                                   -0.0134903947f,  0.00881070551f, -0.00686852075f, 0.00568030495f,
                                   -0.00236024917f, 0.00171377161f, -0.0107593667f,  0.0115502281f};

/// J0 over x^2 less its zero's square, of x^2 - 8; error 7e-11.
inline constexpr float j0_near[] = {-0.0886624157f,   0.00808250997f,  -0.00026609542f,  4.58920931e-06f,
                                    -4.89753589e-08f, 3.56197155e-10f, -1.88438089e-12f, 7.55717798e-15f};

/// J1 / x over x^2 less its zero's square, of x^2 - 10; error 9e-11.
inline constexpr float j1_near[] = {-0.0186699014f,   0.00119042431f,  -3.01731616e-05f, 4.23315697e-07f,
                                    -3.80880882e-09f, 2.39502879e-11f, -1.11656385e-13f, 4.0011073e-16f};

/// Y0 - 2/pi log(x) J0 of x^2; error 3e-10.
inline constexpr float y0_near[] = {-0.0738042966f,   0.177606016f,    -0.0160739664f,  0.00053860154f,
                                    -9.49417881e-06f, 1.03280058e-07f, -7.13270387e-10f};

/// (Y1 - 2/pi (log(x) J1 - 1/x)) / x of x^2; error 2e-11.
inline constexpr float y1_near[] = {-0.196057096f,    0.0543486886f,   -0.00295530539f, 7.16426148e-05f,
                                    -9.92620926e-07f, 8.91229313e-09f, -5.28829376e-11f};

/// J0 over x less its zero, of x - 5.5; error 3e-09.
inline constexpr float j0_middle[] = {0.340862215f,    -0.0286873057f,  -0.0532620102f,   0.0044490546f,
                                      0.00227469741f,  -0.00016957309f, -4.69081569e-05f, 3.11768872e-06f,
                                      5.50613095e-07f, -3.5444458e-08f};

/// J0 over x less its zero, of x - 8.625; error 4e-09.
inline constexpr float j0_last[] = {-0.271866471f,    0.0131481132f,   0.044239793f,    -0.00227165106f,
                                    -0.00207588007f,  0.000104689432f, 4.52130007e-05f, -2.16822332e-06f,
                                    -5.47047591e-07f, 2.72144387e-08f};

/// J1 over x less its zero, of x - 6.5; error 2e-09.
inline constexpr float j1_middle[] = {0.29838106f,     0.0283532757f,    -0.0483311266f,   -0.00141772244f,
                                      0.0022411223f,   2.25367367e-05f,  -4.91978935e-05f, -1.15579418e-07f,
                                      6.31266516e-07f, -5.94798322e-10f, -4.98295494e-09f};

/// J1 over x less its zero, of x - 10.125; error 4e-09.
inline constexpr float j1_last[] = {-0.250204563f,    0.00834234525f,  0.0406642854f,   -0.00155428937f,
                                    -0.00193102437f,  7.42181001e-05f, 4.29298561e-05f, -1.59855631e-06f,
                                    -5.28908572e-07f, 2.12815561e-08f};

/// Y0 over x less its zero, of x - 5/4; error 1e-08.
inline constexpr float y0_first[] = {0.724467337f,   -0.393081635f,  0.0848080143f,   -0.0648284107f, 0.0535709895f,
                                     -0.0362436511f, 0.0249627028f,  -0.0165943261f,  0.011854372f,   -0.0132809039f,
                                     0.00982630346f, 0.00367894396f, -0.00288893981f, -0.0107673891f, 0.00814289134f};

/// Y0 over x less its zero, of x - 7/2; error 2e-09.
inline constexpr float y0_middle[] = {-0.413001657f,    -0.00614675134f, 0.0650366694f,   -0.00255099381f,
                                      -0.0024548152f,   3.52630996e-05f, 6.53842653e-05f, -4.30066802e-06f,
                                      -3.66724251e-08f, -1.5015668e-07f, 8.89874485e-08f, -2.23284413e-08f};

/// Y0 over x less its zero, of x - 6.75; error 6e-10.
inline constexpr float y0_last[] = {0.301692545f,    0.0118879927f,    -0.0498507172f,  0.00027053745f,
                                    0.00233133067f,  -4.2806023e-05f,  -5.0399467e-05f, 1.04900914e-06f,
                                    6.41907832e-07f, -1.30146693e-08f, -4.98002084e-09f};

/// Y0 over x less its zero, of x - 10.125; error 4e-09.
inline constexpr float y0_farther[] = {-0.250501692f,    0.00421719765f,  0.0412863009f,   -0.00121155148f,
                                       -0.00198427169f,  6.58281133e-05f, 4.43845638e-05f, -1.50820415e-06f,
                                       -5.47212608e-07f, 2.08215845e-08f};

/// Y1 over x less its zero, of x - 11/4; error 6e-09.
inline constexpr float y1_first[] = {0.44499439f,     -0.155188128f,    -0.0305037014f,  0.0061160461f,
                                     0.00317774853f,  -0.000927111483f, 0.000195760469f, -8.2057486e-05f,
                                     3.24603461e-05f, -7.67338588e-06f, 2.79078517e-06f, -3.14614067e-06f,
                                     1.14757745e-06f};

/// Y1 over x less its zero, of x - 5.5; error 3e-10.
inline constexpr float y1_middle[] = {-0.337863922f,    0.0384391844f,   0.0500065982f,  -0.00476178573f,
                                      -0.0021110354f,   0.000165907899f, 4.4971297e-05f, -3.16021669e-06f,
                                      -5.27606574e-07f, 2.67302074e-08f, 5.03660402e-09f};

/// Y1 over x less its zero, of x - 8.625; error 4e-09.
inline constexpr float y1_last[] = {0.270965636f,    -0.0183006562f,   -0.0431859717f,  0.00265035662f,
                                    0.00199578865f,  -0.000111803602f, -4.3316857e-05f, 2.22139238e-06f,
                                    5.25461928e-07f, -2.73096852e-08f};

/// The modulus of order 0 times sqrt(pi x / 2), of 1 / x^2; error 8e-11.
inline constexpr float modulus_0[] = {1.0f, -0.0624997206f, 0.103367127f, -0.514112592f, 3.34517074f};

/// The same of order 1; error 1e-10.
inline constexpr float modulus_1[] = {1.0f, 0.187499642f, -0.193169758f, 0.768720806f, -4.57519245f};

/// (expi(x) - log(x / its zero)) / (x - its zero), of x - 1; error 2e-10.
inline constexpr float expi_near[] = {1.44642258f,    0.433246881f,    0.106380701f,    0.0212479848f,  0.00355153484f,
                                      0.00050922489f, 6.39077989e-05f, 7.27602765e-06f, 7.27510837e-07f};

/// X exp(-x) expi(x) of x - 4; error 9e-10.
inline constexpr float expi_first[] = {1.43820798f,     -0.0786560252f,   -0.0154480105f,   0.0129913362f,
                                       -0.00390617712f, 0.000717606221f,  -7.65540244e-05f, -1.0355925e-06f,
                                       2.79380311e-06f, -8.16498869e-07f, 1.46621801e-07f,  -2.75629066e-08f,
                                       1.01527773e-08f, -1.92437111e-09f};

/// The same of 1 / x - 0.12; error 7e-10.
inline constexpr float expi_second[] = {1.17108238f, 2.12170029f,  6.48631287f, -38.1695518f, -443.868469f, 2616.87231f,
                                        16055.3193f, -248466.953f, 673127.812f, 11617125.0f,  -106724664.0f};

/// The same of 1 / x - 0.05; error 2e-10.
inline constexpr float expi_third[] = {1.05595589f, 1.26324403f,  3.56029367f,  19.1689453f, 178.223877f,
                                       1663.40784f, -11378.4951f, -631534.625f, -623328.375f};

/// The same of 1 / x; error 1e-10.
inline constexpr float expi_far[] = {1.0f,       0.999999702f, 2.00012684f, 5.97791767f,
                                     25.786211f, 49.0483131f,  1974.38525f};

/// Dawson's function / x of x^2; error 4e-10.
inline constexpr float dawsn_near[] = {1.0f,           -0.666666627f,   0.266666353f,    -0.0761884451f,
                                       0.0169244297f,  -0.00306555023f, 0.000459093135f, -5.33301209e-05f,
                                       3.59818591e-06f};

/// Dawson's function of x - 1.875; error 9e-09.
inline constexpr float dawsn_first[] = {0.328724712f,   -0.232717603f,   0.107620873f,    0.0206172429f,
                                        -0.0731411129f, 0.0466335528f,   -0.00474465312f, -0.0109250713f,
                                        0.00620762259f, 0.000205172037f, -0.00109843246f};

/// The same of x - 3.75; error 3e-09.
inline constexpr float dawsn_second[] = {0.138705239f,    -0.0402892977f,   0.0123795979f,    -0.00408951892f,
                                         0.00147831591f,  -0.000581370725f, 0.000232908336f,  -8.41431902e-05f,
                                         2.25557778e-05f, 7.5399231e-07f,   -6.86592693e-06f, 4.00423551e-06f,
                                         -5.2281348e-07f, -1.46529899e-07f};

/// 2 x times Dawson's function of 1 / x^2; error 2e-11.
inline constexpr float dawsn_far[] = {1.0f,        0.50000006f, 0.749981284f, 1.87861359f,
                                      6.22813368f, 45.7438431f, -245.548645f, 5609.49902f};

/// Erfi(x) / x of x^2; error 4e-09.
inline constexpr float erfi_near[] = {1.12837923f,     0.376126051f,    0.112841941f,    0.0268480051f,  0.00526474835f,
                                      0.000803951931f, 0.000157229544f, 1.79537096e-08f, 4.64846562e-06f};

/// (spence(x) - u + u^2 / 4) / u^3 of u^2, where u = -log(x); error 8e-11.
inline constexpr float spence_near[] = {0.027777778f, -0.000277777726f, 4.72388274e-06f, -9.15334013e-08f,
                                        1.70831993e-09f};

/// Spence(1 - z) / z of z; error 2e-11.
inline constexpr float spence_at_1[] = {1.0f,          0.25f,         0.111110516f,  0.0625187755f,
                                        0.0397126824f, 0.0301248841f, 0.0101261241f, 0.0372369662f};

/// 2/pi times the complete elliptic integral K of m; error 2e-09.
inline constexpr float ellipk_near[] = {1.0f,         0.250000417f,  0.140598744f, 0.0983135179f, 0.0665177405f,
                                        0.119053014f, -0.195449546f, 0.66082269f,  -0.826155424f, 0.584779024f};

/// K(1 - p) + log(p) K(p) / pi of p; error 4e-11.
inline constexpr float ellipk_smooth[] = {1.38629436f,    0.0965736061f,  0.0308841746f,   0.0149619095f,
                                          0.00846040435f, 0.00793159567f, -0.00515126297f, 0.0262844935f,
                                          -0.0306795258f, 0.023396913f};

/// The complete elliptic integral E of m - 1/4; error 6e-10.
inline constexpr float ellipe_near[] = {1.46746218f,    -0.436576277f,  -0.105155535f,  -0.0573762208f, -0.0413963608f,
                                        -0.0342794843f, -0.0312270671f, -0.0356382392f, -0.0364353471f};

/// (K(p) - E(p)) / (pi p) of p - 1/4; error 3e-09.
inline constexpr float ellipe_log[] = {0.277933091f, 0.133888215f, 0.109571643f, 0.105402291f, 0.109969459f,
                                       0.120382294f, 0.133221254f, 0.154016808f, 0.234525323f, 0.281367302f};

/// (E(1 - p) + log(p) (K(p) - E(p)) / pi - 1) / p of p; error 9e-10.
inline constexpr float ellipe_smooth[] = {0.443147182f,    0.0568051115f, 0.0218355916f,  0.0114600584f, 0.00797566399f,
                                          0.000333340722f, 0.0174163375f, -0.0206133034f, 0.0197435133f};

/// Shi(x) / x of x^2; error 3e-11.
inline constexpr float shi_near[] = {1.0f,           0.055555556f, 0.00166666531f, 2.83461195e-05f, 3.05497423e-07f,
                                     2.43038123e-09f};

/// (Chi(x) - log(x / its zero)) / (x^2 less its zero's square) of x^2; error 7e-12.
inline constexpr float chi_near[] = {0.252875715f,    0.0104804169f,  0.000232334132f,
                                     3.10786868e-06f, 2.7559194e-08f, 1.84313773e-10f};

/// Fresnel's S / x^3 of x^4; error 5e-15.
inline constexpr float fresnels_near[] = {0.52359879f,      -0.092280589f,    0.00724478438f,
                                          -0.000312116928f, 8.44427177e-06f,  -1.56470307e-07f,
                                          2.10770779e-09f,  -2.14436108e-11f, 1.5490857e-13f};

/// Fresnel's C / x of x^4; error 5e-14.
inline constexpr float fresnelc_near[] = {1.0f,           -0.246740103f,    0.0281855017f,   -0.00160488312f,
                                          5.4074113e-05f, -1.20008292e-06f, 1.88371203e-08f, -2.18573187e-10f,
                                          1.75592234e-12f};

/// X times Fresnel's auxiliary f, of x - 1.9; error 2e-10.
inline constexpr float fresnel_f[] = {0.312171608f,     0.0110485284f,   -0.0116377175f,  0.00908732507f,
                                      -0.00568085071f,  0.00291547482f,  -0.00122016331f, 0.000386818225f,
                                      -4.72372958e-05f, -3.04294354e-05f};

/// X^3 times Fresnel's auxiliary g, of x - 1.9; error 4e-10.
inline constexpr float fresnel_g[] = {0.0926852897f,   0.0140767088f,   -0.0127833374f, 0.0079585677f,
                                      -0.00339141348f, 0.00070078799f,  0.00030430613f, -0.000420381693f,
                                      0.000270966353f, -0.000101983031f};

/// X times Fresnel's auxiliary f, of 1 / x^4; error 2e-10.
inline constexpr float fresnel_far_f[] = {0.318309873f, -0.0967542753f, 0.342874736f, -3.37000918f,
                                          56.4750977f,  -1034.14624f,   13945.6982f,  -90636.2266f};

/// X^3 times Fresnel's auxiliary g, of 1 / x^4; error 1e-09.
inline constexpr float fresnel_far_g[] = {0.101321183f, -0.153989062f, 0.982328236f, -14.0033474f, 318.246552f,
                                          -8152.02197f, 172655.453f,   -2356692.75f, 14727466.0f};

// The exponential function and the logarithm to a unit in the last place: CUDA's are, a CPU's vector functions have up
// to 4.

#if !CUPRUM_GPU
/// 2^n exp(r) for |r| <= log(2) / 2.
CUPRUM_DEVICE float exp_in_parts(float n, float r) {
    const float value = fma(r * r, polynomial(r, exp_rest), r) + 1.0f;
    // Powers of two in two steps, as one of them alone may be no normal number.
    const int32 whole = static_cast<int32>(n), half = whole / 2;
    return value * bit_cast<float>((half + 127) << 23) * bit_cast<float>((whole - half + 127) << 23);
}
#endif

CUPRUM_DEVICE float exp_of(float x) {
#if CUPRUM_GPU
    return exp(x);
#else
    const float inside = x > 90.0f ? 90.0f : x < -105.0f ? -105.0f : x, n = rint(inside * 1.44269504f);
    return exp_in_parts(n, fma(n, -1.42860677e-6f, fma(n, -0.693145752f, inside)));
#endif
}

/// 10^x.
CUPRUM_DEVICE float exp10_of(float x) {
#if CUPRUM_GPU
    return ::exp10f(x);
#else
    const float inside = x > 39.0f ? 39.0f : x < -46.0f ? -46.0f : x, n = rint(inside * 3.32192809f);
    const float rest = fma(n, -4.6050390e-6f, fma(n, -0.301025391f, inside));
    return exp_in_parts(n, 2.30258509f * rest);
#endif
}

CUPRUM_DEVICE float log_of(float x) {
#if CUPRUM_GPU
    return log(x);
#else
    const bool small = x < 0x1p-126f;
    const int32 bits = bit_cast<int32>(small ? x * 0x1p23f : x) - 0x3f3504f3;
    const float exponent = static_cast<float>((bits >> 23) - (small ? 23 : 0));
    const float f = bit_cast<float>((bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
    const float rest = fma(f * f, fma(f, polynomial(f, log_rest), -0.5f), exponent * 1.42860677e-6f);
    const float value = fma(exponent, 0.693145752f, f + rest);
    return x > 0.0f && x < limits<float>::infinity() ? value
           : x == 0.0f                               ? -limits<float>::infinity()
           : x > 0.0f                                ? x
                                                     : limits<float>::nan();
#endif
}

/// log(1 + f) for f from -0.29 to 0.41.
CUPRUM_DEVICE float small_log1p(float f) { return fma(f * f, fma(f, polynomial(f, log_rest), -0.5f), f); }

}  // namespace cuprum::special::single
