/** Goods arrive: the catalog from CSV, a 40-line receipt, three handhelds at once, then the stock to the last unit. */
import type { Answer } from '../../client/src/calls.ts';
import type { PlatformClient } from '../../client/src/client.ts';
import { PlatformError } from '../../client/src/errors.ts';
import type { DemoOrganization } from './data.ts';
import { StartError } from '../start-error.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';

const kinds = ['plain', 'lot', 'expiry', 'serial'] as const;
const linesPerReceipt = 40;
const expectedPerLine = 24;

type Receipt = Answer<'/api/wms/inbound-receipts/{id}', 'get'>;
type ReceiptLine = Receipt['lines'][number];

/** A suffix for this run, so that the demo can be run again on the same database. */
export function runTag(): string {
  return Date.now().toString(36).toUpperCase();
}

export async function goodsIn(api: PlatformClient, demo: DemoOrganization, tag: string): Promise<void> {
  chapter('Goods come in');
  await importCatalogue(api, tag);
  const receipt = await createReceipt(api, demo, tag);
  await receiveWithThreeHandhelds(api, receipt, tag);
  await complete(api, receipt);
  await showStock(api, receipt, tag);
}

async function importCatalogue(api: PlatformClient, tag: string): Promise<void> {
  const items = Array.from({ length: linesPerReceipt }, (_, index) => {
    const kind = kinds[index % kinds.length]!;
    const yes = (is: boolean): string => (is ? 'yes' : 'no');
    return [
      `D${tag}-${index + 1}`,
      `Demo ${kind} ${index + 1}`,
      yes(kind === 'lot' || kind === 'expiry'),
      yes(kind === 'expiry'),
      yes(kind === 'serial'),
    ];
  });
  const csv = [['sku', 'name', 'lot_tracked', 'expiry_tracked', 'serial_tracked'], ...items]
    .map((line) => line.join(','))
    .join('\n');
  const broken = `${csv}\nD${tag}-41,,perhaps,no,no`;
  const dryRun = await runImport(api, 'items', broken, true);
  const [firstError] = dryRun.errors;
  say(
    `items.csv, dry run: ${dryRun.lines_checked} lines checked, ${dryRun.lines_bad} bad; line ${firstError!.line}: ${firstError!.problems.map(({ message }) => message).join('; ')}`,
  );
  const applied = await runImport(api, 'items', csv);
  say(`items.csv: ${applied.created_count} items created`);
  const locations = Array.from(
    { length: 10 },
    (_, index) => `EAST,D${tag}-${String(index + 1).padStart(2, '0')},storage,D`,
  );
  const placed = await runImport(api, 'locations', ['warehouse,code,type,zone', ...locations].join('\n'));
  say(`locations.csv: ${placed.created_count} locations created`);
}

async function createReceipt(api: PlatformClient, demo: DemoOrganization, tag: string): Promise<Receipt> {
  const items = await api.get('/api/wms/items', { params: { query: { q: `D${tag}-`, page_size: 200 } } });
  const { id } = await api.post('/api/wms/inbound-receipts', {
    body: {
      warehouse_id: demo.warehouse_id,
      source_type: 'portal',
      vendor_id: demo.vendor_id,
      lines: items.map((item) => ({ item_id: item.id, expected_qty: expectedPerLine })),
    },
  });
  const receipt = await api.get('/api/wms/inbound-receipts/{id}', path(id));
  say(
    `${receipt.receipt_no} announced: ${receipt.lines.length} lines of ${expectedPerLine}, status ${receipt.status}`,
  );
  return receipt;
}

async function receiveWithThreeHandhelds(api: PlatformClient, receipt: Receipt, tag: string): Promise<void> {
  const locations = await api.get('/api/wms/locations', {
    params: { query: { q: `D${tag}-`, page_size: 50 } },
  });
  const receive = (body: ReturnType<typeof scan>): Promise<unknown> =>
    api.post('/api/wms/inbound-receipts/{id}/receive-line', { ...path(receipt.id), body });
  const startedAt = performance.now();
  const handheld = async (number: number): Promise<void> => {
    for (const [index, line] of receipt.lines.entries()) {
      if (index % 3 !== number) continue;
      const place = locations[index % locations.length]!.id;
      await receive(scan(line, place, tag));
    }
  };
  await Promise.all([0, 1, 2].map(handheld));
  const seconds = (performance.now() - startedAt) / 1000;
  say(
    `three handhelds scanned ${receipt.lines.length} lines in ${seconds.toFixed(1)} s, with lots, serial numbers and damage`,
  );
  const tooMany = { ...scan(receipt.lines[0]!, locations[0]!.id, tag), received_qty: 100 };
  const refusal = await receive(tooMany).catch((fault: unknown) => fault);
  if (!(refusal instanceof PlatformError)) throw new StartError('An extra scan was not refused.');
  say(`an extra scan is refused: ${refusal.status} ${refusal.code}: ${refusal.message}`);
}

/** Every fifth line has two damaged units; serial-tracked items have a number for each good and damaged unit. */
function scan(line: ReceiptLine, locationId: string, tag: string) {
  const kind = kinds[(Number(line.sku.split('-').at(-1)) - 1) % kinds.length]!;
  const damaged = line.line_no % 5 === 0 ? 2 : 0;
  return {
    receipt_line_id: line.id,
    received_qty: expectedPerLine - damaged,
    damaged_qty: damaged,
    location_id: locationId,
    ...(kind === 'lot' || kind === 'expiry' ? { lot_no: `L${tag}` } : {}),
    ...(kind === 'expiry' ? { expiry_date: `${new Date().getUTCFullYear() + 2}-06-30` } : {}),
    ...(kind === 'serial'
      ? { serial_nos: Array.from({ length: expectedPerLine }, (_, index) => `${line.sku}-SN${index + 1}`) }
      : {}),
  };
}

async function complete(api: PlatformClient, receipt: Receipt): Promise<void> {
  const received = await api.post('/api/wms/inbound-receipts/{id}/complete-receive', path(receipt.id));
  say(
    `completed: status ${received.status}, ${received.progress.lines_done} of ${received.progress.lines_total} lines`,
  );
  const closed = await api.post('/api/wms/inbound-receipts/{id}/close', path(receipt.id));
  say(`closed: status ${closed.status}; it can no longer be changed`);
}

async function showStock(api: PlatformClient, receipt: Receipt, tag: string): Promise<void> {
  const skus = receipt.lines.slice(0, 5).map(({ sku }) => sku);
  const balances = await Promise.all(
    skus.map((sku) => api.get('/api/wms/inventory', { params: { query: { sku } } })),
  );
  say('the first five items in the inventory:');
  table(
    balances
      .flat()
      .map(({ sku, location, status, lot_no, qty }) => ({ sku, location, status, lot: lot_no, qty })),
  );
  const ledger = await api.get('/api/wms/inventory/ledger', {
    params: { query: { ref_id: receipt.id, page_size: 200 } },
  });
  say(`the ledger has ${ledger.length} entries of this receipt (run ${tag})`);
  const integrity = await api.get('/api/wms/inventory/integrity');
  say(`integrity: ${integrity.keys_checked} keys checked, ${integrity.mismatch_count} mismatches`);
  if (integrity.mismatch_count !== 0) throw new StartError('The ledger and the balances disagree.');
}
