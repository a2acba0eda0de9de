/* Tells Plait, and people, that a race is meant. For C and C++; depends on nothing, and costs
 * nothing.
 *
 *   if (PLAIT_DATA_RACE(stop)) return;           this access may race: the next turn looks again
 *   PLAIT_RACY_BY_DESIGN static long hits;       all accesses to this variable may
 *   struct cache { PLAIT_RACY_BY_DESIGN int hint; };
 *
 * Such races are found like others, and shown as suppressed. Accesses that are not marked are not
 * affected: two of them that race with each other are reported.
 *
 * Plait defines __PLAIT__ while it reads a program.
 *
 * To the compiler a marked race is still a race: it may tear, repeat or leave out plain accesses.
 * Where that matters, use relaxed atomics instead.
 */
#ifndef PLAIT_PLAIT_H_
#define PLAIT_PLAIT_H_

/* The value of `expr`, whose memory accesses may race. `expr` may be an assignment. Functions it
 * calls are not meant. */
#define PLAIT_DATA_RACE(expr) (expr)

/* Stands before a declaration of a variable or a member. Accesses through its name may race; those
 * through pointers to it are not meant. */
#if defined(__PLAIT__)
#define PLAIT_RACY_BY_DESIGN __attribute__((annotate("plait:racy-by-design")))
#else
#define PLAIT_RACY_BY_DESIGN
#endif

#endif /* PLAIT_PLAIT_H_ */
