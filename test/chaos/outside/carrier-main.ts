/**
 * The carrier of R38 as a process of its own, to be killed: what it sold is in a file before anybody hears of it, and it
 * is back with it on its port.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRandom } from '../../http/random.ts';
import { startFarCarrier, type Mood, type Sold } from '../../parcels/far-carrier.ts';
import { config } from './config.ts';

const { journal, port, seed } = config;
const random = createRandom(seed + process.pid);
const carrier = await startFarCarrier(port, (sold) => appendFileSync(journal, `${JSON.stringify(sold)}\n`));
if (existsSync(journal)) {
  // A line that was cut off when it was killed was heard of by nobody.
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  carrier.sold.push(...lines.map((line) => JSON.parse(line) as Sold));
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

carrier.mood = (reference, what) => {
  if (random.chance(0.5)) return 'honest';
  if (what !== 'buy') return random.pick(['honest', 'refuses', 'loses']);
  if (random.chance(0.02)) return 'takes and says nothing';
  // What it has sold it does not say no to.
  const isSold = carrier.sold.some((one) => one.reference === reference);
  return random.chance(0.1) && !isSold ? 'says no' : random.pick(lost);
};
process.send!({ type: 'ready' });
process.on('SIGTERM', () => process.exit(0));
