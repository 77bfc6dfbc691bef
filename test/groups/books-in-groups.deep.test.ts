/**
 * What enters the books in groups leaves what it leaves one by one, numbers included: random mixes of invoices and bills
 * that can be issued and that cannot, payments that use up the same document, voids of documents and of what corrects
 * them, entries good and bad, in groups of 2 and 64 next to the same commands alone.
 */
import test from 'ava';
import fc from 'fast-check';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { draftBills, draftInvoices, lockedThrough } from './book-drafts.ts';
import { accept, leftBy, runInGroups, runOneByOne } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  // Unforeseen faults: such a document is never issued, such a payment and such an entry are never stored.
  await platform.owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned' using errcode = 'XX000'; end $$;
    create trigger poison before update on invoices for each row
      when (new.notes = 'poison' and new.status <> 'draft') execute function poison();
    create trigger poison before update on bills for each row
      when (new.notes = 'poison' and new.status <> 'draft') execute function poison();
    create trigger poison before insert on payments for each row when (new.memo = 'poison') execute function poison();
    create trigger poison before insert on journal_lines for each row when (new.memo = 'poison') execute function poison()`);
});
test.after.always(() => platform?.stop());

interface Made {
  organization: TestOrganization;
  accounts: Record<string, string>;
  invoices: string[];
  bills: string[];
  /** Recorded on the first invoice and the first bill. */
  payments: { invoice: string; bill: string };
  named: Record<string, string>;
}

const unknownId = '00000000-0000-7000-8000-000000000000';
const needsIssued = (name: string): boolean => /payment|void/.test(name);

/** An organization with drafts or, for what needs them, issued documents; the same whenever it is created. */
async function make(name: string): Promise<Made> {
  const { database, owner } = platform;
  const organization = await createOrganization(database, { edition: 'three_pl' });
  const run = (command: string, inputs: readonly object[]) =>
    runOneByOne(database, organization, `accounting.${command}`, inputs);
  const idsOf = async (text: string): Promise<string[]> =>
    (await owner.query<{ id: string }>(text, [organization.id])).rows.map(({ id }) => id);
  const { rows } = await owner.query<{ code: string; id: string }>(
    'select code, id from accounts where organization_id = $1',
    [organization.id],
  );
  const accounts = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  await run('create_invoice', draftInvoices(organization, accounts));
  await run('create_bill', draftBills(organization));
  const invoices = await idsOf('select id from invoices where organization_id = $1 order by po_number');
  const bills = await idsOf('select id from bills where organization_id = $1 order by vendor_bill_no');
  if (needsIssued(name)) {
    await run(
      'issue_invoice',
      invoices.map((id) => ({ invoice_id: id })),
    );
    await run(
      'approve_bill',
      bills.map((id) => ({ bill_id: id })),
    );
    const paid = { method: 'ach', amount: 1, payment_date: '2026-05-20' };
    await run('record_invoice_payment', [{ invoice_id: invoices[0], ...paid }]);
    await run('record_bill_payment', [{ bill_id: bills[0], ...paid }]);
    const correction = {
      kind: 'credit_note',
      original_invoice_id: invoices[1],
      invoice_date: '2026-06-05',
      po_number: '9',
      lines: [{ account_id: accounts['4000'], description: 'Too much', quantity: 1, unit_price: 3 }],
    };
    await run('create_invoice', [correction]);
    invoices.push(...(await idsOf(`select id from invoices where organization_id = $1 and po_number = '9'`)));
    await run('issue_invoice', [{ invoice_id: invoices.at(-1) }]);
  }
  await owner.query('update organizations set lock_date = $2 where id = $1', [
    organization.id,
    lockedThrough,
  ]);
  const [invoice, bill] = await idsOf(
    'select payment_id as id from payment_allocations where organization_id = $1 order by bill_id nulls first',
  );
  const named = Object.fromEntries([
    ...invoices.map((id, index) => [`invoice ${index}`, id]),
    ...bills.map((id, index) => [`bill ${index}`, id]),
    ...Object.entries(accounts).map(([code, id]) => [`account ${code}`, id]),
    ['second merchant', organization.secondMerchantId!],
    ['carrier', organization.carrierId],
  ]);
  return {
    organization,
    accounts,
    invoices,
    bills,
    payments: { invoice: invoice ?? unknownId, bill: bill ?? unknownId },
    named,
  };
}

type InputOf = (made: Made) => object;

const which = fc.integer({ min: 0, max: 9 });
const idOf = (type: 'invoice' | 'bill', made: Made, index: number): string =>
  made[`${type}s`][index] ?? unknownId;
const issued = (type: 'invoice' | 'bill'): fc.Arbitrary<InputOf> =>
  which.map((index) => (made) => ({ [`${type}_id`]: idOf(type, made, index) }));
const day = fc.constantFrom(undefined, '2026-05-20', '2026-05-25', '2026-06-02', '2026-05-01', lockedThrough);

const paid = (type: 'invoice' | 'bill'): fc.Arbitrary<InputOf> =>
  fc
    .record({
      index: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5, 9),
      method: fc.constantFrom('ach', 'ach', 'ach', 'credit_note', 'credit_note', 'write_off', undefined),
      credit: fc.constantFrom(2, 2, 3, 0),
      amount: fc.constantFrom(1, 2, 4, 4, 7.5, 0.001, 200),
      payment_date: day,
      account: fc.constantFrom(undefined, undefined, undefined, '1000', '6000', '1100', 'unknown'),
      exchange_rate: fc.constantFrom(undefined, undefined, 1, 1.5),
      memo: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 'poison'),
      isReversal: fc.constantFrom(false, false, false, false, false, true),
    })
    .map(({ index, method, credit, account, isReversal, ...rest }) => (made) => {
      const document = { [`${type}_id`]: idOf(type, made, index) };
      const { payment_date, memo } = rest;
      if (isReversal) return { ...document, reverses_payment_id: made.payments[type], payment_date, memo };
      return {
        ...document,
        ...rest,
        method: type === 'bill' && method === 'write_off' ? 'ach' : method,
        account_id: account && (made.accounts[account] ?? unknownId),
        ...(method === 'credit_note' && { [`credit_${type}_id`]: idOf(type, made, credit) }),
      };
    });

const voided = (type: 'invoice' | 'bill'): fc.Arbitrary<InputOf> =>
  fc.record({ index: which, void_date: day }).map(({ index, void_date }) => (made) => ({
    [`${type}_id`]: idOf(type, made, index),
    void_date,
    reason: 'Drawn',
  }));

const kinds: Record<string, fc.Arbitrary<InputOf>> = {
  'accounting.issue_invoice': issued('invoice'),
  'accounting.approve_bill': issued('bill'),
  'accounting.record_invoice_payment': paid('invoice'),
  'accounting.record_bill_payment': paid('bill'),
  'accounting.void_invoice': voided('invoice'),
  'accounting.void_bill': voided('bill'),
  'accounting.post_manual_entry': fc
    .record({
      entry_date: day,
      auto_reverse_on: fc.constantFrom(undefined, undefined, '2026-06-30', '2026-05-01'),
      currency: fc.constantFrom(undefined, undefined, 'USD', 'EUR', 'XXQ'),
      exchange_rate: fc.constantFrom(undefined, 1, 1.1),
      account: fc.constantFrom('6000', '6000', '6000', '1100', 'unknown'),
      merchant: fc.constantFrom(undefined, 'own', 'unknown'),
      credit: fc.constantFrom(5, 5, 5, 6, 5.001),
      memo: fc.constantFrom(undefined, undefined, undefined, undefined, 'poison'),
    })
    .map(({ account, merchant, credit, memo, ...rest }) => ({ organization, accounts }) => ({
      ...rest,
      description: 'Rent',
      lines: [
        { account_id: accounts[account] ?? unknownId, debit: credit === 6 ? 5 : credit, memo },
        {
          account_id: accounts['1000'],
          credit,
          merchant_id: merchant === 'own' ? organization.merchantId : merchant && unknownId,
        },
      ],
    })),
};

async function left(name: string, wanted: readonly InputOf[], size: number) {
  const { database, owner } = platform;
  const made = await make(name);
  const inputs = wanted.map((inputOf) => said(inputOf(made)));
  const ids = await accept(database, made.organization, name, inputs);
  await runInGroups(database, made.organization.id, ids, size);
  return leftBy(owner, made.organization, made.named, ids);
}

for (const [name, inputs] of Object.entries(kinds)) {
  test.serial(`${name} in groups of 2 and 64 leaves what it leaves one by one`, async (t) => {
    await assertAsAlone(t, inputs, { commandsMax: 14, runs: 8 }, (wanted, size) => left(name, wanted, size));
  });
}
