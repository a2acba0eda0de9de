// VLAs and alloca: the sizes are read once, where the declaration stands.
int rows;
int n;

int use(int m, int v[rows][n]) {
  int a[n];
  char *p = __builtin_alloca(m + 1);
  int grid[m][n];
  n = 5;
  grid[2][3] = a[m];
  p[m] = 'x';
  int (*row)[n] = &v[1];
  return row[1][2] + sizeof a + sizeof grid[0];
}
