/**
 * A refusal of what is too many is answered a moment later. A client that waits as it is told does not notice; one that
 * asks again at once would otherwise be refused thousands of times a second, at everybody's cost.
 */
const heldMs = 250;
// Each holds a connection and a request. Beyond this many the answer goes at once.
const heldMax = 2_000;
let held = 0;

/** Resolves when the refusal may be answered. */
export async function holdRefusal(): Promise<void> {
  if (held >= heldMax) return;
  held += 1;
  await new Promise((resolve) => {
    setTimeout(resolve, heldMs);
  });
  held -= 1;
}
