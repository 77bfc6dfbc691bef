/**
 * Lines of an import done together: read, looked up, written and told in a few statements for all of them. What a rule says
 * of one line is a value; what only the database knows undoes the group, and its halves are tried by themselves, so that
 * one bad line costs the others a few statements and never their place.
 */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import type { ImportRow } from '../../db/imports/imports.write.ts';
import { asRefusal } from '../../db/sql-errors.ts';
import type { ImportKind } from '../../domain/imports/import-kinds.ts';
import type { Work } from '../engine/handler.ts';
import { importCarrierInvoices } from './import-carrier-invoices.ts';
import { importItems } from './import-items.ts';
import { importLocations } from './import-locations.ts';
import { importPackagings } from './import-packagings.ts';
import { importPickFaces } from './import-pick-faces.ts';
import { importStock } from './import-stock.ts';
import { NotTogether, type GroupLine, type Importer, type LineResult } from './importer.ts';

const importers: Record<ImportKind, Importer> = {
  items: importItems,
  packagings: importPackagings,
  locations: importLocations,
  stock: importStock,
  pick_faces: importPickFaces,
  carrier_invoices: importCarrierInvoices,
};

/**
 * Does the lines in their order, or checks them as far as anything may refuse them; refuses each with the codes of the
 * endpoint that does the same to one record.
 */
export async function importTogether(
  tx: TenantTransaction,
  work: Work,
  record: ImportRow,
  lines: readonly GroupLine[],
  isHalf = false,
): Promise<LineResult[]> {
  if (lines.length === 0) return [];
  try {
    return await inSavepoint(tx, async (savepoint) => {
      const { results, refusable, sure } = await importers[record.kind](savepoint, work, record, lines);
      await refusable?.();
      // What one half left decides about the other.
      if (record.state === 'applying' || isHalf) await sure();
      return results;
    });
  } catch (fault) {
    const refusal = asRefusal(fault);
    if (lines.length === 1 && refusal) return [refusal];
    if (!refusal && !(fault instanceof NotTogether)) throw fault;
  }
  const half = Math.ceil(lines.length / 2);
  const first = await importTogether(tx, work, record, lines.slice(0, half), true);
  return [...first, ...(await importTogether(tx, work, record, lines.slice(half), true))];
}
