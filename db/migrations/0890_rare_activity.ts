/**
 * What is rare is found by itself: returns, transfers and what goes back to vendors are billed without a look at all that
 * was received, shipped and adjusted, and labels missing of what has left are looked for across all organizations.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index inbound_receipts_by_closing on inbound_receipts (organization_id, merchant_id, closed_at)
      where closed_at is not null;
    create index inbound_receipts_returned on inbound_receipts (organization_id, merchant_id, received_at)
      where source_type = 'return';
    create index inbound_receipts_transferred on inbound_receipts (organization_id, merchant_id, received_at)
      where transfer_id is not null;
    create index wms_shipments_of_kind_by_shipping on wms_shipments (organization_id, merchant_id, kind, shipped_at)
      where kind in ('transfer', 'vendor_return');
    create index inventory_ledger_transfer_losses on inventory_ledger (organization_id, merchant_id, occurred_at)
      where transaction_type = 'adjust' and ref_type = 'transfer';
    create policy system on wms_shipments for select to ${roleNames.system} using (true);
    grant select on wms_shipments to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke select on wms_shipments from ${roleNames.system};
    drop policy system on wms_shipments;
    drop index inventory_ledger_transfer_losses, wms_shipments_of_kind_by_shipping, inbound_receipts_transferred,
      inbound_receipts_returned, inbound_receipts_by_closing;
  `);
}
