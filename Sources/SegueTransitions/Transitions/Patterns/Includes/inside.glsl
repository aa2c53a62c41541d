// Whether a point is inside the picture.
bool inside(vec2 p) { return p.x > 0.0 && p.y > 0.0 && p.x < 1.0 && p.y < 1.0; }
