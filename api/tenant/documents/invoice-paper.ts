/**
 * The paper of an invoice or credit note. Issued, it is the document as of its issue, the same for ever: what happens to
 * it later (payments, a dispute) is told by the invoice, not by its paper. Void, it has a second paper, which says so and
 * asks for no payment. A draft is drawn as of today.
 */
import { findLetterhead } from '../../../db/documents/letterheads.read.ts';
import type { InvoiceLineRow, InvoiceRow } from '../../../db/documents/invoices.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { readPaperSettings } from '../../../db/tenancy/paper-settings.read.ts';
import type { Call, LaterFile } from '../../http/endpoint.ts';
import { keptPaper } from '../files/kept-paper.ts';
import { withLogo } from '../tenancy/paper-settings.ts';
import { correctedBy, embeddedInvoice } from './e-invoice.ts';

export async function invoicePaper(
  call: Call,
  invoice: InvoiceRow & { lines: InvoiceLineRow[] },
): Promise<LaterFile> {
  const { tx, organizationId, files } = call;
  const issued = await findLetterhead(tx, invoice.id);
  const lines = issued
    ? invoice.lines.map((line) => ({
        ...line,
        category: issued.categories[line.billing_item_id ?? ''] ?? null,
      }))
    : invoice.lines;
  const letterhead = issued ?? {
    ...(await readPaperSettings(tx)),
    rounding: (await readOrganization(tx)).rounding,
    party_name: invoice.party_name,
  };
  const { invoicePdf } = await import('./invoice-pdf.ts');
  const corrects = await correctedBy(call, invoice);
  const xml = issued && embeddedInvoice(invoice, issued, corrects);
  const draw = async (): Promise<Buffer> =>
    invoicePdf(organizationId, await withLogo(call, letterhead), { ...invoice, lines }, corrects, xml);
  const no = invoice.invoice_no ?? 'draft';
  const end = invoice.status === 'void' ? 'void' : undefined;
  const subject = ['invoice', invoice.id, end].filter(Boolean).join(' ');
  return async () => ({
    file: issued ? await keptPaper(files, organizationId, subject, draw) : await draw(),
    content_type: 'application/pdf',
    filename: `${[no, end].filter(Boolean).join('-')}.pdf`,
    inline: true,
  });
}
