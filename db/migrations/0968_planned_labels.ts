/**
 * Labels of cartons that are planned and not packed yet.
 *
 * - planned_sscc: the number of the planned carton; its label goes with it into the packed one, and has its carton_id then.
 * - Of one planned carton at most one is alive; one that is taken back since (unplanned_for) keeps nobody from another.
 * - rate_quotes.planned_sscc: of which planned carton a quote is.
 * - A carrier rule may have labels bought as cartons are planned.
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const alive =
  "state in ('choosing', 'queued', 'sending', 'unknown', 'bought', 'dearer', 'voiding', 'void_unknown')";

const oneLiveOfShipment = (but: string): string => `
  drop index label_purchases_one_live_of_shipment;
  create unique index label_purchases_one_live_of_shipment on label_purchases (organization_id, shipment_id)
    where carton_id is null ${but} and ${alive}`;

const boughtAt = (moments: string): string => `
  alter table carrier_rules drop constraint carrier_rules_buy_at_check,
    add constraint carrier_rules_buy_at_check check (buy_at in (${moments}))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases
      add column planned_sscc text,
      add constraint label_purchases_planned_of_shipment check (planned_sscc is null or shipment_id is not null),
      add constraint label_purchases_unplanned
        check (unplanned_for is null or (planned_sscc is not null and carton_id is null));
    ${oneLiveOfShipment('and planned_sscc is null')};
    create unique index label_purchases_one_live_of_planned on label_purchases (organization_id, planned_sscc)
      where carton_id is null and unplanned_for is null and ${alive};
    create index label_purchases_planned on label_purchases (organization_id, shipment_id)
      where planned_sscc is not null and carton_id is null;
    alter table rate_quotes add column planned_sscc text;
    ${boughtAt("'ask', 'plan', 'pack', 'ship'")};
  `);
}

export async function down(knex: Knex): Promise<void> {
  // What is of a planned carton has no place before it: nor has what its carrier told of it, or asked for it.
  const planned = 'select id from label_purchases where planned_sscc is not null and carton_id is null';
  await knex.raw(`
    alter table tracking_events disable trigger append_only;
    ${overAllRows(
      ['label_purchases', 'tracking_events', 'carrier_invoice_lines', 'carrier_rules', 'rate_quotes'],
      `delete from tracking_events where label_id in (${planned});
       update carrier_invoice_lines set label_id = null where label_id in (${planned});
       delete from label_purchases where planned_sscc is not null and carton_id is null;
       update carrier_rules set buy_at = 'pack' where buy_at = 'plan'`,
    )}
    alter table tracking_events enable trigger append_only;
    ${boughtAt("'ask', 'pack', 'ship'")};
    alter table rate_quotes drop column planned_sscc;
    drop index label_purchases_planned;
    drop index label_purchases_one_live_of_planned;
    ${oneLiveOfShipment('')};
    alter table label_purchases
      drop constraint label_purchases_unplanned,
      drop constraint label_purchases_planned_of_shipment,
      drop column planned_sscc;
  `);
}
