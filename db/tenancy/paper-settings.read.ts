/** The sender details on an organization's documents. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface PaperSettings {
  /** The organization's name when no legal name is set. */
  seller_name: string;
  legal_name: string | null;
  address: Record<string, unknown>;
  email: string | null;
  website: string | null;
  tax_number: string | null;
  vat_id: string | null;
  registration_no: string | null;
  bank_name: string | null;
  bank_account: string | null;
  bank_code: string | null;
  iban: string | null;
  bic: string | null;
  payment_note: string | null;
  paper_size: 'A4' | 'LETTER' | null;
  logo_sha256: string | null;
  logo_type: 'image/png' | 'image/jpeg' | null;
  logo_bytes: number | null;
}

/** The settings of the transaction's organization; everything except the seller's name may be missing. */
export async function readPaperSettings(tx: TenantTransaction): Promise<PaperSettings> {
  const found = await row<PaperSettings>(
    tx,
    sql`select coalesce(p.legal_name, o.name) as seller_name, p.legal_name, coalesce(p.address, '{}') as address, p.email,
            p.website, p.tax_number, p.vat_id, p.registration_no, p.bank_name, p.bank_account, p.bank_code, p.iban, p.bic,
            p.payment_note, p.paper_size, p.logo_sha256, p.logo_type, p.logo_bytes
       from organizations o left join paper_settings p on p.organization_id = o.id`,
  );
  return found!;
}
