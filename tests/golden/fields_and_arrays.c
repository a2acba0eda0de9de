// Loads and stores through fields, arrays and pointers: base, offset, index and width of each.
struct point {
  char tag;
  short x;
  long y[4];
};
struct shape {
  struct point corner[3];
  struct shape *next;
};
extern struct shape shapes[10];
extern unsigned char grid[4][5];

long read(struct shape *s, int i, unsigned long j) {
  long sum = s->corner[1].tag;
  sum += s->next->corner[i].x;
  sum += shapes[i].corner[2].y[j];
  sum += grid[i][3];
  return sum + *(&s->corner[0].y[0] + i - 1);
}

void write(struct shape *s, int i) {
  s->corner[i].tag = 'a';
  (*s).next = &shapes[2];
  i[grid[1]] = 255;
  ((short *)s)[1] = -1;
}
