// Accesses that the program itself says may race: by macro, also through other macros, and by a word
// in front of a declaration. What stands beside them is not meant.
void *memset(void *s, int c, unsigned long n);

#define PLAIT_DATA_RACE(expr) (expr)
#define data_race(expr) (expr)
#define PLAIT_RACY_BY_DESIGN __attribute__((annotate("plait:racy-by-design")))
#define READ_STAT(name) PLAIT_DATA_RACE(stats.name)
#define TWICE(expr) ((expr) + (expr))
#define NAMED_ALIKE_data_race(expr) (expr)

struct stats {
  int hits;
  int misses;
  PLAIT_RACY_BY_DESIGN int last[4];
};

struct stats stats, copy;
PLAIT_RACY_BY_DESIGN int hint;
int plain;

int reads(struct stats *s) {
  int sum = PLAIT_DATA_RACE(plain) + plain;
  sum += READ_STAT(hits) + stats.hits;
  sum += TWICE(data_race(s->misses));
  sum += PLAIT_DATA_RACE(TWICE(plain));
  sum += TWICE(plain);
  sum += NAMED_ALIKE_data_race(plain);
  return sum + hint + s->last[1] + s->hits;
}

void writes(int value) {
  PLAIT_DATA_RACE(plain = value);
  PLAIT_DATA_RACE(plain++);
  plain = data_race(stats.hits);
  hint = value;
  copy = PLAIT_DATA_RACE(stats);
  PLAIT_DATA_RACE(memset(&stats, value, sizeof stats));
  memset(&copy, 0, sizeof copy);
}
