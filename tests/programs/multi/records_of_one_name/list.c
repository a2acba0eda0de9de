// Another record of the same name, of another layout.
struct worker {
  struct worker *next;
  struct worker *last;
};

struct worker *first_of(struct worker *w) {
  while (w->last) w = w->last;
  return w;
}
