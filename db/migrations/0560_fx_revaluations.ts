/**
 * Revaluations of open foreign receivables and payables at a month's end. The items say by how much each document was
 * brought to the closing rate, so that the aging of that day still equals the control accounts; a repeated revaluation
 * stores what has changed since the last one of its month, and nothing when nothing has.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table fx_revaluations (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      as_of date not null check (as_of = (date_trunc('month', as_of) + interval '1 month - 1 day')::date),
      currency char(3) not null,
      -- Base currency for one unit.
      rate numeric(18,8) not null check (rate > 0),
      revision integer not null check (revision >= 0),
      created_by text not null default '',
      created_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint fx_revaluation_once unique (organization_id, as_of, currency, revision),
      constraint fx_revaluations_currency_fk foreign key (currency) references currencies (code)
    );

    create table fx_revaluation_items (
      organization_id uuid not null,
      as_of date not null,
      side text not null check (side in ('receivable', 'payable')),
      -- An invoice or a bill, by side.
      document_id uuid not null,
      revaluation_id uuid not null,
      party_type text not null check (party_type in ('merchant', 'customer', 'vendor', 'carrier')),
      party_id uuid not null,
      -- Open in the document's currency on that day; credits count against.
      amount_due money_amount not null,
      -- In the base currency: what the documents' own rates make of it, and by how much this revaluation moved it.
      booked money_amount not null,
      moved money_amount not null check (moved <> 0),
      primary key (organization_id, as_of, side, document_id, revaluation_id),
      constraint fx_revaluation_items_revaluation_id_fk foreign key (organization_id, revaluation_id)
        references fx_revaluations (organization_id, id)
    );
  `);
  for (const table of ['fx_revaluations', 'fx_revaluation_items']) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'] });
    await makeAppendOnly(knex, table);
    // The books are the house's, as in the journal itself.
    await knex.raw(`
      create policy merchant on ${table} as restrictive to ${roleNames.app}
        using ((select nullif(current_setting('app.merchant_id', true), '')) is null);
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table fx_revaluation_items, fx_revaluations');
}
