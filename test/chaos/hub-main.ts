/** Chaos for the hub: prints through a hub that is killed at random moments and counts the printed labels. */
/**
 * Prints through a hub that is killed at random moments and counts the printed labels:
 * `node dist/test/chaos/hub-main.js --jobs 300`.
 */
import process from 'node:process';
import { Command } from 'commander';
import { runChaos } from './hub/run-chaos.ts';

const options = new Command('hub-chaos')
  .description('Prints through a hub that is killed at random moments, and counts the paper')
  .option('--jobs <count>', 'labels to print', Number, 300)
  .option('--kills <count>', 'kill at most so many times', Number, 200)
  .option('--minutes <count>', 'give up after', Number, 10)
  .parse()
  .opts<{ jobs: number; kills: number; minutes: number }>();

const { jobs, kills, minutes } = options;
const report = await runChaos({
  jobs,
  kills_max: kills,
  waitMs: minutes * 60_000,
  tell: (text) => console.log(text),
});
console.log(report);
const wrong = [report.printed_twice, report.done_unprinted, report.unsent_printed, report.stuck].flat();
process.exit(wrong.length === 0 ? 0 : 1);
