/**
 * Whether two cells do together what one does on the same cores: lines received a second by one cell with all the clients,
 * and by two with half of them each, in interleaved rounds. With few clients half of them make groups of half the size;
 * with many the groups of both are full. What a line costs all processes together does not depend on what else the
 * machine does, the rate does.
 */
import { loadavg } from 'node:os';
import { readCpu, type Processes } from './cpu.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';
import { createReceipt, receive, type ReceiptToCount } from './receipt-to-count.ts';

const clientCounts = [32, 128, 256];
const clientsMax = Math.max(...clientCounts);
const rounds = 7;
const durationMs = 3_000;
const operationsMax = 500_000;

interface Cell {
  platform: BenchPlatform;
  receipts: ReceiptToCount[];
}

export async function run(): Promise<void> {
  const cells: Cell[] = [];
  try {
    for (let at = 0; at < 2; at += 1) {
      const platform = await startBenchPlatform({ redis: true });
      if (!platform) return console.log('Skipped, there is no redis-server on PATH.');
      const receipts = await Promise.all(Array.from({ length: clientsMax }, () => createReceipt(platform)));
      cells.push({ platform, receipts });
    }
    for (const cell of cells) await warmUp((client) => receiveIn([cell], client));
    for (const clients of clientCounts) await compare(cells, clients);
  } finally {
    for (const { platform } of cells) await platform.stop();
  }
}

async function compare(cells: readonly Cell[], clients: number): Promise<void> {
  const ways: Record<string, readonly Cell[]> = { 'one cell': cells.slice(0, 1), 'two cells': cells };
  console.log(`${clients} clients, load average ${loadavg()[0]!.toFixed(1)}`);
  const taken = new Map<string, Measured[]>();
  const cost = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [label, used] of Object.entries(ways)) {
      const processes = processesOf(cells);
      const before = sum(readCpu(processes));
      let done = 0;
      const measured = await measure({ clients, durationMs, operationsMax, processes }, (client) => {
        done += 1;
        return receiveIn(used, client);
      });
      taken.set(label, [...(taken.get(label) ?? []), measured]);
      cost.set(label, [...(cost.get(label) ?? []), (sum(readCpu(processes)) - before) / done]);
    }
  const one = medianOf(taken.get('one cell')!).perSecond;
  for (const [label, measured] of taken) {
    const each = cost.get(label)!.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!;
    console.log(showLine(label, medianOf(measured), one));
    console.log(`    CPU ms of a line in all processes but the load: ${each.toFixed(2)}`);
  }
}

/** Every client has a cell and a receipt of its own there. */
function receiveIn(cells: readonly Cell[], client: number): Promise<boolean> {
  const { platform, receipts } = cells[client % cells.length]!;
  return receive(platform, receipts[client]!);
}

function processesOf(cells: readonly Cell[]): Processes {
  return Object.fromEntries(
    cells.flatMap(({ platform }, at) =>
      Object.entries(platform.processes)
        .filter(([name]) => name !== 'load')
        .map(([name, pid]) => [`${name} ${at + 1}`, pid]),
    ),
  );
}

function sum(times: ReadonlyMap<string, number>): number {
  return [...times.values()].reduce((total, time) => total + time, 0);
}
