/**
 * What is declared to customs of a shipment, and never changed: who sends other goods, or says something else of them,
 * declares anew, and the newest counts. Its paper is among `documents`.
 */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customs_declarations (
      ${checkedKey},
      shipment_id uuid not null,
      merchant_id uuid not null,
      version integer not null check (version > 0),
      invoice_no text not null,
      contents text not null check (contents in (
        'merchandise', 'gift', 'sample', 'documents', 'returned_goods', 'other')),
      contents_note text,
      incoterm text not null check (incoterm in (
        'EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DDP')),
      non_delivery text not null check (non_delivery in ('return', 'abandon')),
      currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
      signed_by text not null,
      export_filing text,
      tax_ids jsonb not null default '[]',
      created_by text not null,
      created_at timestamptz not null default now(),
      constraint customs_declarations_version_once unique (organization_id, shipment_id, version),
      constraint customs_declarations_other_says_what check (contents <> 'other' or contents_note is not null),
      constraint customs_declarations_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id)
    );
    create index customs_declarations_newest on customs_declarations (organization_id, created_at desc, id desc);

    create table customs_lines (
      organization_id uuid not null,
      declaration_id uuid not null,
      line_no integer not null check (line_no > 0),
      merchant_id uuid not null,
      item_id uuid not null,
      description text not null,
      -- Documents have none.
      hs_code text check (hs_code ~ '^[0-9]{6,12}$'),
      origin_country char(2) not null check (origin_country ~ '^[A-Z]{2}$'),
      qty quantity not null check (qty > 0),
      unit_value unit_price not null check (unit_value > 0),
      unit_weight_kg numeric(18,6) not null check (unit_weight_kg > 0),
      primary key (organization_id, declaration_id, line_no),
      constraint customs_lines_declaration_id_fk foreign key (organization_id, declaration_id)
        references customs_declarations (organization_id, id),
      constraint customs_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
  `);
  for (const table of ['customs_declarations', 'customs_lines']) {
    await protectTenantTable(knex, table, {
      rights: ['select', 'insert'],
      merchant: { column: 'merchant_id' },
    });
    await makeAppendOnly(knex, table);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table customs_lines, customs_declarations');
}
