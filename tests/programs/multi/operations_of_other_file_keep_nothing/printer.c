// A driver that keeps the last value.
#include "device.h"

static int last;

static int open_printer(void) { return ++last; }
static void send_to_printer(int value) { last = value; }

const struct device_operations printer = {open_printer, send_to_printer};
