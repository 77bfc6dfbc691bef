/** Ledger and balances are compared from the newest closing, and whatever was tampered with is found. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { closeInventory } from '../../db/closings/closings.write.ts';
import { inTenant } from '../../db/database.ts';
import { checkIntegrity } from '../../db/inventory/integrity.read.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { ago, closeAll, integrityOf, write } from './history.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inOrganization = <T>({ id }: TestOrganization, work: Parameters<typeof inTenant<T>>[2]): Promise<T> =>
  inTenant(platform.database, { organizationId: id }, work);

test('a tampered closing is not believed, and the next proof removes it', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const at = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '' } as const;
  await write(
    platform.owner,
    organization,
    [1_500, 60].map((hours) => ({ ...at, hours, qty: 5 })),
  );
  await closeAll(platform, organization);
  t.like(await integrityOf(platform, organization), { mismatch_count: 0 });
  const change = (table: string): Promise<unknown> =>
    platform.owner.query(`update ${table} set qty = qty + 1 where organization_id = $1`, [organization.id]);
  // As if each closing had one more of everything.
  const changeFingerprints = (): Promise<unknown> =>
    platform.owner.query(
      `update inventory_closing_fingerprints f set fingerprint = f.fingerprint + more.numbers
         from (select closed_through,
                      sum(stock_key_number(c.seed, r.item_id, r.location_id, r.status, r.lot_no, r.lpn_id)) as numbers
                 from inventory_closings c join inventory_closing_rows r using (organization_id, closed_through)
                where organization_id = $1 group by closed_through) more
        where f.organization_id = $1 and f.closed_through = more.closed_through`,
      [organization.id],
    );
  const forgetProofs = (): Promise<unknown> =>
    platform.owner.query('update inventory_closings set proved_at = null where organization_id = $1', [
      organization.id,
    ]);

  // The closings alone, in their rows or in what these come to: balances and entries agree, and that is what is said.
  for (const tamper of [() => change('inventory_closing_rows'), changeFingerprints]) {
    await tamper();
    t.like(await integrityOf(platform, organization), { mismatch_count: 0 });
    await forgetProofs();
    const said = await closeAll(platform, organization);
    t.regex(said[0] ?? '', /did not agree with its entries and was removed/);
    await closeAll(platform, organization);
    t.not((await integrityOf(platform, organization)).closing, null, 'it is made anew from the entries');
  }
  await changeFingerprints();
  t.like(await integrityOf(platform, organization), { mismatch_count: 0, closing: null });
  await forgetProofs();
  await closeAll(platform, organization);
  await closeAll(platform, organization);

  // Balance and closings alike: the sum from the first entry tells, and so does the short one after the next proof.
  await changeFingerprints();
  await change('inventory_balances');
  t.like(await integrityOf(platform, organization), { mismatch_count: 0 });
  t.like(await integrityOf(platform, organization, true), { mismatch_count: 1 });
  await forgetProofs();
  t.is((await closeAll(platform, organization)).length, 1);
  t.like(await integrityOf(platform, organization), { mismatch_count: 1, closing: null });

  // A balance alone.
  await closeAll(platform, organization);
  const found = await integrityOf(platform, organization);
  t.like(found, { mismatch_count: 1 });
  t.like(found.mismatches[0], { item_id: organization.items['PLAIN'], balance: 11, ledger: 10 });

  // A balance that is gone, and one that nothing was ever posted under.
  await platform.owner.query(
    `insert into inventory_balances (organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id,
                                     qty, received_at, updated_at, row_id)
     select organization_id, item_id, location_id, 'damaged', lot_no, lpn_id, warehouse_id, merchant_id, 3, now(), now(),
            balance_row_id(item_id, location_id, 'damaged', lot_no)
       from inventory_balances where organization_id = $1`,
    [organization.id],
  );
  await platform.owner.query(
    "delete from inventory_balances where organization_id = $1 and status = 'available'",
    [organization.id],
  );
  for (const whole of [false, true]) {
    const both = await integrityOf(platform, organization, whole);
    t.like(both, { keys_checked: 2, mismatch_count: 2 });
    t.deepEqual(
      both.mismatches.map(({ status, balance, ledger }) => [status, balance, ledger]),
      [
        ['available', 0, 10],
        ['damaged', 3, 0],
      ],
    );
  }
});

const places = ['A-01', 'A-02', 'P-01'] as const;

test('balances that were changed are found whichever they are, and however their changes make up for each other', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const keys = places.flatMap((place) =>
    (['available', 'damaged'] as const).map((status) => ({ item: 'PLAIN', place, status, lot: '' }) as const),
  );
  await write(
    platform.owner,
    organization,
    [300, 60].flatMap((hours) => keys.map((key) => ({ ...key, hours, qty: 5 }))),
  );
  await inOrganization(organization, (tx) => closeInventory(tx, ago(200)));
  t.like(await integrityOf(platform, organization), { keys_checked: keys.length, mismatch_count: 0 });
  t.not((await integrityOf(platform, organization)).closing, null);
  const add = (key: (typeof keys)[number], qty: number): Promise<unknown> =>
    platform.owner.query(
      `update inventory_balances set qty = qty + $1
        where organization_id = $2 and location_id = $3 and status = $4`,
      [qty, organization.id, organization.locations[key.place], key.status],
    );
  const key = fc.constantFrom(...keys);
  await fc.assert(
    fc.asyncProperty(key, key, fc.constantFrom('0.000001', '1', '-5'), async (from, to, qty) => {
      await add(from, -Number(qty));
      await add(to, Number(qty));
      t.is((await integrityOf(platform, organization)).mismatch_count, from === to ? 0 : 2);
      await add(to, -Number(qty));
      await add(from, Number(qty));
      t.like(await integrityOf(platform, organization), { mismatch_count: 0 });
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('a merchant checks its own stock from the closing, and the operator that of all', async (t) => {
  const organization = await platform.newOrganization({ edition: 'three_pl' });
  const at = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '' } as const;
  await write(
    platform.owner,
    organization,
    [300, 60].map((hours) => ({ ...at, hours, qty: 5 })),
  );
  await inOrganization(organization, (tx) => closeInventory(tx, ago(200)));
  const seenBy = (merchantId: string | null) =>
    inTenant(platform.database, { organizationId: organization.id, merchantId }, (tx) => checkIntegrity(tx));
  for (const [merchant, keys] of [
    [null, 1],
    [organization.merchantId, 1],
    [randomUUID(), 0],
  ] as const) {
    const seen = await seenBy(merchant);
    t.like(seen, { keys_checked: keys, mismatch_count: 0 });
    t.not(seen.closing, null);
  }
});

test('stock that is being posted agrees at every moment, from the closing', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const at = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '' } as const;
  await write(platform.owner, organization, [{ ...at, hours: 300, qty: 5 }]);
  await inOrganization(organization, (tx) => closeInventory(tx, ago(200)));
  const posting = Promise.all(
    places.map(async (place) => {
      for (let time = 0; time < 15; time += 1)
        await write(platform.owner, organization, [{ ...at, place, hours: 0, qty: 1 }]);
    }),
  );
  for (let time = 0; time < 15; time += 1) {
    const seen = await integrityOf(platform, organization);
    t.is(seen.mismatch_count, 0);
    t.not(seen.closing, null);
  }
  await posting;
  t.like(await integrityOf(platform, organization), { keys_checked: 3, mismatch_count: 0 });
});
