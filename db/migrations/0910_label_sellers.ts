/**
 * Whether an account with a carrier would sell a label for a merchant's parcels from a warehouse, whoever asks: the operator's
 * accounts are not shown to a merchant's token, and its parcels need their labels all the same.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function has_label_seller(p_organization_id uuid, p_merchant_id uuid, p_warehouse_id uuid) returns boolean
      language sql stable security definer set search_path = public, pg_temp as $$
      select exists (select 1 from carrier_accounts a
        where a.organization_id = p_organization_id
          and a.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
          and a.is_active and (a.merchant_id is null or a.merchant_id = p_merchant_id)
          and (a.warehouse_ids = '{}' or p_warehouse_id = any (a.warehouse_ids)))
    $$;
    revoke execute on function has_label_seller(uuid, uuid, uuid) from public;
    grant execute on function has_label_seller(uuid, uuid, uuid) to ${roleNames.app};
  `);
  await admitOwnerFunctions(knex, 'carrier_accounts', { policy: 'label_sellers', command: 'select' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop policy label_sellers on carrier_accounts; drop function has_label_seller;');
}
