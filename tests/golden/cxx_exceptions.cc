struct failure {
  int code;
};

struct guard {
  int* count;
  ~guard() { --*count; }
};

int open_files;

void check(int value) {
  if (value > 3) throw failure{value};
}

int run(int value) {
  guard counted{&open_files};
  check(value);
  return value;
}

int main() {
  try {
    return run(5);
  } catch (const failure& caught) {
    return caught.code;
  } catch (...) {
    throw;
  }
}

void ends_the_program(int value) noexcept { check(value); }
