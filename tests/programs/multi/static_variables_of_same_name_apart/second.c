// The variable of the same name in this file belongs to main.
void add_second(int n);
int get_second(void);

static int total;

void add_second(int n) { total += n; }
int get_second(void) { return total; }
