/**
 * Labels of parcels that come back: bought for a return and not for a shipment, from the customer's address to the
 * warehouse's. Of a return at most one is alive. Merchants are charged for them as for others, unless their return ended
 * without anything.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { overAllRows } from '../tenant-table.ts';

const alive =
  "state in ('choosing', 'queued', 'sending', 'unknown', 'bought', 'dearer', 'voiding', 'void_unknown')";

/** What a label `label` is of, and whether that is sent. */
interface Charged {
  joined(label: string): string;
  isSent(label: string): string;
  no: string;
  documentId: string;
  shipMode: string;
}

const carton = (label: string): string =>
  `left join cartons c on c.organization_id = ${label}.organization_id and c.id = ${label}.carton_id`;

const shipments: Charged = {
  joined: (label) => `
    join wms_shipments h on h.organization_id = ${label}.organization_id and h.id = ${label}.shipment_id`,
  isSent: () => "h.status <> 'cancelled' and c.voided_at is null",
  no: 'h.shipment_no',
  documentId: 's.shipment_id',
  shipMode: 'h.ship_mode',
};
const shipmentsAndReturns: Charged = {
  joined: (label) => `
    left join wms_shipments h on h.organization_id = ${label}.organization_id and h.id = ${label}.shipment_id
    left join returns r on r.organization_id = ${label}.organization_id and r.id = ${label}.return_id`,
  isSent: (label) =>
    `coalesce(h.status, r.status) not in ('cancelled', 'rejected', 'expired') and c.voided_at is null and ${label}.unplanned_for is null`,
  no: 'coalesce(h.shipment_no, r.return_no)',
  documentId: 'coalesce(s.shipment_id, s.return_id)',
  shipMode: "coalesce(h.ship_mode, 'parcel')",
};

async function showBillable(knex: Knex, of: Charged): Promise<void> {
  await knex.raw('drop view billable_label_adjustments, billable_carrier_labels');
  await createBillableView(knex, 'billable_carrier_labels', {
    columns: {
      source_type: "'label_purchase'",
      source_id: 's.id',
      source_ref: `coalesce(s.tracking_no, ${of.no})`,
      document_id: of.documentId,
      occurred_at: 's.bought_at',
      service_date: '(s.bought_at at time zone w.time_zone)::date',
      labels: '1::numeric',
      weight_kg: "s.parcel ->> 'weight_kg'",
      cost: 's.amount',
      cost_currency: 's.currency',
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: of.shipMode,
    },
    row: 's',
    from: `label_purchases s
           join carrier_accounts a on a.organization_id = s.organization_id and a.id = s.account_id
           ${of.joined('s')}
           join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           ${carton('s')}
           where s.bought_at is not null and s.state in ('bought', 'voiding', 'void_unknown')
             and a.merchant_id is null and (s.state = 'bought' or not s.was_dearer) and ${of.isSent('s')}`,
  });
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
           join warehouses w on w.organization_id = p.organization_id and w.id = p.warehouse_id
           ${of.joined('p')}
           ${carton('p')}
           where i.state = 'billed' and s.verdict in ('dearer', 'cheaper') and s.difference <> 0 and a.merchant_id is null
             and (p.state = 'voided' or (${of.isSent('p')}))`,
  });
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases
      alter column shipment_id drop not null,
      add column return_id uuid,
      add constraint label_purchases_of_one check (num_nonnulls(shipment_id, return_id) = 1),
      add constraint label_purchases_return_id_fk foreign key (organization_id, merchant_id, return_id)
        references returns (organization_id, merchant_id, id);
    create unique index label_purchases_one_live_of_return on label_purchases (organization_id, return_id)
      where return_id is not null and ${alive};
    create index label_purchases_of_return on label_purchases (organization_id, return_id, created_at desc, id desc)
      where return_id is not null;
  `);
  await showBillable(knex, shipmentsAndReturns);
}

export async function down(knex: Knex): Promise<void> {
  await showBillable(knex, shipments);
  // What is of a return has no place before it: nor has what its carrier told of it, or asked for it.
  const ofReturns = 'select id from label_purchases where return_id is not null';
  await knex.raw(`
    alter table tracking_events disable trigger append_only;
    ${overAllRows(
      ['label_purchases', 'tracking_events', 'carrier_invoice_lines'],
      `delete from tracking_events where label_id in (${ofReturns});
       update carrier_invoice_lines set label_id = null where label_id in (${ofReturns});
       delete from label_purchases where return_id is not null`,
    )}
    alter table tracking_events enable trigger append_only;
    alter table label_purchases drop column return_id, alter column shipment_id set not null`);
}
