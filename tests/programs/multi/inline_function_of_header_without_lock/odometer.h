// An inline function that several files use.
#ifndef ODOMETER_H_
#define ODOMETER_H_

struct odometer {
  unsigned km;
};
extern struct odometer odometer;

static inline void drive(unsigned km) {
  odometer.km += km;  // RACE! odometer.km
}

void test_drive(void);

#endif  // ODOMETER_H_
