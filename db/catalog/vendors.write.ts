/** Writes of vendors. A directory row is written once and never changed; a vendor is its owner's own words. */
import { v7 as uuidv7 } from 'uuid';
import { unknownReference } from '../../domain/refusals.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { insertRecord } from '../records.write.ts';
import { sql } from '../sql-text.ts';
import { findVendorMatches, type VendorWords } from './vendors.read.ts';

export interface NewVendor {
  /** Whose it is; null is the operator's. */
  merchant_id: string | null;
  name: string;
  identifiers?: VendorWords['identifiers'] | undefined;
  /** A match that was proposed. */
  directory_id?: string | undefined;
  code?: string | undefined;
  contact?: object | undefined;
  payment_terms_days?: number | null | undefined;
  over_receipt_tolerance_percent?: number | null | undefined;
}

/**
 * Adds a vendor. Without a `directory_id` it gets an identity of its own, or the one that says the very same already.
 * A name or an identity that its owner has already: 409 DUPLICATE; an identity that does not match: 400 UNKNOWN_REFERENCE.
 */
export async function insertVendor(
  tx: TenantTransaction,
  organizationId: string,
  { directory_id: given, code, identifiers = {}, ...extension }: NewVendor,
): Promise<string> {
  const words = { name: extension.name, identifiers };
  if (given) await assertVendorMatch(tx, words, given);
  return insertRecord(tx, organizationId, 'vendors', {
    ...extension,
    identifiers,
    code: code ?? codeOf(extension.name),
    directory_id: given ?? (await identityOf(tx, words)),
  });
}

/** Refuses 400 UNKNOWN_REFERENCE for an identity that has neither the name nor a number of the vendor. */
export async function assertVendorMatch(
  tx: TenantTransaction,
  words: VendorWords,
  directoryId: string,
): Promise<void> {
  const matches = await findVendorMatches(tx, words, directoryId);
  if (matches.length === 0) throw unknownReference('directory_id', 'match of the vendor');
}

/** The identity that says exactly this; made when none does. */
async function identityOf(tx: TenantTransaction, { name, identifiers }: VendorWords): Promise<string> {
  const stored = JSON.stringify(identifiers);
  const [same] = await rows<{ id: string }>(
    tx,
    sql`select id from vendor_directory where lower(name) = lower(${name}) and identifiers = ${stored}::jsonb
         order by id limit 1`,
  );
  if (same) return same.id;
  const [made] = await rows<{ id: string }>(
    tx,
    sql`insert into vendor_directory (id, name, identifiers) values (${uuidv7()}, ${name}, ${stored}::jsonb) returning id`,
  );
  return made!.id;
}

/** A code made from the name: what a person would abbreviate it to. */
function codeOf(name: string): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32);
  return letters || 'VENDOR';
}
