/**
 * A port for what is killed and comes back on it. The system hands out the ports of its own range to whoever asks for any,
 * listener or not, and would while its owner is down; this one is below that range.
 */
import { isPortFree } from '../../server/free-port.ts';

const [first, count] = [20_000, 12_000];
const triesMax = 100;

export async function portKept(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = first + Math.floor(Math.random() * count);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${first + count} is free.`);
}
