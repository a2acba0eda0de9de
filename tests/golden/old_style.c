// FLAGS: -std=gnu89
// K&R definitions, implicit declarations and implicit int.
counter;

add(to, amount, c)
int *to;
long amount;
char c;
{
  *to += amount;
  undeclared(to, c, 1.5f);
  counter = declared_later();
}

int declared_later() { return 1; }
