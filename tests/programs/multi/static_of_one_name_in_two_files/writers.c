static long count;

void note_writer(void) {
  count += 2;  // RACE! count
}
