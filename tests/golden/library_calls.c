// Builtins that the library has are calls of it; results know the type they are used as.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
int strcmp(const char *, const char *);
struct node {
  struct node *next;
  int values[4];
};

struct node *make(int n, const char *from) {
  struct node *node = malloc(sizeof(struct node));
  int *values = (int *)calloc(n, sizeof *values);
  node->next = malloc(n * sizeof(struct node));
  memcpy(node->values, values, sizeof node->values);
  __builtin_memset(node, 0, sizeof *node);
  if (__builtin_expect(strcmp(from, "x") == 0, 0)) free(values);
  return node;
}
