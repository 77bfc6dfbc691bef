/**
 * What carriers invoice for labels, line by line, beside what was asked when they were bought.
 *
 * - carrier_invoices: one document of a carrier, for one account.
 * - carrier_invoice_lines: what it asks; matching says of each whose parcel it is, and what it asks beyond its price.
 *   What is billed to merchants beyond the label's price is the difference, under its line's id.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { protectTenantTable, tenantKey, times, checkedKey } from '../tenant-table.ts';

// A merchant's own account is nobody's cost but its own.
const ofOperator = 'a.merchant_id is null';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table carrier_invoices (
      ${tenantKey},
      account_id uuid not null,
      -- Whose bill it becomes.
      carrier_id uuid not null,
      invoice_no text not null,
      invoice_date date not null,
      currency char(3) not null,
      -- The lines' sum, as the carrier states it.
      total money_amount not null,
      state text not null default 'imported' check (state in ('imported', 'matched', 'billed', 'disputed')),
      dispute_reason text,
      bill_id uuid,
      -- What of it is ours comes to nothing: there is no bill, and its differences are charged all the same.
      is_even boolean not null default false,
      created_by text not null,
      ${times},
      matched_at timestamptz,
      billed_at timestamptz,
      disputed_at timestamptz,
      constraint carrier_invoices_no_once unique (organization_id, carrier_id, invoice_no),
      constraint carrier_invoices_even_has_no_bill check (not is_even or (state = 'billed' and bill_id is null)),
      constraint carrier_invoices_billed check ((state = 'billed') = (billed_at is not null)),
      constraint carrier_invoices_account_id_fk foreign key (organization_id, account_id)
        references carrier_accounts (organization_id, id),
      constraint carrier_invoices_carrier_id_fk foreign key (organization_id, carrier_id)
        references carriers (organization_id, id),
      constraint carrier_invoices_bill_id_fk foreign key (organization_id, bill_id) references bills (organization_id, id)
        on delete set null (bill_id)
    );
    create index carrier_invoices_newest on carrier_invoices (organization_id, created_at desc, id desc);
    create index carrier_invoices_of_account on carrier_invoices (organization_id, account_id, created_at desc, id desc);
    create index carrier_invoices_by_state on carrier_invoices (organization_id, state, created_at desc, id desc);

    create table carrier_invoice_lines (
      ${checkedKey},
      invoice_id uuid not null,
      line_no integer not null check (line_no > 0),
      tracking_no text not null,
      charge_code text not null,
      description text,
      amount money_amount not null,
      weight_kg quantity check (weight_kg > 0),
      -- What matching says.
      label_id uuid,
      merchant_id uuid,
      verdict text check (verdict in ('matched', 'dearer', 'cheaper', 'not_ours', 'twice')),
      dearer_by text check (dearer_by in ('price', 'weight', 'surcharge')),
      expected money_amount,
      difference money_amount,
      why text,
      constraint carrier_invoice_lines_line_no_once unique (organization_id, invoice_id, line_no),
      constraint carrier_invoice_lines_judged check ((verdict is null) = (why is null)),
      constraint carrier_invoice_lines_invoice_id_fk foreign key (organization_id, invoice_id)
        references carrier_invoices (organization_id, id),
      constraint carrier_invoice_lines_label_id_fk foreign key (organization_id, label_id)
        references label_purchases (organization_id, id)
    );
    create index carrier_invoice_lines_of_label on carrier_invoice_lines (organization_id, label_id) where label_id is not null;
  `);
  await protectTenantTable(knex, 'carrier_invoices', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
  });
  // What a merchant is charged beyond the price it can look up here.
  await protectTenantTable(knex, 'carrier_invoice_lines', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
  });
  await createBillableView(knex, 'billable_carrier_labels', {
    columns: {
      source_type: "'label_purchase'",
      source_id: 's.id',
      source_ref: 'coalesce(s.tracking_no, h.shipment_no)',
      document_id: 's.shipment_id',
      occurred_at: 's.bought_at',
      service_date: '(s.bought_at at time zone w.time_zone)::date',
      labels: '1::numeric',
      weight_kg: "s.parcel ->> 'weight_kg'",
      cost: 's.amount',
      cost_currency: 's.currency',
      carrier_code: 's.carrier_code',
      service_code: 's.service_code',
      ship_mode: 'h.ship_mode',
    },
    row: 's',
    from: `label_purchases s
           join carrier_accounts a on a.organization_id = s.organization_id and a.id = s.account_id
           join wms_shipments h on h.organization_id = s.organization_id and h.id = s.shipment_id
           join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.bought_at is not null and s.state in ('bought', 'voiding', 'void_unknown') and ${ofOperator}`,
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
           where i.state = 'billed' and s.verdict in ('dearer', 'cheaper') and s.difference <> 0 and ${ofOperator}`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_label_adjustments, billable_carrier_labels;
    drop table carrier_invoice_lines, carrier_invoices;
  `);
}
