/** Imports of several slices, and two of them at the same records at once: each line is done once, and told where it is. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function imported(client: Client, kind: string, body: object): Promise<any> {
  const started = await client.post(`/api/wms/imports/${kind}`, body);
  if (started.status !== 201) throw new Error(started.text);
  return until(
    'the import is finished',
    async () => {
      const { data } = (await client.get(`/api/wms/imports/${started.body.data.id}`)).body;
      return data.finished_at && data;
    },
    150_000,
  );
}

const numbered = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at));

test('a file of several slices is told line by line, and one that ends with a slice ends', async (t) => {
  const { client } = platform;
  // Line 2 is the first: a bad one in each slice, found as it is read, and another that only its check finds.
  const shelf = (at: number): string => {
    if (at % 2_000 === 5) return `W1,SL-${at},storage,ten`;
    return at % 2_000 === 7 ? `W1,SL-${at},attic,${at}` : `W1,SL-${at},storage,${at}`;
  };
  const csv = `warehouse,code,type,pick_sequence\n${numbered(4_100, shelf).join('\n')}\n`;
  const done = await imported(client, 'locations', { csv, skip_bad_lines: true });
  t.like(done, {
    state: 'completed',
    lines_total: 4_100,
    lines_checked: 4_100,
    lines_applied: 4_094,
    created_count: 4_094,
    lines_bad: 6,
  });
  t.deepEqual(
    done.errors.map(({ line, problems: [{ path }] }: any) => [line, path]),
    [0, 2_000, 4_000].flatMap((first) => [
      [first + 7, 'pick_sequence'],
      [first + 9, 'type'],
    ]),
  );
  const even = numbered(4_000, (at) => `W1,SL-${at},pick,${at}`).join('\n');
  const again = await imported(client, 'locations', { csv: `warehouse,code,type,pick_sequence\n${even}\n` });
  t.like(again, { state: 'completed', lines_applied: 4_000, created_count: 4, updated_count: 3_996 });
});

test('two imports of the same SKUs at once make each item once, with the parts of one of them', async (t) => {
  const { client } = platform;
  const file = (factor: number, order: (lines: string[]) => string[]): object => {
    const lines = numbered(
      300,
      (at) => `RACE-${at},Item of ${factor},RB-${at}-${factor}|RB-${at},CS=${factor}`,
    );
    return { csv: `sku,name,barcodes,uoms\n${order(lines).join('\n')}\n` };
  };
  const [one, other] = await Promise.all([
    imported(
      client,
      'items',
      file(12, (lines) => lines),
    ),
    imported(
      client,
      'items',
      file(24, (lines) => lines.toReversed()),
    ),
  ]);
  for (const done of [one, other]) t.like(done, { state: 'completed', lines_bad: 0, lines_applied: 300 });
  t.is(one.created_count + other.created_count, 300);
  t.is(one.updated_count + other.updated_count, 300);
  const { data, meta } = (await client.get('/api/wms/items?q=RACE-&page_size=200')).body;
  t.is(meta.total, 300);
  for (const { sku, name, uoms, barcodes } of data) {
    const factor = Number(name.split(' ').pop());
    t.deepEqual(uoms, [{ uom: 'CS', factor }], sku);
    t.deepEqual(
      barcodes.map(({ barcode }: any) => barcode).toSorted(),
      [`RB-${sku.slice(5)}`, `RB-${sku.slice(5)}-${factor}`],
      sku,
    );
  }
});

test('the same stock sent twice at once lies there once, and each line of the other file is refused', async (t) => {
  const { client } = platform;
  const skus = numbered(40, (at) => `HEAP-${at}`);
  const items = await imported(client, 'items', {
    csv: `sku,name\n${skus.map((sku) => `${sku},A heap`).join('\n')}\n`,
  });
  t.is(items.created_count, 40);
  const lines = skus.flatMap((sku) => ['A-01', 'A-02', 'A-03'].map((shelf) => `W1,${shelf},${sku},7`));
  const csv = (order: string[]) => ({
    csv: `warehouse,location,sku,qty\n${order.join('\n')}\n`,
    skip_bad_lines: true,
  });
  const both = await Promise.all([
    imported(client, 'stock', csv(lines)),
    imported(client, 'stock', csv(lines.toReversed())),
  ]);
  t.is(both[0].created_count + both[1].created_count, 120);
  t.is(both[0].lines_bad + both[1].lines_bad, 120);
  for (const { errors } of both)
    for (const { problems } of errors) t.deepEqual([problems[0].code, problems[0].path], ['CONFLICT', 'qty']);
  const stock = (await client.get('/api/wms/inventory?page_size=200')).body.data;
  const heaps = stock.filter(({ sku }: any) => sku.startsWith('HEAP-'));
  t.is(heaps.length, 120);
  t.true(heaps.every(({ qty }: any) => qty === 7));
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});
