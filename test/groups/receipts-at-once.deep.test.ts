/** Groups of receipts that meet: two groups on the same receipts at once, and one bad receipt among good ones. */
import test from 'ava';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { accept, runInGroups, runOneByOne } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  // An unforeseen fault: a receipt with this title never becomes received.
  await platform.owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned' using errcode = 'XX000'; end $$;
    create trigger poison before update on inbound_receipts for each row
      when (new.status = 'received' and new.title = 'poison') execute function poison()`);
});
test.after.always(() => platform?.stop());

interface Made {
  organization: TestOrganization;
  receipts: { id: string; lines: string[] }[];
}

/** Receives all that is expected of each receipt. */
function counts({ organization, receipts }: Made): object[] {
  return receipts.map(({ id, lines }) => ({
    receipt_id: id,
    lines: [{ line_id: lines[0], received_qty: 2, location_id: organization.locations['A-01'] }],
  }));
}

/** Many plain receipts of one line, in the order of their numbers. */
async function makePlain(count: number): Promise<Made> {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const { items, warehouseId } = organization;
  const receipt = {
    warehouse_id: warehouseId,
    source_type: 'manual',
    lines: [{ item_id: items['PLAIN'], expected_qty: 2 }],
  };
  await runOneByOne(
    platform.database,
    organization,
    'wms.create_receipt',
    Array.from({ length: count }, () => receipt),
  );
  const { rows } = await platform.owner.query<{ id: string; lines: string[] }>(
    `select receipt_id as id, array_agg(id::text) as lines from inbound_receipt_lines
      where organization_id = $1 group by receipt_id order by receipt_id`,
    [organization.id],
  );
  return { organization, receipts: rows };
}

async function received({ id }: TestOrganization) {
  const { rows } = await platform.owner.query(
    `select (select coalesce(sum(qty), 0)::int from inventory_balances where organization_id = $1) as lying,
            (select coalesce(sum(qty_delta), 0)::int from inventory_ledger where organization_id = $1) as posted,
            (select coalesce(sum(counted_qty), 0)::int from inbound_receipts where organization_id = $1) as counted,
            (select count(*)::int from inbound_receipts where organization_id = $1 and status = 'received') as completed,
            (select count(*)::int from events where organization_id = $1 and type = 'receipt.received') as told`,
    [id],
  );
  return rows[0] as Record<'lying' | 'posted' | 'counted' | 'completed' | 'told', number>;
}

test.serial(
  'two groups on the same receipts at once, in opposite orders, count and complete each once',
  async (t) => {
    const { database } = platform;
    const made = await makePlain(40);
    const { organization, receipts } = made;
    const atOnce = async (name: string, inputs: readonly object[]): Promise<string[]> => {
      const [some, others] = await Promise.all([
        accept(database, organization, name, inputs),
        accept(database, organization, name, inputs.toReversed()),
      ]);
      const runs = await Promise.all(
        [some, others].map((ids) => runInGroups(database, organization.id, ids, 64)),
      );
      t.deepEqual(
        runs.flat().flatMap(({ faulted }) => faulted),
        [],
      );
      return runs.flat().flatMap(({ states }) => states);
    };
    const counted = await atOnce('wms.receive_all', counts(made));
    t.is(counted.filter((state) => state === 'done').length, 40, 'the second of each would receive too much');
    t.is(counted.filter((state) => state === 'refused').length, 40);
    t.deepEqual(await received(organization), { lying: 80, posted: 80, counted: 80, completed: 0, told: 0 });
    const completed = await atOnce(
      'wms.complete_receive',
      receipts.map(({ id }) => ({ receipt_id: id })),
    );
    t.deepEqual([...new Set(completed)], ['done']);
    t.deepEqual(await received(organization), {
      lying: 80,
      posted: 80,
      counted: 80,
      completed: 40,
      told: 40,
    });
  },
);

test.serial('one bad receipt among 64 hurts itself alone', async (t) => {
  const { database, owner } = platform;
  const made = await makePlain(64);
  const { organization, receipts } = made;
  const bad = receipts[20]!.id;
  await owner.query('update inbound_receipts set title = $2 where organization_id = $1 and id = $3', [
    organization.id,
    'poison',
    bad,
  ]);
  await runOneByOne(platform.database, organization, 'wms.receive_all', counts(made));
  const ids = await accept(
    database,
    organization,
    'wms.complete_receive',
    receipts.map(({ id }) => ({ receipt_id: id })),
  );
  const [run] = await runInGroups(database, organization.id, ids, 64);
  t.is(run!.states.filter((state) => state === 'done').length, 63);
  t.deepEqual(
    run!.faulted.map(({ id }) => id),
    [ids[20]],
  );
  t.like(await received(organization), { completed: 63, told: 63, counted: 128 });
});
