// Defines the array that the other file declares without a length.
int board[9] = {0, 0, 0, 0, 1};

void put_last(int n);
void put_last(int n) { board[8] = n; }
