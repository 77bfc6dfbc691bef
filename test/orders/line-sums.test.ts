/** A shipment line and what it holds may be written in any number of statements; at commit they add up. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { execute, inTenant, type TenantTransaction } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };

test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

/** A shipment of one line of 2 that holds 2, and stock for more. */
async function shipmentOfTwo(): Promise<{ item: string; shipmentId: string; addLine: AddLine; hold: Hold }> {
  const { standard, client } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 10 }]);
  const made = await client.post('/api/wms/shipments', {
    warehouse_id: standard.warehouseId,
    lines: [{ item_id: item, qty: 2 }],
  });
  const shipmentId: string = made.body.data.id;
  const key = { warehouse_id: standard.warehouseId, merchant_id: standard.merchantId, item_id: item };
  const place = { location_id: standard.locations['A-01']!, lot_no: '', lpn_id: null };
  const cause = { transaction_type: 'allocate', ref_type: 'test', ref_id: shipmentId } as const;
  const addLine: AddLine = async (tx, lineNo, qty) => {
    const id = uuidv7();
    await execute(
      tx,
      sql`insert into wms_shipment_lines (organization_id, id, shipment_id, line_no, merchant_id, item_id, qty)
       values (${standard.id}, ${id}, ${shipmentId}, ${lineNo}, ${standard.merchantId}, ${item}, ${qty})`,
    );
    return id;
  };
  const hold: Hold = async (tx, lineId, qty) => {
    await post(tx, { organizationId: standard.id, commandId: uuidv7(), actor: 'test' }, [
      { ...key, ...place, ...cause, status: 'available', qty_delta: -qty },
      { ...key, ...place, ...cause, status: 'allocated', qty_delta: qty },
    ]);
    await execute(
      tx,
      sql`insert into allocations (organization_id, id, shipment_id, shipment_line_id, merchant_id, warehouse_id, item_id,
             location_id, lot_no, qty)
       values (${standard.id}, ${uuidv7()}, ${shipmentId}, ${lineId}, ${standard.merchantId}, ${standard.warehouseId},
               ${item}, ${place.location_id}, '', ${qty})`,
    );
  };
  return { item, shipmentId, addLine, hold };
}

type AddLine = (tx: TenantTransaction, lineNo: number, qty: number) => Promise<string>;
type Hold = (tx: TenantTransaction, lineId: string, qty: number) => Promise<void>;

const written = (change: (tx: TenantTransaction) => Promise<unknown>): Promise<unknown> =>
  inTenant(platform.database, { organizationId: platform.standard.id }, change);

const uneven = { code: 'WP002', constraint: 'allocations_sum_to_shipment_line' };

test('a line without the stock it sends is refused, and one that gets it later in the transaction is not', async (t) => {
  const { addLine, hold } = await shipmentOfTwo();
  const refused = await t.throwsAsync(written((tx) => addLine(tx, 2, 3)));
  t.like(refused, uneven);
  const tooLittle = await t.throwsAsync(written(async (tx) => hold(tx, await addLine(tx, 2, 3), 2)));
  t.like(tooLittle, uneven);
  await t.notThrowsAsync(
    written(async (tx) => {
      const line = await addLine(tx, 2, 3);
      await hold(tx, line, 2);
      await hold(tx, line, 1);
    }),
  );
});

test('stock added to an older line is refused unless the line grows by as much', async (t) => {
  const { shipmentId, hold } = await shipmentOfTwo();
  const { rows } = await platform.owner.query('select id from wms_shipment_lines where shipment_id = $1', [
    shipmentId,
  ]);
  const lineId: string = rows[0].id;
  const grow = (tx: TenantTransaction): Promise<unknown> =>
    execute(
      tx,
      sql`update wms_shipment_lines set qty = qty + 1 where organization_id = ${platform.standard.id} and id = ${lineId}`,
    );
  t.like(await t.throwsAsync(written((tx) => hold(tx, lineId, 1))), uneven);
  t.like(await t.throwsAsync(written(grow)), uneven);
  await t.notThrowsAsync(
    written(async (tx) => {
      await hold(tx, lineId, 1);
      await grow(tx);
    }),
  );
  await t.notThrowsAsync(
    written(async (tx) => {
      await grow(tx);
      await hold(tx, lineId, 1);
    }),
  );
});
