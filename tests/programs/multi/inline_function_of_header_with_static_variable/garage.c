// Uses the inline function on behalf of main, and so the variable of this file.
#include "odometer.h"

unsigned test_drive(void) { return drive(5); }
