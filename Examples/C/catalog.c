// Prints the catalog as JSON.
#include <segue.h>
#include <stdio.h>

int main(void) {
  const char *catalog = segue_catalog();
  if (!catalog) return 1;
  printf("%s\n", catalog);
}
