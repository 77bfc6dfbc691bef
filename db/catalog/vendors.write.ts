/**
 * Writes vendors. A directory row is written once and never changed; a vendor keeps its owner's own name and details.
 */
import { newId } from '../../domain/new-id.ts';
import { unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { insertRecord } from '../records.write.ts';
import { findVendorMatches, type VendorWords } from './vendors.read.ts';

export interface NewVendor {
  /** The owner; null for the operator. */
  merchant_id: string | null;
  name: string;
  identifiers?: VendorWords['identifiers'] | undefined;
  /** A match that was suggested. */
  directory_id?: string | undefined;
  code?: string | undefined;
  contact?: object | undefined;
  payment_terms_days?: number | null | undefined;
  over_receipt_tolerance_percent?: number | null | undefined;
}

/**
 * Creates a vendor. Without a `directory_id` it gets an identity of its own, or an existing one with exactly the same
 * name and numbers. A name or identity its owner already has is 409 DUPLICATE; an identity that does not match is 400
 * UNKNOWN_REFERENCE.
 */
export async function insertVendor(
  tx: TenantTransaction,
  { directory_id: given, code, identifiers = {}, ...extension }: NewVendor,
): Promise<string> {
  const words = { name: extension.name, identifiers };
  if (given) await assertVendorMatch(tx, words, given);
  return insertRecord(tx, 'vendors', {
    ...extension,
    identifiers,
    code: code ?? codeOf(extension.name),
    directory_id: given ?? (await identityOf(tx, words)),
  });
}

/** Refuses 400 UNKNOWN_REFERENCE for an identity that shares neither the vendor's name nor a number. */
export async function assertVendorMatch(
  tx: TenantTransaction,
  words: VendorWords,
  directoryId: string,
): Promise<void> {
  const matches = await findVendorMatches(tx, words, directoryId);
  if (matches.length === 0) throw unknownReference('directory_id', 'match of the vendor');
}

/** The identity with exactly these details; created when there is none. */
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
    sql`insert into vendor_directory (id, name, identifiers) values (${newId()}, ${name}, ${stored}::jsonb) returning id`,
  );
  return made!.id;
}

/** A code derived from the name, as a person would abbreviate it. */
function codeOf(name: string): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32);
  return letters || 'VENDOR';
}
