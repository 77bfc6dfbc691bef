/** Writes of vendors. The directory row is shared across tenants and never changes; the extension is the organization's own. */
import { v7 as uuidv7 } from 'uuid';
import { execute, row, type TenantTransaction } from '../database.ts';
import { insertRecord } from '../records.write.ts';
import { sql } from '../sql-text.ts';

export interface NewVendor {
  /** Whose extension it is; null is the operator's. */
  merchant_id: string | null;
  name: string;
  identifiers?: object | undefined;
  code?: string | undefined;
  contact?: object | undefined;
  payment_terms_days?: number | null | undefined;
  over_receipt_tolerance_percent?: number | null | undefined;
}

/**
 * Adds a vendor to the organization. Names meet in the directory without regard to case; the first organization to
 * name a vendor writes its public facts. A vendor that whoever it is for has already: 409 DUPLICATE.
 */
export async function insertVendor(
  tx: TenantTransaction,
  organizationId: string,
  { name, identifiers = {}, code = codeOf(name), ...extension }: NewVendor,
): Promise<string> {
  await execute(
    tx,
    sql`insert into vendor_directory (id, name, identifiers) values (${uuidv7()}, ${name}, ${JSON.stringify(identifiers)}::jsonb) on conflict (lower(name)) do nothing`,
  );
  const listed = await row<{ id: string }>(
    tx,
    sql`select id from vendor_directory where lower(name) = lower(${name})`,
  );
  const { id } = listed!;
  const fields = { ...extension, code, directory_id: id };
  // The id is the directory's, unless another merchant's extension has it: one that this scope may not even see.
  const [taken] = await tx('vendors')
    .insert({ ...fields, id, organization_id: organizationId })
    .onConflict(['organization_id', 'id'])
    .ignore()
    .returning('id');
  return taken ? id : insertRecord(tx, organizationId, 'vendors', fields);
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
