/** From the POST of a CSV file to its last line applied. Each line is checked first, so it is processed twice. */
import { readCpu, showCpu } from './cpu.ts';
import type { BenchPlatform } from './platform.ts';
import { onBothBackends } from './platform.ts';

const lines = 20_000;
const waitMsMax = 300_000;

export function run(): Promise<void> {
  return onBothBackends(measure);
}

async function measure({ url, organization, processes }: BenchPlatform): Promise<void> {
  const items = numbered((at) => `BULK-${at};Item ${at};${1 + (at % 40)},25;BAR-${at};CS=12|PAL=480`);
  const shelves = numbered((at) => `EAST;B-${at};storage;${at}`);
  const stock = numbered((at) => `EAST;B-${at};BULK-${at};${1 + (at % 90)}`);
  const names = { items: 'sku;name;weight_kg;barcodes;uoms', locations: 'warehouse;code;type;pick_sequence' };
  const code = await warehouseCode();
  await file('items, made', 'items', `${names.items}\n${items}`);
  await file('items, changed', 'items', `${names.items}\n${items.replaceAll('Item', 'Article')}`);
  await file('locations', 'locations', `${names.locations}\n${shelves.replaceAll('EAST', code)}`);
  await file('opening stock', 'stock', `warehouse;location;sku;qty\n${stock.replaceAll('EAST', code)}`);

  async function warehouseCode(): Promise<string> {
    const { data } = await ask('/api/wms/warehouses');
    return data[0].code;
  }

  async function ask(path: string, init: RequestInit = {}): Promise<any> {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${organization.accessToken}`,
        'x-organization-id': organization.id,
        'content-type': 'text/csv',
      },
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  async function file(label: string, kind: string, csv: string): Promise<void> {
    const before = readCpu(processes);
    const began = performance.now();
    const { data: started } = await ask(`/api/wms/imports/${kind}`, { method: 'POST', body: csv });
    const answered = performance.now() - began;
    for (;;) {
      const { data } = await ask(`/api/wms/imports/${started.id}`);
      if (data.finished_at) {
        if (data.lines_applied !== lines) throw new Error(JSON.stringify(data).slice(0, 1_000));
        break;
      }
      if (performance.now() - began > waitMsMax) throw new Error(`${label}: not finished`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(
      `${label.padEnd(16)} ${lines} lines in ${seconds.toFixed(1)} s: ${(lines / seconds).toFixed(0)}/s (POST answered after ${(answered / 1000).toFixed(1)} s)
    ${showCpu(before, readCpu(processes), lines)}`,
    );
  }
}

function numbered(line: (at: number) => string): string {
  return Array.from({ length: lines }, (_, at) => line(at)).join('\n');
}
