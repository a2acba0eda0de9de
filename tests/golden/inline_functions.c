// Inline functions: the body that other units may call is there even if nothing here calls it.
// The functions of this file are those of C99; a static or plain inline one only matters if used.
int x;

extern inline int external(void) { return x; }
inline int declared_extern(void) { return x + 1; }
extern int declared_extern(void);
inline int elsewhere(void) { return x + 2; }
inline int called(void) { return x + 3; }
static inline int unused(void) { return x + 4; }
static inline int used(void) { return x + 5; }

int use(void) { return called() + used(); }
