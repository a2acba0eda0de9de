int queue_length;

void update_info(const char *name);
void disable_info(void);

int main(int argc, char **argv) {
  queue_length = argc;
  update_info(argv[0]);
  disable_info();
  return 0;
}
