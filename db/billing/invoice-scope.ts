/** Of which merchant and period a billing run makes invoices. */
import type { CurrencyRate } from '../../domain/money/exchange-rate.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface InvoiceScope {
  organizationId: string;
  merchantId: string;
  runId: string;
  periodStart: string;
  periodEnd: string;
  invoiceDate: string;
  lateChargePolicy: 'next_invoice' | 'supplement';
  rates: readonly CurrencyRate[];
  createdBy: string;
}

const isLive = sql`i.source = 'billing_run' and i.kind = 'invoice' and i.status <> 'void'`;

/** The merchant's live run invoices of the period. */
export const ofPeriod = ({ organizationId, merchantId, periodStart, periodEnd }: InvoiceScope): SqlText =>
  sql`i.organization_id = ${organizationId}::uuid and i.merchant_id = ${merchantId}::uuid
    and i.period_start = ${periodStart}::date and i.period_end = ${periodEnd}::date and ${isLive}`;
