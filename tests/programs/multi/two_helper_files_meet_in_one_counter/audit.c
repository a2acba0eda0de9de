// Looks at the money of the other file.
extern int vault_content;
int audit(void);

int audit(void) {
  return vault_content; // RACE! vault_content
}
