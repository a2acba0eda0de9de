// Both files count in a variable of their own, of the same name.
static long count;

void note_reader(void) {
  count++;  // RACE! count
}
