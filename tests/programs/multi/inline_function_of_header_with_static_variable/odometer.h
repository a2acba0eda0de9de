// An inline function that several files use; each of them has its own copy of the variable.
#ifndef ODOMETER_H_
#define ODOMETER_H_

static unsigned km_driven;

static inline unsigned drive(unsigned km) { return km_driven += km; }

unsigned test_drive(void);

#endif  // ODOMETER_H_
