int version(void) {
  int class = 11; /* a word that C++ keeps for itself */
  return class;
}
