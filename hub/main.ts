/** `npm run hub`: the hub itself; `code` for a new pairing code, `--virtual-printer` for a virtual printer. */
import process from 'node:process';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { talk } from './local/talk.ts';
import { askForCode } from './running-file.ts';
import { startHub } from './start-hub.ts';
import { runVirtualPrinter } from './virtual-printer/run-virtual-printer.ts';

const program = new Command('hub')
  .description('The label-printing hub of a warehouse workstation')
  .option('--virtual-printer', 'run a virtual label printer instead of the hub')
  .option('--printer-port <port>', 'TCP port of the virtual printer', parsePort, 9_100)
  .option('--printer-output <folder>', 'where the virtual printer puts its labels')
  .action((options: { virtualPrinter?: boolean; printerPort: number; printerOutput?: string }) =>
    options.virtualPrinter
      ? runVirtualPrinter(readConfig(), options.printerPort, options.printerOutput)
      : runHub(),
  );
program
  .command('code')
  .description('print a new pairing code from the running hub')
  .action(async () => console.log(await askForCode(readConfig().data_dir)));
program
  .command('talk')
  .description('talk to the running hub: type an action and its params, see what comes back')
  .action(() => talk(readConfig().data_dir));

try {
  await program.parseAsync();
} catch (cause) {
  if (!(cause instanceof ConfigError)) throw cause;
  console.error(cause.message);
  process.exit(1);
}

async function runHub(): Promise<void> {
  const config = readConfig();
  // Standard output is for people, the log goes to standard error.
  const log = pino({ level: config.log_level, base: null }, pino.destination({ fd: 2, sync: true }));
  const { hub, port, stop } = await startHub(config, log);
  console.log(
    `Hub "${config.name}" listens on ws://127.0.0.1:${port}; its page is http://127.0.0.1:${port}/`,
  );
  console.log(`Pairing code: ${hub.pairing.newCode().code} (5 minutes; another one: npm run hub -- code)`);
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    console.log('Stopping: labels that are being sent are finished first.');
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('must be 0 to 65535');
  return port;
}
