/** Holds each line of a locked carrier's invoice against its label, as both are now. */
import { invoiceToleranceOf } from '../../db/parcels/accounts.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import {
  readInvoicedLines,
  writeVerdicts,
  type LockedCarrierInvoice,
} from '../../db/transport/carrier-invoices.write.ts';
import { auditInvoice } from '../../domain/transport/audit-invoice.ts';

/** How many of its lines are judged otherwise than before. */
export async function judgeCarrierInvoice(
  tx: TenantTransaction,
  { id, account_id: accountId, currency }: LockedCarrierInvoice,
): Promise<number> {
  const tolerance = await invoiceToleranceOf(tx, accountId);
  return writeVerdicts(tx, auditInvoice(await readInvoicedLines(tx, id), { currency, tolerance }));
}
