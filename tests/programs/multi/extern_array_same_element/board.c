// Defines the array that the other file declares without a length.
int board[9] = {0, 0, 0, 0, 1};

void put_middle(int n);
void put_middle(int n) {
  board[4] = n; // RACE! board[]
}
