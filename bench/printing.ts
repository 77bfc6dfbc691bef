/**
 * From the POST of a label to its last byte at the printer: API, workers and Postgres as in production, the real hub
 * and a virtual network printer, all on one machine, one label at a time, as a packer prints.
 */
import { createClient, type Client } from '../test/helpers/client.ts';
import { hasBrowser, logIn, openBrowser } from '../test/printing/browser.ts';
import { boundHub, tcpPrinter, type TestPrinter } from '../test/printing/print-rig.ts';
import { readCpu, showCpu } from './cpu.ts';
import { warmUp } from './measure.ts';
import { onBothBackends, type BenchPlatform } from './platform.ts';

const labels = 300;
const troubles = 20;

export function run(): Promise<void> {
  return onBothBackends(measure);
}

async function measure(platform: BenchPlatform): Promise<void> {
  const stops: (() => unknown)[] = [];
  const bench = { teardown: (stop: () => unknown) => void stops.unshift(stop) };
  try {
    const printer = await tcpPrinter(bench, 'Bench');
    const client = createClient(platform.url, platform.organization);
    await boundHub(bench, platform, client, [printer], { warehouseId: platform.organization.warehouseId });
    let printedBefore = 0;
    await warmUp(async () => {
      await printOne(platform, printer, `warm-${printedBefore++}`);
      return true;
    });
    const times: { printed: number; answered: number }[] = [];
    const before = readCpu(platform.processes);
    for (let at = 0; at < labels; at += 1) {
      times.push(await printOne(platform, printer, `bench-${at}`));
      // A person picks up the label; the hub reports its result meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    console.log(`${labels} labels, one at a time, after ${printedBefore} to warm up`);
    console.log(`  ${showCpu(before, readCpu(platform.processes), labels)}`);
    console.log(`  POST to last byte at the printer: ${figures(times.map(({ printed }) => printed))}`);
    console.log(`  POST to its answer:               ${figures(times.map(({ answered }) => answered))}`);
    const known = await troublesKnown(printer, client);
    console.log(`${troubles} times paper out and in, while nobody prints`);
    console.log(`  at the printer to known here:     ${figures(known)}`);
    const shown = await troublesShown(bench, printer, platform);
    console.log(`  at the printer to shown there:    ${shown ? figures(shown) : 'no browser'}`);
  } finally {
    for (const stop of stops) await stop();
  }
}

/** From paper out (and in) at the printer until the printer ledger shows it. */
async function troublesKnown({ printer }: TestPrinter, client: Client): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < 2 * troubles; at += 1) {
    const isOut = at % 2 === 0;
    const began = performance.now();
    printer.set('paper_out', isOut);
    for (;;) {
      const { body } = await client.get('/api/wms/print-devices');
      if ((body.data[0].status === 'out_of_paper') === isOut) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    times.push(performance.now() - began);
  }
  return times;
}

/** From paper out (and in) at the printer until the print center shows it in a real browser. */
async function troublesShown(
  bench: { teardown(stop: () => unknown): void },
  { printer }: TestPrinter,
  { url, organization }: BenchPlatform,
): Promise<number[] | undefined> {
  if (!hasBrowser) return undefined;
  const browser = await openBrowser();
  bench.teardown(() => browser.close());
  const screen = { viewport: { width: 1440, height: 900 } };
  const page = await logIn(bench, browser, url, organization.accessToken, screen);
  const state = page.locator('#devices .tag').first();
  await state.filter({ hasText: 'online' }).waitFor();
  const times: number[] = [];
  for (let at = 0; at < 2 * troubles; at += 1) {
    const isOut = at % 2 === 0;
    const began = performance.now();
    printer.set('paper_out', isOut);
    await state.filter({ hasText: isOut ? 'out of paper' : 'online' }).waitFor();
    times.push(performance.now() - began);
  }
  return times;
}

async function printOne(
  platform: BenchPlatform,
  { printer }: TestPrinter,
  name: string,
): Promise<{ printed: number; answered: number }> {
  const posted = performance.now();
  const printed = new Promise<number>((resolve) => {
    const hear = ({ raw }: { raw: Buffer }): void => {
      if (!raw.includes(`${name}^FS`)) return;
      printer.off('label', hear);
      resolve(performance.now() - posted);
    };
    printer.on('label', hear);
  });
  const body = { label_kind: 'carton', zpl_content: `^XA^FO20,20^A0N,30^FD${name}^FS^XZ` };
  const answered = platform.call('POST', '/api/wms/print-jobs', body).then(({ status, body: answer }) => {
    if (status !== 201) throw new Error(JSON.stringify(answer));
    return performance.now() - posted;
  });
  return { printed: await printed, answered: await answered };
}

function figures(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}
