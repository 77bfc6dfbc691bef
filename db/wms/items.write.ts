/** Writes of what hangs on an item: its other units and its barcodes. */
import { invalid } from '../../domain/refusals.ts';
import type { TenantTransaction } from '../database.ts';

export interface ItemParts {
  uoms?: readonly { uom: string; factor: number | string }[] | undefined;
  barcodes?: readonly { barcode: string; uom?: string | null }[] | undefined;
}

/** Replaces the lists that are given. A unit or barcode named twice is 400; a barcode of another item 409 DUPLICATE. */
export async function replaceItemParts(
  tx: TenantTransaction,
  organizationId: string,
  itemId: string,
  { uoms, barcodes }: ItemParts,
): Promise<void> {
  const of = { organization_id: organizationId, item_id: itemId };
  if (uoms) {
    assertOnce(
      'uoms',
      uoms.map(({ uom }) => uom),
    );
    await tx('item_uoms').where(of).delete();
    if (uoms.length > 0) await tx('item_uoms').insert(uoms.map((unit) => ({ ...of, ...unit })));
  }
  if (barcodes) {
    assertOnce(
      'barcodes',
      barcodes.map(({ barcode }) => barcode),
    );
    await tx('item_barcodes').where(of).delete();
    if (barcodes.length > 0) {
      await tx('item_barcodes').insert(barcodes.map(({ barcode, uom = null }) => ({ ...of, barcode, uom })));
    }
  }
}

function assertOnce(path: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw invalid(path, 'repeated', `${path} names ${twice} more than once`);
}
