struct Shape {
  int sides = 0;
  virtual ~Shape();
  virtual int area() = 0;
};
struct Named {
  virtual void rename(int name);
  int name;
};
struct Square : Shape, Named {
  int edge;
  explicit Square(int length) : edge(length) {}
  ~Square() override {}
  int area() override { return edge * edge; }
  void rename(int to) override { name = to; }
};

int measure(Shape* shape) { return shape->area(); }
void call(Named& named) { named.rename(4); }
int pointers(Square* square) {
  int (Shape::*method)() = &Shape::area;
  int Square::* field = &Square::edge;
  return (square->*method)() + square->*field;
}
Shape* make() { return new Square(2); }
void drop(Shape* shape) { delete shape; }
