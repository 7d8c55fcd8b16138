// bool, true and false are C++'s.
#pragma once
