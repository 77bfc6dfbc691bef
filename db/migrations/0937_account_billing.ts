/**
 * Who pays a carrier for the labels of an account: the account itself (prepaid), or another account at the carrier, the
 * consignee's or a third party's. What such a label costs nobody pays here, so it is charged to no merchant; nor is what its
 * carrier invoices us for it in error, which the operator has it give back. What is asked for a label that its carrier keeps,
 * since it refused the refund, is charged as of any other: where its parcel is sent. One that was sold after it was given up
 * is nobody's.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';

/** Whether a label is charged, by who pays it. */
type Payer = (label: string) => string;

// As it was frozen when the label was asked for.
const paidHere: Payer = (label) => `and ${label}.parcel #>> '{billing,terms}' is null`;
const whoeverPays: Payer = () => '';

const document = (label: string): string => `
           left join wms_shipments h on h.organization_id = ${label}.organization_id and h.id = ${label}.shipment_id
           left join returns r on r.organization_id = ${label}.organization_id and r.id = ${label}.return_id`;
const warehouse = (label: string): string =>
  `join warehouses w on w.organization_id = ${label}.organization_id and w.id = ${label}.warehouse_id`;
const carton = (label: string): string =>
  `left join cartons c on c.organization_id = ${label}.organization_id and c.id = ${label}.carton_id`;
const isSent = (label: string): string =>
  `coalesce(h.status, r.status) not in ('cancelled', 'rejected', 'expired') and c.voided_at is null and ${label}.unplanned_for is null`;

async function showLabels(knex: Knex, payer: Payer): Promise<void> {
  await knex.raw('drop view billable_carrier_labels');
  await createBillableView(knex, 'billable_carrier_labels', {
    columns: {
      source_type: "'label_purchase'",
      source_id: 's.id',
      source_ref: 'coalesce(s.tracking_no, coalesce(h.shipment_no, r.return_no))',
      document_id: 'coalesce(s.shipment_id, s.return_id)',
      occurred_at: 's.bought_at',
      service_date: '(s.bought_at at time zone w.time_zone)::date',
      labels: '1::numeric',
      weight_kg: "s.parcel ->> 'weight_kg'",
      cost: 's.amount',
      cost_currency: 's.currency',
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: "coalesce(h.ship_mode, 'parcel')",
    },
    row: 's',
    from: `label_purchases s
           join carrier_accounts a on a.organization_id = s.organization_id and a.id = s.account_id
           ${document('s')}
           ${warehouse('s')}
           ${carton('s')}
           where s.bought_at is not null and s.state in ('bought', 'voiding', 'void_unknown')
             and a.merchant_id is null and (s.state = 'bought' or not s.was_dearer) and ${isSent('s')} ${payer('s')}`,
  });
}

const isCharged = `((p.state = 'voided' and p.refund_refused_at is null) or (p.state <> 'refused' and ${isSent('p')}))`;
const wasCharged = `(p.state = 'voided' or (${isSent('p')}))`;

async function showAdjustments(knex: Knex, payer: Payer, condition: string): Promise<void> {
  await knex.raw('drop view billable_label_adjustments');
  await createBillableView(knex, 'billable_label_adjustments', {
    columns: {
      source_type: "'carrier_invoice_line'",
      source_id: 's.id',
      source_ref: 's.tracking_no',
      document_id: 's.invoice_id',
      warehouse_id: 'p.warehouse_id',
      occurred_at: 'i.billed_at',
      service_date: '(i.billed_at at time zone w.time_zone)::date',
      weight_kg: 's.weight_kg',
      cost: 's.difference',
      cost_currency: 'i.currency',
      carrier_code: 'p.carrier_code',
      service_code: 'p.service_code',
      reason_code: 's.dearer_by',
    },
    row: 's',
    from: `carrier_invoice_lines s
           join carrier_invoices i on i.organization_id = s.organization_id and i.id = s.invoice_id
            and (i.is_even or exists (select 1 from bills b where b.organization_id = i.organization_id
                                         and b.id = i.bill_id and b.status <> 'void'))
           join label_purchases p on p.organization_id = s.organization_id and p.id = s.label_id
           join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
           ${warehouse('p')}
           ${document('p')}
           ${carton('p')}
           where i.state = 'billed' and s.verdict in ('dearer', 'cheaper') and s.difference <> 0 and a.merchant_id is null
             and ${condition} ${payer('p')}`,
  });
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table carrier_accounts
      add column billing text not null default 'prepaid' check (billing in ('prepaid', 'collect', 'third_party')),
      add column billing_account_no text,
      add column billing_postal text,
      add column billing_country char(2) check (billing_country ~ '^[A-Z]{2}$'),
      add constraint carrier_accounts_billing_named check ((billing = 'prepaid') = (billing_account_no is null)),
      add constraint carrier_accounts_billing_placed check (
        (billing_postal is null or billing_country is not null)
        and (billing <> 'prepaid' or billing_country is null))`);
  await showLabels(knex, paidHere);
  await showAdjustments(knex, paidHere, isCharged);
}

export async function down(knex: Knex): Promise<void> {
  await showLabels(knex, whoeverPays);
  await showAdjustments(knex, whoeverPays, wasCharged);
  await knex.raw(`
    alter table carrier_accounts
      drop column billing, drop column billing_account_no, drop column billing_postal, drop column billing_country`);
}
