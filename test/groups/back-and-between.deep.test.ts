/**
 * Scans of what comes back and of what comes from another warehouse, in groups and one by one: random mixes of good,
 * refused and colliding counts on the receipts of a return and of a transfer leave what the same counts leave alone.
 */
import test from 'ava';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { newWarehouse } from '../orders/orders-rig.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { accept, leftBy, runInGroups, runOneByOne } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

interface Made {
  organization: TestOrganization;
  /** The return's, then the transfer's. */
  receipts: { id: string; lines: string[] }[];
  /** Where goods may be counted: of the return's warehouse and of the transfer's destination. */
  places: string[];
}

/** A return of eight units and a transfer of ten that is on its way. */
async function make(): Promise<Made> {
  const { database, owner } = platform;
  const organization = await createOrganization(database, { edition: 'standard' });
  const { id, items, warehouseId, merchantId, locations } = organization;
  const run = (name: string, ...inputs: object[]) => runOneByOne(database, organization, name, inputs);
  const stock = (item: string, qty: number, lot_no?: string) =>
    said({
      warehouse_id: warehouseId,
      location_id: locations['A-01'],
      item_id: items[item],
      qty_delta: qty,
      reason_code: 'found',
      lot_no,
    });
  await run('wms.adjust_inventory', stock('PLAIN', 20), stock('LOT', 9, 'L1'));
  const second = await newWarehouse(platform, organization);
  await owner.query(
    `insert into locations (organization_id, id, warehouse_id, code, type) values ($1, $2, $3, 'TRANSIT', 'transit')`,
    [id, uuidv7(), second.id],
  );
  const back = (item: string, qty: number) => ({ item_id: items[item], qty, reason_code: 'too_small' });
  await run('oms.create_return', {
    warehouse_id: warehouseId,
    merchant_id: merchantId,
    kind: 'customer',
    lines: [back('PLAIN', 5), back('LOT', 3)],
  });
  await run('wms.create_transfer', {
    from_warehouse_id: warehouseId,
    to_warehouse_id: second.id,
    release: true,
    lines: [
      { item_id: items['PLAIN'], qty: 6 },
      { item_id: items['LOT'], qty: 4 },
    ],
  });
  const idsOf = async (table: string): Promise<string[]> => {
    const { rows } = await owner.query<{ id: string }>(`select id from ${table} where organization_id = $1`, [
      id,
    ]);
    return rows.map((row) => row.id);
  };
  const [[returnId], [transferId]] = [await idsOf('returns'), await idsOf('transfers')];
  await run('oms.authorize_return', { return_id: returnId });
  await run('wms.ship_transfer', { transfer_id: transferId });
  const { rows } = await owner.query<{ id: string; lines: string[] }>(
    `select r.id, array_agg(l.id::text order by l.line_no) as lines
       from inbound_receipts r join inbound_receipt_lines l on l.organization_id = r.organization_id and l.receipt_id = r.id
      where r.organization_id = $1 group by r.id, r.return_id order by r.return_id is null`,
    [id],
  );
  if (rows.length !== 2) throw new Error(`${rows.length} receipts instead of two`);
  return {
    organization,
    receipts: rows,
    places: [locations['DOCK-1']!, locations['A-02']!, second.shelf, second.staging],
  };
}

const scan = fc
  .record({
    receipt: fc.constantFrom(0, 0, 1, 1),
    line: fc.constantFrom(0, 0, 1),
    received_qty: fc.integer({ min: 0, max: 3 }),
    damaged_qty: fc.constantFrom(undefined, undefined, 1),
    place: fc.constantFrom(0, 0, 1),
    isElsewhere: fc.constantFrom(false, false, false, false, true),
    lot_no: fc.constantFrom('L1', 'L1', 'L2', undefined),
    pallet_lpn: fc.constantFrom(undefined, undefined, undefined, 'P-1'),
  })
  .map(({ receipt, line, place, isElsewhere, lot_no, ...rest }) => ({ receipts, places }: Made) => ({
    receipt_id: receipts[receipt]!.id,
    receipt_line_id: receipts[receipt]!.lines[line],
    // Sometimes in the other one's warehouse, which is refused.
    location_id: places[(receipt === 0) === isElsewhere ? 2 + place : place],
    lot_no: line === 1 ? lot_no : undefined,
    ...rest,
  }));

async function left(wanted: readonly ((made: Made) => object)[], size: number) {
  const { database, owner } = platform;
  const made = await make();
  const { organization, receipts } = made;
  const inputs = wanted.map((inputOf) => said(inputOf(made)));
  const ids = await accept(database, organization, 'wms.receive_line', inputs);
  await runInGroups(database, organization.id, ids, size);
  const named = Object.fromEntries(
    receipts.flatMap(({ id, lines }, index) => [
      [`receipt ${index}`, id],
      ...lines.map((line, at) => [`line ${index}.${at}`, line]),
    ]),
  );
  const { rows } = await owner.query<{ told: string }>(
    `select 'return ' || status as told from returns where organization_id = $1
      union all select 'transfer ' || status from transfers where organization_id = $1
      union all select concat_ws(' ', 'goods', lot_no, qty, received_qty) from transfer_goods where organization_id = $1
      order by told`,
    [organization.id],
  );
  const documents = rows.map(({ told }) => told);
  return { ...(await leftBy(owner, organization, named, ids)), documents };
}

test('counts of a return and of a transfer in groups of 2 and 64 leave what they leave one by one', async (t) => {
  t.timeout(300_000);
  await assertAsAlone(t, scan, { commandsMax: 20, runs: 8 }, left);
});
