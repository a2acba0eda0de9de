// What an argument becomes is made where it is passed, and ends there.
#include <thread>

static int made, moved, ended;

struct Label {
  Label(const char*) { made++; }  // RACE! made
};
struct Parcel {
  Parcel() {}
  Parcel(const Parcel&) {}
  Parcel(Parcel&&) { moved++; }  // RACE! moved
};
struct Ticket {
  Ticket() {}
  Ticket(const Ticket&) {}
  ~Ticket() { ended++; }  // RACE! ended
};

static void put(Label) {}
static void send(Parcel) {}
static void check(const Ticket&) {}

int main() {
  const Parcel parcel;
  std::thread labels(put, "a"), parcels(send, parcel), tickets(check, Ticket());
  int all = made;  // RACE! made
  all += moved;    // RACE! moved
  all += ended;    // RACE! ended
  labels.join();
  parcels.join();
  tickets.join();
  return all;
}
