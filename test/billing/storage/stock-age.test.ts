/** How old stock is that is charged for. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { storageRig as start } from './storage-rig.ts';

test('stock is as old as the ledger says, whenever its snapshots were taken and whether they are still there', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage' });
  const stored = { storage_method: 'daily', storage_basis: 'unit', grace_days: 30 };
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 1, ...stored }]);
  await rig.rule('inventory.stored', item);
  // The first lot was used up within February, the second lies since the 10th.
  await rig.move('2026-02-02', 5);
  await rig.move('2026-02-05', -5);
  await rig.move('2026-02-10', 3);
  await rig.move('2026-02-12', 1);
  await rig.run();
  t.is(await rig.sum(), 4 * 20, 'thirty days from the 10th of February end on the 11th of March');
  // As retention removes them.
  for (const table of ['inventory_snapshots', 'inventory_snapshot_days'])
    await rig.platform.owner.query(`delete from ${table} where organization_id = $1`, [rig.organization.id]);
  const later = await rig.run({ period_start: '2026-04-01', period_end: '2026-04-02' });
  t.deepEqual([later.status, later.charges_adjusted], ['completed', 0], later.error ?? '');
  t.is(await rig.sum(), 4 * 22);
});

test('a plate that was planned and a lot that was used up are as old as the goods that came', async (t) => {
  const rig = await start(t);
  const stored = {
    pricing_model: 'per_unit',
    rate: 1,
    storage_method: 'split_month',
    second_half_percent: 50,
  };
  const [pallets, units] = [
    await rig.item('PALLET', { category: 'storage', uom: 'pallet' }),
    await rig.item('UNIT', { category: 'storage' }),
  ];
  for (const item of [pallets, units]) await rig.rule('inventory.stored', item);
  await rig.sheet([
    { ...stored, billing_item_id: pallets, storage_basis: 'pallet' },
    { ...stored, billing_item_id: units, storage_basis: 'unit' },
  ]);
  await rig.platform.owner.query(
    "insert into lots (organization_id, item_id, lot_no, first_received_at) values ($1, $2, 'A', '2026-01-05 17:00Z')",
    [rig.organization.id, rig.organization.items['LOT']],
  );
  await rig.move('2026-01-05', 10, { sku: 'LOT', lot: 'A' });
  await rig.move('2026-01-20', -10, { sku: 'LOT', lot: 'A' });
  await rig.move('2026-03-20', 10, {
    sku: 'LOT',
    lot: 'A',
    location: 'DOCK-1',
    lpn: await rig.pallet('2026-01-05'),
  });
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
  t.is(await rig.sum(`&billing_item_id=${pallets}`), 0.5);
  t.is(await rig.sum(`&billing_item_id=${units}`), 5);
});

test('what is split off a pallet has no grace days anew', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage', uom: 'pallet' });
  const stored = { storage_method: 'daily', storage_basis: 'pallet', grace_days: 10 };
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 1, ...stored }]);
  await rig.rule('inventory.stored', item);
  const [whole, part] = [await rig.pallet('2026-03-01'), await rig.pallet('2026-03-15')];
  await rig.move('2026-03-01', 40, { lpn: whole });
  const command = uuidv7();
  await rig.move('2026-03-15', -20, { lpn: whole, command });
  await rig.move('2026-03-15', 20, { lpn: part, command });
  await rig.run({ period_end: '2026-03-20' });
  t.is(await rig.sum(), 10 + 6, 'ten days of the one from the 11th, six of the other from the 15th');
});

test('plates and places that one command handles keep each its own age', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage' });
  const stored = { storage_method: 'daily', storage_basis: 'unit', grace_days: 10 };
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 1, ...stored }]);
  await rig.rule('inventory.stored', item);
  const [old, young] = [await rig.pallet('2026-03-01'), await rig.pallet('2026-03-14')];
  const pieces = [
    ['2026-03-01', { lpn: old, location: 'A-01' }],
    ['2026-03-14', { lpn: young, location: 'A-02' }],
    ['2026-03-01', { location: 'A-03' }],
    ['2026-03-14', { location: 'A-04' }],
  ] as const;
  for (const [day, piece] of pieces) await rig.move(day, 1, piece);
  // An order is allocated from all of them.
  const command = uuidv7();
  for (const [, piece] of pieces) {
    await rig.move('2026-03-15', -1, { ...piece, command });
    await rig.move('2026-03-15', 1, { ...piece, command, status: 'allocated' });
  }
  await rig.run({ period_end: '2026-03-20' });
  t.is(await rig.sum(), 2 * 10, 'ten days of each old piece, none of the young');
});

test('stock that is put away the next day is not stored anew, by whatever method its month is charged', async (t) => {
  const rig = await start(t);
  const methods = ['calendar_month', 'split_month', 'anniversary'];
  const stored = { pricing_model: 'per_unit', rate: 1, storage_basis: 'unit', second_half_percent: 50 };
  const items = await Promise.all(methods.map((method) => rig.item(method, { category: 'storage' })));
  for (const item of items) await rig.rule('inventory.stored', item);
  await rig.sheet(
    items.map((item, index) => ({ billing_item_id: item, ...stored, storage_method: methods[index] })),
  );
  await rig.move('2026-03-03', 100, { location: 'DOCK-1' });
  const put = async (day: string, from: string, to: string, qty: number): Promise<void> => {
    const command = uuidv7();
    await rig.move(day, -qty, { location: from, command });
    await rig.move(day, qty, { location: to, command });
  };
  // By way of another place, then in part; what is received meanwhile is new.
  await put('2026-03-04', 'DOCK-1', 'A-01', 100);
  await put('2026-03-04', 'A-01', 'A-02', 100);
  await put('2026-03-20', 'A-02', 'A-03', 30);
  await rig.move('2026-03-20', 8, { location: 'DOCK-1' });
  await put('2026-03-20', 'DOCK-1', 'A-04', 8);
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
  const sums: number[] = [];
  for (const item of items) sums.push(await rig.sum(`&billing_item_id=${item}`));
  t.deepEqual(sums, [108, 104, 108]);
});
