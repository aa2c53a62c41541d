// Share of the second picture: grows exponentially up to one half, and then slows down symmetrically.
float sudden(float p) {
  float rest = 0.5 * pow(2.0, -abs(20.0 * p - 10.0));
  return p < 0.5 ? rest : 1.0 - rest;
}
