/**
 * A refusal of what is too many is answered a moment later. A client that waits as it is told does not notice; one that
 * asks again at once would otherwise be refused thousands of times a second, at everybody's cost.
 */
const heldMs = 250;
// The more are held, the longer each: what a thousand clients cost that ask again at once does not grow with them.
const heldMsPerHeld = 1;
// Each holds a connection and a request. Beyond this many the answer goes at once.
const heldMax = 2_000;
let held = 0;

/** Resolves when the refusal may be answered. */
export async function holdRefusal(): Promise<void> {
  if (held >= heldMax) return;
  held += 1;
  await new Promise((resolve) => {
    setTimeout(resolve, heldMs + held * heldMsPerHeld);
  });
  held -= 1;
}
