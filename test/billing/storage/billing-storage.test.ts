import test from 'ava';
import { storageRig as start } from './storage-rig.ts';

test('daily storage counts pallets per day in the warehouse’s zone and ties to the ledger', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage', uom: 'pallet' });
  await rig.sheet([
    {
      billing_item_id: item,
      pricing_model: 'per_unit',
      rate: 0.5,
      storage_method: 'daily',
      storage_basis: 'pallet',
      grace_days: 2,
    },
  ]);
  await rig.rule('inventory.stored', item);
  const [first, second] = [await rig.pallet('2026-02-10'), await rig.pallet('2026-03-03')];
  await rig.move('2026-02-10', 40, { lpn: first });
  await rig.move('2026-03-03', 10, { lpn: second });
  await rig.move('2026-03-06', -10, { lpn: second });
  // Loose stock fills pallets by the item's measure: 250 at 100 per pallet make 3.
  await rig.move('2026-03-10', 250);
  await rig.move('2026-03-11', -250);
  const run = await rig.run({ period_end: '2026-03-11' });
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  const charges = await rig.charges();
  t.is(charges.length, 11);
  const onDay = (day: number) =>
    charges.find(({ service_date }) => service_date === `2026-03-${String(day).padStart(2, '0')}`).quantity;
  t.deepEqual(
    [1, 2, 3, 4, 5, 6, 10, 11].map(onDay),
    [1, 1, 1, 1, 2, 1, 1, 1],
    'two days of grace for what came',
  );
  t.is((await rig.run({ period_end: '2026-03-11' })).charges_created, 0);

  // Stock posted late for a past day: the snapshots are retaken and the difference is charged.
  await rig.move('2026-03-08', 100, { lpn: await rig.pallet('2026-02-01') });
  const again = await rig.run({ period_end: '2026-03-11' });
  t.is(again.status, 'completed', JSON.stringify(again.exceptions));
  t.is(again.charges_adjusted, 2, 'the plate is old, what came on it is not');
  t.is(await rig.sum(), (11 + 1 + 2) * 0.5);
});

test('each storage method counts the month its own way', async (t) => {
  const rig = await start(t);
  // 100 units from February on, 200 more from the 20th, 50 out on the 25th.
  await rig.move('2026-02-03', 100, { lot: 'A', sku: 'LOT' });
  await rig.move('2026-03-20', 200, { lot: 'B', sku: 'LOT' });
  await rig.move('2026-03-25', -50, { lot: 'A', sku: 'LOT' });
  await rig.platform.owner.query(
    `insert into lots (organization_id, item_id, lot_no, first_received_at) values ($1, $2, 'A', '2026-02-03 17:00Z'), ($1, $2, 'B', '2026-03-20 17:00Z')`,
    [rig.organization.id, rig.organization.items['LOT']],
  );
  const expected: Record<string, number> = {
    daily: 100 * 24 + 50 * 7 + 200 * 12,
    calendar_month: 100 + 200,
    split_month: 100 + 200 * 0.4,
    // Lot A on the 3rd with 100; lot B on the 20th with 200.
    anniversary: 100 + 200,
    average: Math.round(((100 * 24 + 50 * 7 + 200 * 12) / 31) * 1e6) / 1e6,
    peak: 300,
    period_end: 250,
  };
  for (const method of Object.keys(expected)) {
    const item = await rig.item(`S-${method}`, { category: 'storage' });
    await rig.rule('inventory.stored', item, { code: method });
    await rig.sheet(
      [
        {
          billing_item_id: item,
          pricing_model: 'per_unit',
          rate: 1,
          storage_method: method,
          storage_basis: 'unit',
          second_half_percent: 40,
        },
      ],
      {
        code: `SHEET-${method}`,
        merchant_id: rig.organization.merchantId,
        effective_from: '2026-03-01',
        warehouse_id: null,
      },
    );
    const run = await rig.run();
    t.not(run.status, 'failed', run.error ?? '');
    t.is(await rig.sum(`&billing_item_id=${item}`), expected[method]!, method);
    t.is((await rig.run()).charges_created, 0, method);
    const { body } = await rig.client.get('/api/accounting/billing/rate-sheets?status=active');
    await rig.client.patch(`/api/accounting/billing/rate-sheets/${body.data[0].id}`, { action: 'archive' });
  }
});

test('days without a storage rule are exceptions, and a snapshot that the ledger denies is taken anew', async (t) => {
  const rig = await start(t);
  await rig.move('2026-03-02', 5);
  const run = await rig.run({ period_end: '2026-03-03' });
  t.deepEqual(
    run.exceptions.map(({ reason, service_date }: any) => [service_date, reason]),
    [
      ['2026-03-02', 'NO_RULE'],
      ['2026-03-03', 'NO_RULE'],
    ],
  );
  await rig.platform.owner.query('update inventory_snapshots set qty = 9 where organization_id = $1', [
    rig.organization.id,
  ]);
  await rig.run({ period_end: '2026-03-03' });
  const found = await rig.platform.owner.query(
    'select distinct qty from inventory_snapshots where organization_id = $1',
    [rig.organization.id],
  );
  t.deepEqual(found.rows, [{ qty: '5.000000' }]);
});

test('days that do not tie to the ledger are exceptions, until the day that went wrong is billed again', async (t) => {
  const rig = await start(t);
  const store = await rig.item('STORE', { category: 'storage' });
  await rig.sheet([
    {
      billing_item_id: store,
      pricing_model: 'per_unit',
      rate: 1,
      storage_method: 'daily',
      storage_basis: 'unit',
    },
  ]);
  await rig.rule('inventory.stored', store);
  await rig.move('2026-02-10', 5);
  // A preview takes the snapshots of February and charges nothing.
  await rig.run({ mode: 'preview', period_start: '2026-02-01', period_end: '2026-02-28' });
  await rig.platform.owner.query(
    "update inventory_snapshots set qty = 9 where organization_id = $1 and snapshot_day >= '2026-02-20'",
    [rig.organization.id],
  );
  const march = { period_start: '2026-03-01', period_end: '2026-03-03' };
  const run = await rig.run(march);
  t.is(run.status, 'completed_with_exceptions', run.error ?? 'no error');
  t.deepEqual(
    run.exceptions.map(({ reason, service_date, details }: any) => [service_date, reason, details]),
    ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => [
      day,
      'STORAGE_MISMATCH',
      { ledger: '5.000000', snapshot: '9.000000' },
    ]),
  );
  t.is(run.exceptions_count, 3);
  t.is(run.activity_total, run.activity_charged + run.activity_free + run.exceptions_count);

  await rig.run({ period_start: '2026-02-01', period_end: '2026-02-28' });
  const again = await rig.run(march);
  t.is(again.status, 'completed', JSON.stringify(again.exceptions));
  t.is(await rig.sum('&service_from=2026-03-01'), 15, 'what was charged too much is credited');
  t.is(again.activity_total, 3);
  t.is(again.progress, 1);
});

test('a rule for one storage class leaves the others to the next rule', async (t) => {
  const rig = await start(t);
  const store = await rig.item('STORE', { category: 'storage' });
  await rig.sheet([
    {
      billing_item_id: store,
      pricing_model: 'per_unit',
      rate: 1,
      storage_method: 'daily',
      storage_basis: 'unit',
    },
  ]);
  const conditions = { all: [{ field: 'storage_class', op: 'eq', value: 'frozen' }] };
  await rig.rule('inventory.stored', store, { conditions, exclusive_group: 'class', priority: 1 });
  await rig.rule('inventory.stored', null, { exclusive_group: 'class', priority: 2 });
  await rig.platform.owner.query(
    "update items set storage_class = 'frozen' where organization_id = $1 and sku = 'LOT'",
    [rig.organization.id],
  );
  await rig.move('2026-03-02', 5);
  await rig.move('2026-03-02', 7, { sku: 'LOT', lot: 'L1' });
  const run = await rig.run({ period_end: '2026-03-02' });
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  t.is(await rig.sum(), 7);
  t.deepEqual([run.activity_total, run.activity_charged, run.activity_free], [2, 1, 1]);
});

test('a calendar cycle longer than a month counts what came in its later months in full', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage' });
  const stored = { storage_method: 'calendar_month', storage_basis: 'unit' };
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 1, ...stored }], {
    billing_cycle: 'quarterly',
  });
  await rig.rule('inventory.stored', item);
  await rig.move('2026-02-20', 100);
  await rig.run({ period_start: '2026-01-01' });
  t.is(await rig.sum(), 100);
});

test('an item measured otherwise changes a month that is a draft, and none that was issued', async (t) => {
  const rig = await start(t);
  const { items } = rig.organization;
  const [store, weight] = [
    await rig.item('STORE', { category: 'storage', uom: 'pallet' }),
    await rig.item('WEIGHT', { uom: 'kg' }),
  ];
  const daily = { storage_method: 'daily', storage_basis: 'pallet' };
  await rig.sheet([
    { billing_item_id: store, pricing_model: 'per_unit', rate: 1, ...daily },
    { billing_item_id: weight, pricing_model: 'per_unit', rate: 1 },
  ]);
  await rig.rule('inventory.stored', store);
  await rig.rule('shipment.shipped', weight, { quantity_basis: 'weight_kg' });
  await rig.rule('shipment.line_shipped', null);
  // 250 at 100 a pallet make 3 for a day; 2 of 1.5 kg are shipped.
  await rig.move('2026-03-10', 250);
  await rig.move('2026-03-11', -250);
  const { lineIds } = await rig.ship('2026-03-10', [{ qty: 2 }]);
  const measure = async (units_per_pallet: number, weight_kg: number): Promise<void> => {
    const answer = await rig.client.patch(`/api/wms/items/${items['PLAIN']}`, {
      units_per_pallet,
      weight_kg,
    });
    t.is(answer.status, 200, answer.text);
  };
  const billed = async () => [
    await rig.sum(`&billing_item_id=${store}`),
    await rig.sum(`&billing_item_id=${weight}`),
  ];
  await rig.run();
  t.deepEqual(await billed(), [3, 3]);
  await measure(50, 2);
  const issued = await rig.run({ auto_issue: true });
  t.deepEqual([issued.invoices[0].status, ...(await billed())], ['open', 5, 4]);
  await measure(250, 7);
  const april = { period_start: '2026-04-01', period_end: '2026-04-30' };
  t.is((await rig.run(april)).charges_adjusted, 0);
  t.deepEqual(await billed(), [5, 4]);
  // What itself changes is measured as it is now.
  await rig.plant(`update wms_shipment_lines set qty = 3 where id = '${lineIds[0]}'`);
  await rig.move('2026-03-10', 10);
  await rig.move('2026-03-11', -10);
  t.is((await rig.run(april)).charges_adjusted, 2);
  t.deepEqual(await billed(), [2, 21]);
});
