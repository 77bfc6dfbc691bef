/** Days after a merchant's last run that should have been billed by now, as what happened on them says. */
import { billingEvent, billingEventNames } from '../../../domain/rates/billing-events.ts';
import { joined, name, sql, type SqlText } from '../../sql-text.ts';

/** Whether anything happened with merchant `m` from day `l.late_from` to before day `l.late_until`. */
type Happened = SqlText;

const days = sql`a.occurred_at >= (l.late_from - 1)::timestamp at time zone 'UTC' and a.occurred_at < (l.late_until + 1)::timestamp at time zone 'UTC'`;
/** The same to the hour, for what has no day of service: what a run covered, and what is not late yet, do not count. */
const exactly = sql`a.occurred_at >= l.late_from::timestamp at time zone o.time_zone and a.occurred_at < l.late_until::timestamp at time zone o.time_zone`;
const ofMerchant = sql`a.organization_id = m.organization_id and a.merchant_id = m.id`;

const wasStored = sql`exists (select 1 from inventory_snapshots a where ${ofMerchant}
  and a.snapshot_day >= l.late_from and a.snapshot_day < l.late_until)`;

/** Any billable activity. */
export const billableHappened: Happened = joined(
  [
    wasStored,
    ...billingEventNames.flatMap((event) => {
      const { view } = billingEvent(event);
      return view
        ? [
            sql`exists (select 1 from ${name(view)} a where ${ofMerchant} and ${days}
              and a.service_date >= l.late_from and a.service_date < l.late_until)`,
          ]
        : [];
    }),
  ],
  ' or ',
);

/** As much of it as whoever runs the platform may see: that goods were there, or moved. */
export const goodsHappened: Happened = sql`${wasStored} or exists (select 1 from inventory_ledger a where ${ofMerchant} and ${exactly})`;

/**
 * As a join behind merchant `m`, organization `o` and `b` with `since` and `run_until`, ending with `e.until`: a day is late
 * once its billing cycle and another whole one are over. The cycle is that of the merchant's rate sheet, else a month.
 * Nothing is late where no rule charges anything.
 */
export const untilOverdue = (happened: Happened): SqlText => sql`
  cross join lateral (
    select coalesce(max(x.billing_cycle), 'monthly') as cycle, coalesce(max(x.cycle_anchor_day), 1) as anchor,
           (now() at time zone o.time_zone)::date as today
      from (select s.billing_cycle, s.cycle_anchor_day from rate_sheets s
             where s.organization_id = m.organization_id and (s.merchant_id = m.id or s.merchant_id is null) and s.status = 'active'
               and daterange(s.effective_from, s.effective_to, '[]') @> (now() at time zone o.time_zone)::date
             order by s.merchant_id is null, s.warehouse_id is null limit 1) x) w
  cross join lateral (
    select greatest(b.since, b.run_until) as late_from,
           billing_window_start(w.cycle, w.anchor, billing_window_start(w.cycle, w.anchor, w.today) - 1) as late_until) l
  cross join lateral (
    select case when l.late_until > l.late_from and o.edition = 'three_pl'
                 and exists (select 1 from billing_rules r where r.organization_id = m.organization_id and r.is_active
                                and r.effect = 'charge' and (r.merchant_id = m.id or r.merchant_id is null))
                 and (${happened})
                then l.late_until else b.run_until end as until) e`;
