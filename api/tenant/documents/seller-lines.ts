/** What a document says about its sender, and how to pay. */
import { addressLines, paperSizeOf } from '../../../domain/paper/address-lines.ts';
import type { Seller } from '../tenancy/paper-settings.ts';

/** Letter or A4: as configured, else as customary in the seller's country. */
export function paperOf({ paper_size: size, address }: Seller): 'A4' | 'LETTER' {
  return size ?? paperSizeOf(address['country']);
}

/** Below the seller's name: the address, contact details, and legally required numbers. */
export function sellerLines(seller: Seller): string[] {
  const { address, email, website, tax_number: tax, vat_id: vat, registration_no: registered } = seller;
  const phone = typeof address['phone'] === 'string' ? address['phone'] : null;
  return [
    ...addressLines(address),
    [phone, email, website].filter(Boolean).join('  '),
    [tax && `Tax number ${tax}`, vat && `VAT id ${vat}`, registered && `Registered ${registered}`]
      .filter(Boolean)
      .join('  '),
  ].filter(Boolean);
}

/** Payment details; empty if the seller gave none. */
export function paymentLines(seller: Seller, reference: string | null): string[] {
  const { bank_name: bank, bank_account: account, bank_code: code, iban, bic, payment_note: note } = seller;
  const way = [
    bank,
    account && `Account ${account}`,
    code && `Bank code ${code}`,
    iban && `IBAN ${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`,
    bic && `BIC ${bic}`,
  ]
    .filter(Boolean)
    .join('   ');
  return [
    way,
    way && reference ? `Reference ${reference}` : '',
    ...(note ?? '').split('\n').map((line) => line.trim()),
  ].filter(Boolean);
}
