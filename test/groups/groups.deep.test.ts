/**
 * Commands in groups leave the same state as one by one: random mixes of valid, refused, failing and colliding commands
 * in groups of 2 and 64 next to the same commands alone; a worker whose connection dies in the middle; a failing
 * command among valid ones.
 */
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { accept, leftBy, runInGroups } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  // An unforeseen fault: anything posted with this note fails.
  await platform.owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin if new.note = 'poison' then raise exception 'poisoned' using errcode = 'XX000'; end if; return new; end $$;
    create trigger poison before insert on inventory_ledger for each row execute function poison()`);
});
test.after.always(() => platform?.stop());

interface Made {
  organization: TestOrganization;
  receipts: { id: string; lines: string[] }[];
  named: Record<string, string>;
}

/** An organization with two receipts of three lines and some loose stock, the same whenever it is created. */
async function make(): Promise<Made> {
  const { database, owner } = platform;
  const organization = await createOrganization(database, { edition: 'standard' });
  const { items, warehouseId, locations } = organization;
  const receipt = {
    warehouse_id: warehouseId,
    source_type: 'manual',
    lines: [
      { item_id: items['PLAIN'], expected_qty: 5 },
      { item_id: items['LOT'], expected_qty: 4 },
      { item_id: items['EXPIRY'] },
    ],
  };
  const stock = (location: string) => ({
    warehouse_id: warehouseId,
    location_id: locations[location],
    item_id: items['PLAIN'],
    qty_delta: 6,
    reason_code: 'found',
  });
  const made = await accept(database, organization, 'wms.create_receipt', [receipt, receipt]);
  const stocked = await accept(database, organization, 'wms.adjust_inventory', [
    stock('A-01'),
    stock('A-02'),
  ]);
  await runInGroups(database, organization.id, [...made, ...stocked], 1);
  const { rows } = await owner.query<{ id: string; lines: string[] }>(
    `select r.id, array_agg(l.id::text order by l.line_no) as lines
       from inbound_receipts r join inbound_receipt_lines l on l.organization_id = r.organization_id and l.receipt_id = r.id
      where r.organization_id = $1 group by r.id, r.receipt_no order by r.receipt_no`,
    [organization.id],
  );
  const named = Object.fromEntries(
    rows.flatMap(({ id, lines }, index) => [
      [`receipt ${index}`, id],
      ...lines.map((line, at) => [`line ${index}.${at}`, line]),
    ]),
  );
  return { organization, receipts: rows, named };
}

const unknownId = '00000000-0000-7000-8000-000000000000';
const qty = fc.integer({ min: 0, max: 3 });
const note = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  'seen',
  'poison',
);
const place = fc.constantFrom('A-01', 'A-01', 'A-02', 'DOCK-1', 'unknown');

const kinds: Record<string, fc.Arbitrary<(made: Made) => object>> = {
  'wms.receive_line': fc
    .record({
      receipt: fc.constantFrom(0, 0, 0, 1, 1, 2),
      line: fc.constantFrom(0, 0, 1, 2, 3),
      received_qty: qty,
      damaged_qty: fc.constantFrom(undefined, 0, 1),
      rejected_qty: fc.constantFrom(undefined, undefined, 1),
      place,
      lot_no: fc.constantFrom(undefined, 'L1', 'L2'),
      expiry_date: fc.constantFrom(undefined, '2098-01-01', '2099-01-01', '2001-01-01'),
      pallet_lpn: fc.constantFrom(undefined, undefined, 'P-1', 'P-2'),
      note,
    })
    .map(({ receipt, line, place, ...rest }) => ({ organization: { items, locations }, receipts }: Made) => ({
      receipt_id: receipts[receipt]?.id ?? unknownId,
      receipt_line_id: receipts[receipt]?.lines[line] ?? items['PLAIN'],
      location_id: locations[place] ?? unknownId,
      ...rest,
    })),
  'wms.adjust_inventory': fc
    .record({
      place,
      item: fc.constantFrom('PLAIN', 'PLAIN', 'LOT', 'unknown'),
      lot_no: fc.constantFrom(undefined, 'L1'),
      change: fc.oneof(
        fc.integer({ min: -8, max: 4 }).map((qty_delta) => ({ qty_delta })),
        fc.integer({ min: 0, max: 6 }).map((qty_after) => ({ qty_after })),
      ),
      reason_code: fc.constantFrom('found', 'found', 'damage', 'nonsense'),
      note,
    })
    .map(({ place, item, change, ...rest }) => ({ organization }: Made) => ({
      warehouse_id: organization.warehouseId,
      location_id: organization.locations[place] ?? unknownId,
      item_id: organization.items[item] ?? unknownId,
      ...change,
      ...rest,
    })),
  'wms.move_stock': fc
    .record({ from: place, to: place, qty: fc.integer({ min: 1, max: 7 }), notes: note })
    .map(({ from, to, ...rest }) => ({ organization: { warehouseId, items, locations } }: Made) => ({
      warehouse_id: warehouseId,
      item_id: items['PLAIN'],
      from_location_id: locations[from] ?? unknownId,
      to_location_id: locations[to] ?? unknownId,
      ...rest,
    })),
};

async function left(name: string, wanted: readonly ((made: Made) => object)[], size: number) {
  const { database, owner } = platform;
  const made = await make();
  const { organization, named } = made;
  const ids = await accept(
    database,
    organization,
    name,
    wanted.map((inputOf) => said(inputOf(made))),
  );
  await runInGroups(database, organization.id, ids, size);
  return leftBy(owner, organization, named, ids);
}

for (const [name, inputs] of Object.entries(kinds)) {
  test.serial(`${name} in groups of 2 and 64 leaves what it leaves one by one`, async (t) => {
    await assertAsAlone(t, inputs, { commandsMax: 20, runs: 10 }, (wanted, size) => left(name, wanted, size));
  });
}

async function adjustments(t: ExecutionContext, notes: readonly string[]) {
  const made = await make();
  const { organization } = made;
  const { warehouseId, locations, items } = organization;
  const ids = await accept(
    platform.database,
    organization,
    'wms.adjust_inventory',
    notes.map((text) => ({
      warehouse_id: warehouseId,
      location_id: locations['A-03'],
      item_id: items['PLAIN'],
      qty_delta: 1,
      reason_code: 'found',
      note: text,
    })),
  );
  const lying = async (): Promise<number> => {
    const { rows } = await platform.owner.query(
      `select coalesce(sum(qty), 0)::int as qty from inventory_balances where organization_id = $1 and location_id = $2`,
      [organization.id, locations['A-03']],
    );
    return rows[0].qty as number;
  };
  t.is(await lying(), 0);
  return { organization, ids, lying };
}

test.serial(
  'one poisonous command of 64 hurts itself alone, and the others are done with the same try',
  async (t) => {
    const notes = Array.from({ length: 64 }, (_, index) => (index === 20 ? 'poison' : 'fine'));
    const { organization, ids, lying } = await adjustments(t, notes);
    const [run] = await runInGroups(platform.database, organization.id, ids, 64);
    t.is(run!.states.filter((state) => state === 'done').length, 63);
    t.deepEqual(
      run!.faulted.map(({ id }) => id),
      [ids[20]],
    );
    t.is(await lying(), 63);
    const [again] = await runInGroups(platform.database, organization.id, ids, 64);
    t.deepEqual(again!.states, [], 'the others are not run again');
    t.is(await lying(), 63);
  },
);

test.serial(
  'a worker whose connection dies in the middle of a group loses and doubles nothing',
  async (t) => {
    const { organization, ids, lying } = await adjustments(
      t,
      Array.from({ length: 40 }, () => 'fine'),
    );
    const { owner, database } = platform;
    const holder = await owner.connect();
    // Another transaction holds what the group posts last, so that everything before it is written and nothing
    // committed.
    await holder.query('begin');
    await holder.query('lock table inventory_ledger in exclusive mode');
    const running = runInGroups(database, organization.id, ids, 64);
    await until('the group waits for the ledger', async () => {
      const { rows } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%insert into inventory_ledger%'`,
      );
      return rows.length > 0;
    });
    const [died] = await running;
    await holder.query('rollback');
    holder.release();
    t.deepEqual(died!.states, []);
    t.true(died!.faulted.length > 0);
    t.is(await lying(), 0, 'nothing of it is there');
    const delivered = await Promise.all([1, 2].map(() => runInGroups(database, organization.id, ids, 64)));
    t.is(delivered.flatMap((runs) => runs.flatMap(({ states }) => states)).length, 40);
    t.is(await lying(), 40);
  },
);
