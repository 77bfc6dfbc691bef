/**
 * What a billing run reads to find the activity of a merchant's month, beside a long history: an index by merchant and
 * moment leads to it, and what is rare (returns, transfers, vendor returns, losses) is not looked for among all that was
 * received, shipped and adjusted.
 */
import test from 'ava';
import { activityFrom, inScope, type RatingScope } from '../../db/billing/billable-activity.ts';
import { inTenant, row } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { billingEvent, billingEventNames, type BillingEventName } from '../../domain/rates/billing-events.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { fillWithPlenty } from '../helpers/plenty.ts';
import { rowsLookedAt } from '../lists/rows-read.ts';

const ledgerRows = 100_000;
const rowsMax = 500;

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async (t) => {
  t.timeout(240_000);
  platform = await startPlatform(undefined, { workers: false });
  const { owner, standard } = platform;
  await fillWithPlenty(owner, standard, ledgerRows);
  // All that was shipped, received and closed, with a few returns among it; past the triggers, as it was filled.
  const client = await owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update wms_shipments set status = 'shipped', shipped_at = created_at where organization_id = $1 and shipped_at is null`,
      [standard.id],
    );
    await client.query(
      `update inbound_receipts set counted_qty = greatest(counted_qty, 1), received_at = coalesce(received_at, created_at),
              closed_at = coalesce(closed_at, created_at),
              source_type = case when id in (select id from inbound_receipts where organization_id = $1 limit 5) then 'return'
                                 else source_type end
        where organization_id = $1`,
      [standard.id],
    );
    await client.query('set session_replication_role = origin');
  } finally {
    client.release();
  }
  await owner.query('analyze');
});
test.after.always(() => platform?.stop());

const withView = billingEventNames.filter((name) => billingEvent(name).view);
const month = { from: '2031-03-01', to: '2031-03-31' };
const ever = { from: '2000-01-01', to: '2031-03-31' };

async function lookedAt(event: BillingEventName, days: { from: string; to: string }) {
  const { database, standard } = platform;
  const ids = { organizationId: standard.id, merchantId: standard.merchantId, runId: standard.id };
  const scope: RatingScope = { ...ids, table: 'charges', ...days };
  const rule = { id: standard.id, event };
  return inTenant(
    database,
    { organizationId: standard.id },
    async (tx) => {
      const before = await rowsLookedAt(tx);
      const found = await row<{ found: number }>(
        tx,
        sql`select count(*)::integer as found from ${activityFrom(scope, rule)} where ${inScope(scope, rule)}`,
      );
      return { found: found!.found, looked: (await rowsLookedAt(tx)) - before };
    },
    { readOnly: true },
  );
}

test.serial('a month without activity is read without what was done in others', async (t) => {
  const problems: string[] = [];
  for (const event of withView) {
    const { looked } = await lookedAt(event, month);
    if (looked > rowsMax) problems.push(`${event} looks at ${looked} rows`);
  }
  t.deepEqual(problems, []);
});

test.serial(
  'returns and transfers are found without all that was received, shipped and adjusted',
  async (t) => {
    const rare = [
      'return.received',
      'transfer.shipped',
      'transfer.received',
      'transfer.written_off',
    ] as const;
    const problems: string[] = [];
    for (const event of [...rare, 'vendor_return.shipped'] as const) {
      const { found, looked } = await lookedAt(event, ever);
      t.is(found, event === 'return.received' ? 5 : 0);
      if (looked > rowsMax) problems.push(`${event} looks at ${looked} rows`);
    }
    t.deepEqual(problems, []);
    t.true((await lookedAt('shipment.shipped', ever)).found > 5_000, 'there is a history to look through');
  },
);
