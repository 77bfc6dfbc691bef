/**
 * The carrier of R38 as a process of its own, to be killed: what it did is in a file before anybody hears of it, and it
 * is back with it on its port.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRandom } from '../../http/random.ts';
import { startFarCarrier, type Mood } from '../../parcels/far-carrier.ts';
import { remember, type Kept } from '../../parcels/vendor-side.ts';
import { config } from './config.ts';

const { journal, port, seed } = config;
const random = createRandom(seed + process.pid);
const carrier = await startFarCarrier(port, (kept) => appendFileSync(journal, `${JSON.stringify(kept)}\n`));
if (existsSync(journal)) {
  // A line that was cut off when it was killed was heard of by nobody.
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  for (const line of lines) remember(carrier, JSON.parse(line) as Kept);
}

// Later than the first retry, and earlier than a loss is settled.
carrier.lateMs = 1_500;
const lost: Mood[] = [
  'takes and fails',
  'takes and hangs up',
  'takes and mumbles',
  'takes late',
  'loses',
  'refuses',
];

/** What it has done it does not say no to. */
function isDone(reference: string, what: 'buy' | 'void'): boolean {
  const sold = carrier.sold.find((one) => one.reference === reference);
  if (what === 'void') return sold?.isVoided === true;
  return sold !== undefined || carrier.taken.some((one) => one.reference === reference);
}

carrier.mood = (reference, what) => {
  if (random.chance(0.5)) return 'honest';
  if (what === 'ask') return random.pick(['honest', 'refuses', 'loses']);
  if (random.chance(0.02)) return 'takes and says nothing';
  return random.chance(0.1) && !isDone(reference, what) ? 'says no' : random.pick(lost);
};
process.send!({ type: 'ready' });
process.on('SIGTERM', () => process.exit(0));
