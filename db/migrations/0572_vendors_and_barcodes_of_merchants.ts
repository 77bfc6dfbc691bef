/**
 * Whom a merchant buys from is its own affair, as is what its goods are called by a scanner.
 *
 * vendors: an extension of the shared directory's row belongs to a merchant or to the house, by the rule of customers
 *   (0570). Two merchants may know the same vendor, so it has an id of its own; that of the house's (or the first) one is
 *   the directory's still.
 * item_barcodes: a barcode names one item of a merchant. Two merchants who sell the same goods have the same ones.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const bound = "(select nullif(current_setting('app.merchant_id', true), '')::uuid)";
const touched = [
  'organizations',
  'merchants',
  'inbound_receipts',
  'bills',
  'vendors',
  'items',
  'item_barcodes',
];

export async function up(knex: Knex): Promise<void> {
  // Forced row security binds the owner too and would hide every row from the backfill.
  for (const table of touched) await knex.raw(`alter table ${table} no force row level security`);
  await knex.raw(`
    alter table vendors
      add column merchant_id uuid,
      add column directory_id uuid,
      drop constraint vendors_code_once,
      drop constraint vendors_id_fkey,
      add constraint vendors_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      add constraint vendors_directory_id_fk foreign key (directory_id) references vendor_directory (id);
    update vendors v set directory_id = v.id, merchant_id = (
      select m.id from merchants m join organizations o on o.id = m.organization_id and o.edition = 'standard'
       where m.is_own and m.organization_id = v.organization_id);
    update vendors v set merchant_id = n.merchant_id
      from (select organization_id, vendor_id as id, min(merchant_id::text)::uuid as merchant_id from inbound_receipts
             where vendor_id is not null group by 1, 2 having count(distinct merchant_id) = 1) n
     where v.merchant_id is null and n.organization_id = v.organization_id and n.id = v.id
       and not exists (select 1 from bills b where b.organization_id = v.organization_id and b.vendor_id = v.id);
    alter table vendors
      alter column directory_id set not null,
      add constraint vendors_once unique nulls not distinct (organization_id, merchant_id, directory_id),
      add constraint vendors_code_once unique nulls not distinct (organization_id, merchant_id, code);
    create index vendors_by_code on vendors (organization_id, code);
    create policy merchant on vendors as restrictive to ${roleNames.app}
      using (${bound} is null or merchant_id = ${bound} or (merchant_id is null and exists (
        select 1 from inbound_receipts r
         where r.organization_id = vendors.organization_id and r.vendor_id = vendors.id)))
      with check (${bound} is null or merchant_id = ${bound});

    alter table item_barcodes add column merchant_id uuid;
    update item_barcodes b set merchant_id = i.merchant_id
      from items i where i.organization_id = b.organization_id and i.id = b.item_id;
    alter table item_barcodes
      alter column merchant_id set not null,
      drop constraint item_barcodes_pkey,
      drop constraint item_barcodes_item_id_fk,
      add primary key (organization_id, merchant_id, barcode),
      add constraint item_barcodes_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id);
    create policy merchant on item_barcodes as restrictive to ${roleNames.app}
      using (${bound} is null or merchant_id = ${bound});
  `);
  for (const table of touched) await knex.raw(`alter table ${table} force row level security`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy merchant on item_barcodes;
    alter table item_barcodes
      drop constraint item_barcodes_pkey,
      drop constraint item_barcodes_item_id_fk,
      drop column merchant_id,
      add primary key (organization_id, barcode),
      add constraint item_barcodes_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id);
    drop policy merchant on vendors;
    drop index vendors_by_code;
    alter table vendors
      drop column merchant_id,
      drop column directory_id,
      add constraint vendors_code_once unique (organization_id, code),
      add constraint vendors_id_fkey foreign key (id) references vendor_directory (id);
  `);
}
