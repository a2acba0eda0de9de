// Constructors run before main: a procedure that nothing calls stands for the start of the program.
int x;
static __attribute__((constructor)) void init(void) { x = 1; }
__attribute__((constructor(200))) void later(void);
void later(void) { x = 2; }
