/** What a paper says of who sent it, and how it is paid. */
import { addressLines, paperSizeOf } from '../../../domain/paper/address-lines.ts';
import type { Seller } from '../tenancy/paper-settings.ts';

/** Letter or A4: as it was set, else as the seller's country has it. */
export function paperOf({ paper_size: size, address }: Seller): 'A4' | 'LETTER' {
  return size ?? paperSizeOf(address['country']);
}

/** Under the seller's name: the address, how to reach them, the numbers the law asks for. */
export function sellerLines(seller: Seller): string[] {
  const { address, email, website, tax_number: tax, registration_no: registered } = seller;
  const phone = typeof address['phone'] === 'string' ? address['phone'] : null;
  return [
    ...addressLines(address),
    [phone, email, website].filter(Boolean).join('  '),
    [tax && `Tax number ${tax}`, registered && `Registered ${registered}`].filter(Boolean).join('  '),
  ].filter(Boolean);
}

/** Where the money goes; nothing where the seller has said nothing. */
export function paymentLines(seller: Seller, reference: string | null): string[] {
  const { bank_name: bank, bank_account: account, bank_code: code, payment_note: note } = seller;
  const way = [bank, account && `Account ${account}`, code && `Bank code ${code}`]
    .filter(Boolean)
    .join('   ');
  return [
    way,
    way && reference ? `Reference ${reference}` : '',
    ...(note ?? '').split('\n').map((line) => line.trim()),
  ].filter(Boolean);
}
