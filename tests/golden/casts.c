// Conversions that change the value narrow it; pointers and integers of one width keep theirs.
typedef unsigned long word;
struct header {
  int size;
  char body[12];
};
#define CONTAINER(p) ((struct header *)((char *)(p) - __builtin_offsetof(struct header, body)))

long use(int i, long l, unsigned u, char *p, double d) {
  char narrow = l;
  unsigned same = i;
  unsigned long wide = i;
  long kept = u;
  int back = u;
  unsigned short all_ones = -1;
  unsigned char byte = narrow;
  _Bool test = p;
  word tagged = (word)p | 1;
  int *aligned = (int *)((word)p + 4);
  int *hidden = (int *)(tagged & ~1ul);
  int cut = (int)(word)p;
  *(int *)64 = (int)d;
  (*(int *)&l)++;
  CONTAINER(p)->size = 1;
  return narrow + same + wide + kept + back + all_ones + byte + test + *aligned + *hidden + cut;
}
