// The program `segue` of the wheel: the command is in the library.
void segue_command(void);

int main(void) {
  segue_command();
  return 0;
}
