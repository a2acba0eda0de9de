// The table of functions that drivers fill in.
#ifndef DEVICE_H_
#define DEVICE_H_

struct device_operations {
  int (*open)(void);
  void (*send)(int value);
};
extern const struct device_operations printer, null_device;

#endif  // DEVICE_H_
