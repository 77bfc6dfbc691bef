/** A statement over days of the organization's own calendar, beside closings made at UTC's midnights. */
import test from 'ava';
import fc from 'fast-check';
import { inTenant } from '../../db/database.ts';
import {
  listStatementItems,
  listStatementLines,
  statementMoments,
} from '../../db/inventory/stock-statement.read.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { closeLedger } from '../../workers/closings/close-ledgers.ts';
import { ago, entry, possible, write } from './history.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

// Half hours and quarters, both sides of UTC, and clocks that change.
const timeZones = [
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

const moving = fc
  .tuple(entry, fc.integer({ min: 0, max: 3 }), fc.constantFrom('receive', 'ship', 'adjust'))
  .map(([one, quarter, type]) => ({ ...one, hours: one.hours + quarter / 4, type }));
type Moving = typeof moving extends fc.Arbitrary<infer M> ? M : never;

interface Period {
  from: string;
  to: string;
}

function statement({ id, merchantId }: TestOrganization, days: Period) {
  return inTenant(platform.database, { organizationId: id }, async (tx) => {
    const period = { merchant_id: merchantId, ...days };
    const moments = await statementMoments(tx, period);
    const items = await listStatementItems(tx, period, moments);
    const { total } = await listStatementLines(tx, period, moments, { page: 1, page_size: 1 });
    const shown = items.map(({ sku, opening, received, shipped, adjusted, closing }) => ({
      sku,
      figures: [opening, received, shipped, adjusted, closing].map(Number),
    }));
    return { items: shown, total };
  });
}

/** The same by the calendar's days of the entries as they were drawn. */
function onPaper(entries: readonly Moving[], dayOf: (one: Moving) => string, { from, to }: Period) {
  const sum = (some: readonly Moving[]): number => some.reduce((total, { qty }) => total + qty, 0);
  const isWithin = (one: Moving): boolean => dayOf(one) >= from && dayOf(one) <= to;
  const items = ['LOT', 'PLAIN'].flatMap((sku) => {
    const own = entries.filter(({ item }) => item === sku);
    const of = (type: string): number => sum(own.filter((one) => one.type === type && isWithin(one)));
    const opening = sum(own.filter((one) => dayOf(one) < from));
    const closing = sum(own.filter((one) => dayOf(one) <= to));
    const figures = [opening, of('receive'), of('ship'), of('adjust'), closing];
    // Adjustments that cancel each other out are shown by their reasons.
    const isShown =
      figures.some((qty) => qty !== 0) || own.some((one) => one.type === 'adjust' && isWithin(one));
    return isShown ? [{ sku, figures }] : [];
  });
  return { items, total: entries.filter(isWithin).length };
}

test('in every time zone a statement counts the entries of its days as the calendar there does', async (t) => {
  const history = fc.record({
    zone: fc.constantFrom(...timeZones),
    drawn: fc.array(moving, { minLength: 10, maxLength: 40 }),
    asked: fc.array(fc.tuple(fc.nat(84), fc.nat(84)), { minLength: 3, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ zone, drawn, asked }) => {
      const words = { edition: 'standard', time_zone: zone } as const;
      const organization = await platform.newOrganization(words);
      const entries = possible(drawn);
      await write(platform.owner, organization, entries);
      const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      const dayAgo = (hours: number): string => calendar.format(new Date(ago(hours)));
      const agree = async (when: string): Promise<void> => {
        for (const days of asked) {
          const [from, to] = [dayAgo(Math.max(...days) * 24), dayAgo(Math.min(...days) * 24)];
          const paper = onPaper(entries, ({ hours }) => dayAgo(hours), { from, to });
          t.deepEqual(await statement(organization, { from, to }), paper, when);
        }
      };
      await agree('without closings');
      const log = { error: (): void => t.fail() };
      await closeLedger({ database: platform.database, log }, organization.id, { entriesMin: 1 });
      await agree('with closings');
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
