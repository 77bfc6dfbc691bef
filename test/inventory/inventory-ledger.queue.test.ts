import anyTest, { type TestFn } from 'ava';
import fc from 'fast-check';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, rowsOf, type Shelf } from '../helpers/shelf.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const places = ['A-01', 'A-02', 'A-03'] as const;
type Place = (typeof places)[number];

type Step =
  | { verb: 'adjust'; at: Place; qty: number }
  | { verb: 'set'; at: Place; qty: number }
  | { verb: 'move'; at: Place; to: Place; qty: number }
  | { verb: 'hold' | 'release-hold'; at: Place; qty: number };

const place = fc.constantFrom(...places);
const amount = fc.integer({ min: 1, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    verb: fc.constant('adjust' as const),
    at: place,
    qty: fc.integer({ min: -9, max: 12 }).filter((qty) => qty !== 0),
  }),
  fc.record({ verb: fc.constant('set' as const), at: place, qty: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ verb: fc.constant('move' as const), at: place, to: place, qty: amount }),
  fc.record({ verb: fc.constantFrom('hold' as const, 'release-hold' as const), at: place, qty: amount }),
);

/** The arithmetic a person would do on paper: quantities by location and status. */
class Paper {
  readonly qty = new Map<string, number>();

  of(at: Place, status: string): number {
    return this.qty.get(`${at} ${status}`) ?? 0;
  }

  /** Moves a quantity, or reports that it is not there. */
  shift(from: [Place, string] | null, to: [Place, string] | null, qty: number): boolean {
    if (from && this.of(...from) < qty) return false;
    if (from) this.qty.set(from.join(' '), this.of(...from) - qty);
    if (to) this.qty.set(to.join(' '), this.of(...to) + qty);
    return true;
  }

  rows(): string[] {
    return [...this.qty]
      .filter(([, qty]) => qty > 0)
      .map(([key, qty]) => `${key} ${qty}`)
      .sort();
  }
}

function expected(paper: Paper, { at, qty, ...more }: Step): number {
  const here: [Place, string] = [at, 'available'];
  const held: [Place, string] = [at, 'hold'];
  switch (more.verb) {
    case 'adjust':
      return paper.shift(qty < 0 ? here : null, qty < 0 ? null : here, Math.abs(qty)) ? 200 : 409;
    case 'set':
      paper.qty.set(here.join(' '), qty);
      return 200;
    case 'move': {
      const { to } = more as { to: Place };
      if (to === at) return 400;
      return paper.shift(here, [to, 'available'], qty) ? 200 : 409;
    }
    case 'hold':
      return paper.shift(here, held, qty) ? 200 : 409;
    case 'release-hold':
      return paper.shift(held, here, qty) ? 200 : 409;
  }
}

async function perform({ client, standard }: Platform, shelf: Shelf, one: Step): Promise<number> {
  const here = { ...shelf, location_id: standard.locations[one.at]! };
  if (one.verb === 'adjust') return (await adjust(client, here, { qty_delta: one.qty })).status;
  if (one.verb === 'set') return (await adjust(client, here, { qty_after: one.qty })).status;
  if (one.verb === 'move') {
    const { item_id, warehouse_id } = shelf;
    const move = {
      item_id,
      warehouse_id,
      from_location_id: here.location_id,
      to_location_id: standard.locations[one.to],
      qty: one.qty,
    };
    return (await client.post('/api/wms/inventory/move', move)).status;
  }
  return (
    await client.post(`/api/wms/inventory/${one.verb}`, { ...here, qty: one.qty, reason_code: 'sample' })
  ).status;
}

test('whatever is done in whatever order, paper, balances, ledger and every past moment agree', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const shelf = await freshItem(platform);
      const paper = new Paper();
      const history: { moment: string; rows: string[] }[] = [];
      for (const one of steps) {
        t.is(await perform(platform, shelf, one), expected(paper, one), JSON.stringify(steps));
        const last = (await client.get(`/api/wms/inventory/ledger?item_id=${shelf.item_id}&page_size=1`)).body
          .data[0];
        if (last) history.push({ moment: last.occurred_at, rows: paper.rows() });
      }
      const shown = async (more = ''): Promise<string[]> =>
        (await rowsOf(client, shelf.item_id, more))
          .map((row) => `${row.location} ${row.status} ${row.qty}`)
          .sort();
      t.deepEqual(await shown(), paper.rows());
      for (const { moment, rows } of history) t.deepEqual(await shown(`&as_of=${moment}`), rows);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});

test('a crowd of adjustments, moves and holds on one item leaves ledger and balances equal and nothing negative', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const shelf = await freshItem(platform);
  await adjust(client, shelf, { qty_delta: 30 });
  const steps = fc.sample(step, { numRuns: 60, seed: 7 });
  const statuses = await Promise.all(steps.map((one) => perform(platform, shelf, one)));
  t.true(
    statuses.every((status) => [200, 400, 409].includes(status)),
    statuses.join(),
  );
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
  const { rows } = await owner.query('select min(qty) as least from inventory_balances where item_id = $1', [
    shelf.item_id,
  ]);
  t.true(Number(rows[0].least) >= 0);
});
