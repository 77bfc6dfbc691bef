/** The last steps of a run for one merchant: its invoices are drafted, and issued where that was asked for. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { orThrow } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { issueInvoices } from '../documents/issue-invoice.write.ts';
import { sql } from '../sql-text.ts';
import { draftInvoices } from './billing-invoices.write.ts';
import type { StepInput, StepOutcome } from './billing-runs.write.ts';
import { lockWaivers } from './charges.write.ts';

export async function invoice(
  tx: TenantTransaction,
  { organizationId, merchantId, run }: StepInput,
): Promise<StepOutcome> {
  await lockWaivers(tx, merchantId);
  const drafted = await draftInvoices(tx, {
    organizationId,
    merchantId,
    runId: run.id,
    periodStart: run.period_start,
    periodEnd: run.period_end,
    invoiceDate: run.invoice_date,
    lateChargePolicy: run.late_charge_policy,
    creditNotes: run.credit_notes,
    rates: run.rates,
    createdBy: run.requested_by,
  });
  const events = drafted
    .filter(({ isNew, isRevised, changes }) => isNew || isRevised || changes > 0)
    .map(({ id, isNew }): DomainEvent => ({
      type: isNew ? 'invoice.created' : 'invoice.changed',
      subject_type: 'invoice',
      subject_id: id,
      data: { status: 'draft' },
    }));
  return {
    events,
    rowsOut: drafted.reduce((sum, { changes }) => sum + changes, 0),
    result: { invoice_ids: drafted.map(({ id }) => id) },
    counters: { invoices_count: drafted.length },
  };
}

/**
 * Issues the invoices that the run drafted, added to, dated or rated anew. A draft whose credits exceed its charges
 * waits for more charges.
 */
export async function issue(
  tx: TenantTransaction,
  { organizationId, merchantId, run }: StepInput,
): Promise<StepOutcome> {
  const drafts = await rows<{ id: string }>(
    tx,
    sql`select id from invoices
         where organization_id = ${organizationId} and merchant_id = ${merchantId} and status = 'draft' and total >= 0
           and (run_id = ${run.id} or id in (
             select jsonb_array_elements_text(s.result -> 'invoice_ids')::uuid from billing_run_steps s
              where s.organization_id = ${organizationId} and s.run_id = ${run.id} and s.merchant_id = ${merchantId}
                and s.step = 'invoice'))
         order by id`,
  );
  if (drafts.length === 0) return {};
  const answers = await issueInvoices(
    tx,
    drafts.map(({ id }) => ({ id, by: run.requested_by })),
  );
  const issued = answers.map(orThrow);
  const events = issued.map(({ id, invoice_no, status }): DomainEvent => ({
    type: 'invoice.issued',
    subject_type: 'invoice',
    subject_id: id,
    data: { status, previous_status: 'draft', invoice_no },
  }));
  return { rowsOut: issued.length, events };
}
