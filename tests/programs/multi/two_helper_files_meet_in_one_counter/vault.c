// Keeps the money.
int vault_content;
void deposit(int n);

void deposit(int n) {
  vault_content += n; // RACE! vault_content
}
