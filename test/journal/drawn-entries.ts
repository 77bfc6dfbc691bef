/** Entries and closings drawn at random, and posting them on any day, from any source. */
import fc from 'fast-check';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { ClosedSpan } from '../../db/journal/journal-closings.read.ts';
import type { TestOrganization } from '../helpers/organization.ts';

/** A day of the four months from which entries are drawn; -1 is in the month before. */
export const day = (offset: number): string =>
  new Date(Date.UTC(2026, 2, 1 + offset)).toISOString().slice(0, 10);

export interface Entry {
  day: string;
  /** Codes of the chart: debited and credited. */
  debit: string;
  credit: string;
  amount: number;
  merchant: 'first' | 'second' | 'none';
  isYearEnd: boolean;
  isAbroad: boolean;
}

// Cash, receivable, revenue, cost, equity.
const codes = ['1000', '1100', '4000', '5000', '3000'] as const;

export const drawnEntry = fc.record({
  day: fc.integer({ min: 0, max: 121 }).map(day),
  debit: fc.constantFrom(...codes),
  credit: fc.constantFrom(...codes),
  amount: fc.integer({ min: 1, max: 99_999 }),
  merchant: fc.constantFrom('first' as const, 'second' as const, 'none' as const),
  isYearEnd: fc.boolean(),
  isAbroad: fc.boolean(),
});

export const drawnSpan: fc.Arbitrary<ClosedSpan> = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map((month) => ({
    span: 'month' as const,
    starts_on: new Date(Date.UTC(2026, 2 + month, 1)).toISOString().slice(0, 10),
  })),
  fc.integer({ min: 0, max: 121 }).map((offset) => ({ span: 'day' as const, starts_on: day(offset) })),
);

/** Posts past the service, so that any day and source can be chosen; the journal's own rules hold. */
export async function post(
  client: pg.ClientBase,
  organization: TestOrganization,
  entry: Entry,
): Promise<void> {
  const id = uuidv7();
  const { id: org, merchantId, secondMerchantId } = organization;
  const merchant = { first: merchantId, second: secondMerchantId, none: null }[entry.merchant];
  const amount = entry.amount / 100;
  await client.query(
    `with entry as (
       insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
       values ($1, $2::uuid, $2::uuid::text, $3, $4, $2::uuid, 'post', 'drawn') returning organization_id, id, entry_date)
     insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit,
                                exchange_rate, base_debit, base_credit, merchant_id)
     select e.organization_id, e.id, side.line_no, a.id, e.entry_date, $7, side.debit, side.credit, $8,
            side.debit * $8::numeric, side.credit * $8::numeric, $9::uuid
       from entry e,
            (values (1, $5::text, $10::numeric, 0::numeric), (2, $6::text, 0, $10::numeric)) side (line_no, code, debit, credit)
       join accounts a on a.organization_id = $1 and a.code = side.code`,
    [
      org,
      id,
      entry.day,
      entry.isYearEnd ? 'closing' : 'manual',
      entry.debit,
      entry.credit,
      entry.isAbroad ? 'EUR' : 'USD',
      entry.isAbroad ? 2 : 1,
      merchant,
      amount,
    ],
  );
}

export const sale: Entry = {
  day: day(3),
  debit: '1000',
  credit: '4000',
  amount: 12_345,
  merchant: 'first',
  isYearEnd: false,
  isAbroad: false,
};
