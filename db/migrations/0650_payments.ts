/** Payments and what they were applied to. Both are history: a reversal is another row. */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, protectTenantTable, tenantKey } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payments (
      ${tenantKey},
      payment_no text not null,
      direction text not null check (direction in ('in', 'out')),
      merchant_id uuid,
      customer_id uuid,
      vendor_id uuid,
      carrier_id uuid,
      method text not null check (method in ('ach', 'wire', 'check', 'card', 'cash', 'credit_note', 'write_off', 'other')),
      payment_date date not null,
      currency char(3) not null,
      exchange_rate numeric(18,8) not null default 1 check (exchange_rate > 0),
      amount money_amount not null check (amount > 0),
      -- Bank or cash account, or the expense of a write-off; null when a credit note is applied.
      account_id uuid,
      reference text not null default '',
      memo text not null default '',
      reverses_payment_id uuid,
      created_by text not null default '',
      created_at timestamptz not null default now(),
      constraint payments_payment_no_once unique (organization_id, payment_no),
      constraint payment_reversed_once unique (organization_id, reverses_payment_id),
      constraint payments_reverses_payment_id_fk foreign key (organization_id, reverses_payment_id)
        references payments (organization_id, id),
      constraint payments_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint payments_customer_id_fk foreign key (organization_id, customer_id) references customers (organization_id, id),
      constraint payments_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id),
      constraint payments_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id),
      constraint payments_account_id_fk foreign key (organization_id, account_id) references accounts (organization_id, id),
      constraint payments_currency_fk foreign key (currency) references currencies (code),
      constraint payments_one_party check (num_nonnulls(merchant_id, customer_id, vendor_id, carrier_id) = 1),
      constraint payments_account_unless_credit check ((method = 'credit_note') = (account_id is null))
    );
    create index payments_by_date on payments (organization_id, payment_date desc, id);

    create table payment_allocations (
      ${checkedKey},
      payment_id uuid not null,
      invoice_id uuid,
      bill_id uuid,
      -- The credit note or vendor credit this amount was taken from.
      credit_invoice_id uuid,
      credit_bill_id uuid,
      -- In the document's currency; negative for a reversal.
      amount money_amount not null check (amount <> 0),
      -- What left the control account for the document, and for the applied credit, in base currency.
      base_amount money_amount not null,
      credit_base_amount money_amount not null default 0,
      applied_on date not null,
      created_at timestamptz not null default now(),
      constraint payment_allocations_payment_id_fk foreign key (organization_id, payment_id)
        references payments (organization_id, id),
      constraint payment_allocations_invoice_id_fk foreign key (organization_id, invoice_id)
        references invoices (organization_id, id),
      constraint payment_allocations_bill_id_fk foreign key (organization_id, bill_id) references bills (organization_id, id),
      constraint payment_allocations_credit_invoice_id_fk foreign key (organization_id, credit_invoice_id)
        references invoices (organization_id, id),
      constraint payment_allocations_credit_bill_id_fk foreign key (organization_id, credit_bill_id)
        references bills (organization_id, id),
      constraint payment_allocations_one_document check (num_nonnulls(invoice_id, bill_id) = 1),
      constraint payment_allocations_credit_of_same_side check (
        (credit_invoice_id is null or invoice_id is not null) and (credit_bill_id is null or bill_id is not null))
    );
    create index payment_allocations_of_payment on payment_allocations (organization_id, payment_id);
    -- Aging takes off what was applied after its day.
    create index payment_allocations_by_date on payment_allocations (organization_id, applied_on);
    create index payment_allocations_of_invoice on payment_allocations (organization_id, invoice_id) where invoice_id is not null;
    create index payment_allocations_of_bill on payment_allocations (organization_id, bill_id) where bill_id is not null;
    create index payment_allocations_of_credit on payment_allocations (organization_id, credit_invoice_id)
      where credit_invoice_id is not null;
    create index payment_allocations_of_vendor_credit on payment_allocations (organization_id, credit_bill_id)
      where credit_bill_id is not null;
  `);
  const appended = { rights: ['select', 'insert'] as const, operatorWrites: true };
  await protectTenantTable(knex, 'payments', { ...appended, merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'payment_allocations', {
    ...appended,
    merchant: {
      where: `exists (select 1 from payments p
        where p.organization_id = payment_allocations.organization_id and p.id = payment_allocations.payment_id)`,
    },
  });
  await makeAppendOnly(knex, 'payments');
  await makeAppendOnly(knex, 'payment_allocations');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payment_allocations, payments');
}
