/** An issued invoice or credit note as a European e-invoice: as XML of either syntax, and as what its PDF carries. */
import type { Letterhead } from '../../../db/documents/letterheads.read.ts';
import { findInvoice, type InvoiceLineRow, type InvoiceRow } from '../../../db/documents/invoices.read.ts';
import { decimal } from '../../../domain/decimal.ts';
import { ciiInvoice } from '../../../domain/documents/e-invoice-cii.ts';
import { ublInvoice } from '../../../domain/documents/e-invoice-ubl.ts';
import {
  eLine,
  eTaxes,
  headPeriod,
  lacksOf,
  type EInvoice,
  type EParty,
} from '../../../domain/documents/e-invoice.ts';
import { peppolLacksOf } from '../../../domain/documents/peppol.ts';
import { countryCode } from '../../../domain/paper/address-lines.ts';
import { isSepaTransfer } from '../../../domain/paper/bank-and-tax-ids.ts';
import { currencyExponents } from '../../../domain/money/currency.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Call, FileAnswer } from '../../http/endpoint.ts';

type WholeInvoice = InvoiceRow & { lines: InvoiceLineRow[] };
type Corrected = EInvoice['corrects'];

/** What a credit note corrects, as its paper and its XML name it. */
export async function correctedBy({ tx }: Call, invoice: InvoiceRow): Promise<Corrected> {
  if (invoice.original_invoice_id === null) return null;
  const original = await findInvoice(tx, invoice.original_invoice_id);
  return original?.invoice_no ? { number: original.invoice_no, date: original.invoice_date } : null;
}

/** The XML in the syntax asked for. Refuses 409 E_INVOICE_INCOMPLETE with everything the standard misses. */
export async function eInvoiceFile(
  call: Call,
  invoice: WholeInvoice,
  letterhead: Letterhead | undefined,
  syntax: 'cii' | 'ubl',
): Promise<FileAnswer> {
  const { invoice_no: no, status } = invoice;
  if (no === null || !letterhead) throw incomplete(['to be issued: a draft has no number']);
  if (status === 'void') throw incomplete(['to stand: it is void']);
  const written = eInvoiceOf(invoice, letterhead, await correctedBy(call, invoice));
  const lacks = [...lacksOf(written), ...(syntax === 'ubl' ? peppolLacksOf(written) : [])];
  if (lacks.length > 0) throw incomplete(lacks);
  return {
    file: syntax === 'cii' ? ciiInvoice(written) : ublInvoice(written),
    content_type: 'application/xml',
    filename: `${no}-${syntax}.xml`,
  };
}

/** The XML that the PDF carries; undefined for a paper that is no e-invoice, which lacks something the standard asks for. */
export function embeddedInvoice(
  invoice: WholeInvoice,
  letterhead: Letterhead,
  corrects: Corrected,
): Buffer | undefined {
  if (invoice.invoice_no === null || invoice.status === 'void') return undefined;
  const written = eInvoiceOf(invoice, letterhead, corrects);
  return lacksOf(written).length === 0 ? ciiInvoice(written) : undefined;
}

function incomplete(lacks: readonly string[]): Refusal {
  return new Refusal('E_INVOICE_INCOMPLETE', `An e-invoice needs ${lacks.join('; and ')}.`, { lacks });
}

function eInvoiceOf(invoice: WholeInvoice, letterhead: Letterhead, corrects: Corrected): EInvoice {
  const { currency, lines: rows, bill_to: billTo, reverse_charge: isReversed } = invoice;
  const lines = rows.map((line) => eLine(line, isReversed));
  const buyer = partyOf(billTo, { name: textOf(billTo['name']) ?? letterhead.party_name });
  return {
    kind: invoice.kind,
    number: invoice.invoice_no!,
    date: invoice.invoice_date,
    due: invoice.due_date,
    currency,
    // Peppol asks for a reference of the buyer's, or an order: the name finds it a desk where neither was given.
    buyer_reference: invoice.po_number ?? buyer.name,
    order_reference: invoice.po_number,
    corrects,
    ...headPeriod(invoice.period_start, invoice.period_end, lines),
    notes: invoice.notes,
    seller: partyOf(letterhead.address, { ...letterhead, name: letterhead.seller_name }),
    buyer: { ...buyer, vat_id: invoice.buyer_vat_id },
    iban: letterhead.iban,
    bic: letterhead.bic,
    by_sepa: isSepaTransfer(letterhead.iban, currency),
    lines,
    taxes: eTaxes(lines, { exponent: currencyExponents.get(currency) ?? 2, mode: letterhead.rounding }),
    net: decimal(invoice.subtotal).minus(decimal(invoice.discount_total)),
    tax: decimal(invoice.tax_total),
    total: decimal(invoice.total),
  };
}

type Named = { name: string } & Partial<
  Pick<EParty, 'vat_id' | 'tax_number' | 'registration_no' | 'email' | 'phone'>
>;

function partyOf(address: Record<string, unknown>, words: Named): EParty {
  return {
    name: words.name,
    street: (textOf(address['address']) ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
    city: textOf(address['city']),
    region: textOf(address['state']),
    postal: textOf(address['postal']),
    country: countryCode(address['country']) ?? '',
    vat_id: words.vat_id ?? null,
    tax_number: words.tax_number ?? null,
    registration_no: words.registration_no ?? null,
    email: words.email ?? textOf(address['email']),
    phone: textOf(address['phone']),
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
