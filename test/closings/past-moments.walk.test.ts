/**
 * Closings of the ledger change no answer: not of a past moment, not of the proof that ledger and balances agree. Histories
 * are drawn anew in every run, more of them in `npm run test:deep`.
 */
import test from 'ava';
import fc from 'fast-check';
import { closeInventory } from '../../db/closings/closings.write.ts';
import { inTenant } from '../../db/database.ts';
import { listInventory, type InventoryFilter } from '../../db/inventory/inventory.read.ts';
import { isWholeWalk } from '../helpers/environment.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { ago, entry, hourMs, hoursMax, integrityOf, paperAt, possible, write } from './history.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inOrganization = <T>({ id }: TestOrganization, work: Parameters<typeof inTenant<T>>[2]): Promise<T> =>
  inTenant(platform.database, { organizationId: id }, work);

const listAt = (organization: TestOrganization, asOf: string, filter: InventoryFilter = {}, more = {}) =>
  inOrganization(organization, (tx) => listInventory(tx, { filter, asOf, page: 1, page_size: 200, ...more }));

async function closingsOf({ id }: TestOrganization): Promise<number | null> {
  const { rowCount } = await platform.owner.query(
    'select from inventory_closings where organization_id = $1',
    [id],
  );
  return rowCount;
}

test('every past moment reads the same with closings, without one, and with one missing', async (t) => {
  const history = fc.record({
    drawn: fc.array(entry, { minLength: 5, maxLength: 40 }),
    closed: fc.array(fc.integer({ min: 1, max: hoursMax + 9 }), { minLength: 1, maxLength: 5 }),
    asked: fc.array(fc.integer({ min: 1, max: hoursMax + 9 }), { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ drawn, closed, asked }) => {
      const organization = await platform.newOrganization({ edition: 'standard' });
      const entries = possible(drawn);
      await write(platform.owner, organization, entries);
      // At the moments of entries and of closings, and a millisecond to either side of them.
      const moments = [...asked, ...closed, ...entries.slice(0, 2).map(({ hours }) => hours)].flatMap(
        (hours) => [-1, 0, 1].map((more) => ({ hours, more, moment: ago(hours, more) })),
      );
      const everything = () =>
        Promise.all(
          moments.flatMap(({ moment }) => [
            listAt(organization, moment),
            listAt(organization, moment, {}, { byLpn: true, sort: '-sku' }),
            listAt(organization, moment, { sku: 'PLAIN' }),
            listAt(organization, moment, { location: 'A-01' }),
            listAt(organization, moment, { status: 'damaged', lot_no: 'L1' }),
            listAt(organization, moment, { warehouse_id: organization.warehouseId }, { sort: '-qty' }),
          ]),
        );
      const before = await everything();
      for (const [index, { hours, more }] of moments.entries()) {
        const shown = before[index * 6]!.rows.map(
          ({ sku, location, status, lot_no: lot, qty }) =>
            `${sku} ${location} ${status} ${lot ?? '-'} ${Number(qty)}`,
        );
        const isCounted = (of: number): boolean => -of * hourMs <= -hours * hourMs + more;
        t.deepEqual(shown.toSorted(), paperAt(entries, isCounted));
      }
      const whole = await integrityOf(platform, organization);
      for (const hours of closed) await inOrganization(organization, (tx) => closeInventory(tx, ago(hours)));
      t.is(await closingsOf(organization), new Set(closed).size);
      t.deepEqual(await everything(), before);
      const near = await integrityOf(platform, organization);
      t.deepEqual({ ...near, checked_at: '', closing: null }, { ...whole, checked_at: '' });
      t.is(near.closing?.closed_through, ago(Math.min(...closed)));
      // One that is not there is missed by nobody.
      await platform.owner.query(
        'delete from inventory_closings where organization_id = $1 and closed_through = $2',
        [organization.id, ago(closed[0]!)],
      );
      t.deepEqual(await everything(), before);
    }),
    { numRuns: isWholeWalk() ? 16 : 3, endOnFailure: true },
  );
});
