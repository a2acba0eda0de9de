// Uses the inline function on behalf of main.
#include "odometer.h"

struct odometer odometer;

void test_drive(void) { drive(5); }
