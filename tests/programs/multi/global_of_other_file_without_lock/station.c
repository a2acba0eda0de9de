// Defines the global and reads it.
int report(void);
int temperature = 20;

int report(void) {
  return temperature; // RACE! temperature
}
