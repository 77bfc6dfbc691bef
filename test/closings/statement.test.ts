/** A statement reads the closings at both ends of its period, and says what the entries on paper say. */
import test from 'ava';
import fc from 'fast-check';
import { nearestClosing, stockAt, withClosings } from '../../db/closings/closings.read.ts';
import { closeInventory, proveClosing } from '../../db/closings/closings.write.ts';
import { inTenant, row, rows as read } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { listStatementItems, listStatementLines } from '../../db/inventory/stock-statement.read.ts';
import { closeLedger } from '../../workers/closings/close-ledgers.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { ago, entry, hourMs, hoursMax, possible, write } from './history.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inOrganization = <T>({ id }: TestOrganization, work: Parameters<typeof inTenant<T>>[2]): Promise<T> =>
  inTenant(platform.database, { organizationId: id }, work);

const moving = fc
  .tuple(
    entry,
    fc.constantFrom(
      'receive',
      'return',
      'ship',
      'transfer_in',
      'reverse',
      'adjust',
      'adjust',
      'count',
      'move',
    ),
    fc.constantFrom(undefined, 'damage', 'found'),
  )
  .map(([one, type, reason]) => ({ ...one, type, reason }));
type Moving = typeof moving extends fc.Arbitrary<infer M> ? M : never;

interface Period {
  /** Milliseconds past the present hour; entries at the beginning belong to the period, those at the end do not. */
  from: number;
  to: number;
}

async function statement(organization: TestOrganization, { from, to }: Period) {
  const period = { merchant_id: organization.merchantId, from: '', to: '' };
  const moments = {
    time_zone: 'UTC',
    starts_at: new Date(ago(0, from)),
    ends_at: new Date(ago(0, to)),
  };
  return inOrganization(organization, async (tx) => {
    const items = await listStatementItems(tx, period, moments);
    const lines = await listStatementLines(tx, period, moments, { page: 1, page_size: 200 });
    const shown = items.map((item) => ({
      sku: item.sku,
      opening: Number(item.opening),
      received: Number(item.received),
      returned: Number(item.returned),
      shipped: Number(item.shipped),
      transferred: Number(item.transferred),
      reversed: Number(item.reversed),
      adjusted: Number(item.adjusted),
      adjusted_by_reason: item.adjusted_by_reason,
      closing: Number(item.closing),
    }));
    return { items: shown, lines: lines.rows.length, total: lines.total };
  });
}

/** The same from the entries as they were drawn. */
function onPaper(entries: readonly Moving[], { from, to }: Period) {
  const at = ({ hours }: Moving): number => -hours * hourMs;
  const within = entries.filter((one) => at(one) >= from && at(one) < to);
  const sum = (some: readonly Moving[]): number => some.reduce((total, { qty }) => total + qty, 0);
  const items = ['LOT', 'PLAIN'].flatMap((sku) => {
    const own = within.filter(({ item }) => item === sku);
    const of = (...types: string[]): Moving[] => own.filter(({ type }) => types.includes(type));
    const adjusted = of('adjust', 'count');
    const reasons = [...new Set(adjusted.map(({ reason = '' }) => reason))].toSorted();
    const item = {
      sku,
      opening: sum(entries.filter((one) => one.item === sku && at(one) < from)),
      received: sum(of('receive')),
      returned: sum(of('return')),
      shipped: sum(of('ship')),
      transferred: sum(of('transfer_in')),
      reversed: sum(of('reverse')),
      adjusted: sum(adjusted),
      adjusted_by_reason: reasons.map((reason_code) => ({
        reason_code,
        qty: sum(adjusted.filter(({ reason = '' }) => reason === reason_code)),
      })),
      closing: sum(entries.filter((one) => one.item === sku && at(one) < to)),
    };
    const { adjusted_by_reason: list, sku: _, ...figures } = item;
    return list.length > 0 || Object.values(figures).some((qty) => qty !== 0) ? [item] : [];
  });
  const lines = within.filter(({ type }) => type !== 'move').length;
  return { items, lines, total: lines };
}

test('a statement is the same with closings, without one, and with one missing, at any moment', async (t) => {
  const hour = fc.integer({ min: 1, max: hoursMax + 9 });
  const history = fc.record({
    drawn: fc.array(moving, { minLength: 5, maxLength: 40 }),
    closed: fc.uniqueArray(hour, { minLength: 1, maxLength: 5 }),
    asked: fc.array(fc.tuple(hour, hour), { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ drawn, closed, asked }) => {
      const organization = await platform.newOrganization({ edition: 'standard' });
      const entries = possible(drawn);
      await write(platform.owner, organization, entries);
      // Periods that begin and end at entries and at closings too, and a millisecond beside them.
      const ends = [...asked, [closed[0]!, closed.at(-1)!], [entries[0]?.hours ?? 9, closed[0]!]];
      const periods = ends.flatMap((hours): Period[] => {
        const [from, to] = [-Math.max(...hours) * hourMs, -Math.min(...hours) * hourMs];
        return [-1, 0, 1].map((more) => ({
          from: from + more,
          to: Math.max(from + more, to + 1 - more),
        }));
      });
      const agree = async (when: string): Promise<void> => {
        for (const period of periods)
          t.deepEqual(await statement(organization, period), onPaper(entries, period), when);
      };
      await agree('without closings');
      for (const hours of closed) await inOrganization(organization, (tx) => closeInventory(tx, ago(hours)));
      await agree('with closings');
      for (const hours of closed)
        t.true(await inOrganization(organization, (tx) => proveClosing(tx, ago(hours))));
      await platform.owner.query(
        'delete from inventory_closings where organization_id = $1 and closed_through = $2',
        [organization.id, ago(closed[0]!)],
      );
      await agree('with one missing');
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

const five = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '', qty: 5 } as const;

test('a read whose closing is removed under it is made again from what is there', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const { id } = organization;
  await write(platform.owner, organization, [
    { ...five, hours: 300 },
    { ...five, hours: 100 },
  ]);
  for (const hours of [250, 50]) await inOrganization(organization, (tx) => closeInventory(tx, ago(hours)));
  const used: (string | undefined)[] = [];
  const stock = await inOrganization(organization, (tx) =>
    withClosings(
      tx,
      async () => [await nearestClosing(tx, 'infinity')],
      async ([closing]) => {
        used.push(closing?.closed_through && new Date(closing.closed_through).toISOString());
        // On a connection of its own, between the look-up of the closing and the sum that starts from it.
        await platform.owner.query(
          'delete from inventory_closings where organization_id = $1 and closed_through = $2',
          [id, closing?.closed_through],
        );
        const sum = await row<{ qty: number }>(
          tx,
          sql`select sum(qty)::integer as qty from (${stockAt(id, { closing }, sql`true`)}) stock`,
        );
        return sum!.qty;
      },
    ),
  );
  t.deepEqual(used, [ago(50), ago(250), undefined]);
  t.is(stock, 10);
});

for (const [table, column] of [
  ['inventory_closing_movements', 'qty'],
  ['inventory_closing_movements', 'entries'],
] as const) {
  test(`${column} tampered with in ${table} are found by the next proof`, async (t) => {
    const organization = await platform.newOrganization({ edition: 'standard' });
    await write(platform.owner, organization, [{ ...five, hours: 300 }]);
    await inOrganization(organization, (tx) => closeInventory(tx, ago(200)));
    const prove = () => inOrganization(organization, (tx) => proveClosing(tx, ago(200)));
    t.true(await prove());
    await platform.owner.query(`update ${table} set ${column} = ${column} + 1 where organization_id = $1`, [
      organization.id,
    ]);
    t.false(await prove());
    t.is(await inOrganization(organization, (tx) => nearestClosing(tx, 'infinity')), undefined);
  });
}

test('a closing is made only where enough entries came since the one before it, also of a history never closed', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  // Three long ago, three later, and since then too few.
  const hours = [7_000, 6_999, 6_998, 3_000, 2_999, 2_998, 500, 60];
  await write(
    platform.owner,
    organization,
    hours.map((past) => ({ ...five, hours: past })),
  );
  const log = { error: (): void => t.fail() };
  await closeLedger({ database: platform.database, log }, organization.id, { entriesMin: 3 });
  const made = await inOrganization(organization, (tx) =>
    read<{ closed_through: Date }>(
      tx,
      sql`select closed_through from inventory_closings where organization_id = ${organization.id} order by 1`,
    ),
  );
  const days = made.map(({ closed_through: moment }) => moment.toISOString());
  t.is(days.length, 2);
  t.true(days[0]! >= ago(6_998) && days[0]! < ago(6_700));
  t.true(days[1]! >= ago(2_998) && days[1]! < ago(2_700));
});

test('of the last year four closings a month are kept, of the time before one', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const weeks = Array.from({ length: 76 }, (_, week) => (76 - week) * 7 * 24);
  await write(
    platform.owner,
    organization,
    weeks.map((hours) => ({ ...five, hours })),
  );
  const log = { error: (): void => t.fail() };
  const closings = () =>
    inOrganization(organization, (tx) =>
      read<{ closed_through: Date }>(
        tx,
        sql`select closed_through from inventory_closings where organization_id = ${organization.id} order by 1`,
      ),
    );
  let made = -1;
  while ((await closings()).length !== made) {
    made = (await closings()).length;
    await closeLedger({ database: platform.database, log }, organization.id, {
      entriesMin: 1,
      newestKept: 1,
    });
  }
  const days = (await closings()).map(({ closed_through: moment }) => moment);
  const border = Date.now() - 400 * 24 * hourMs;
  const old = days.filter((day) => Number(day) < border);
  const recent = days.filter((day) => Number(day) >= border).slice(0, -1);
  t.true(old.length >= 2 && old.every((day) => day.getUTCDate() === 1), old.join());
  t.true(recent.length > 40 && recent.every((day) => [1, 8, 15, 22].includes(day.getUTCDate())));
});
