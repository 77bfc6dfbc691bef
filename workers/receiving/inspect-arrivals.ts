/** Units of counts that their plans have looked at: an inspection waits for somebody. */
import { openInspections } from '../../db/quality/goods-inspections.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { PlannedScan } from '../../db/receiving/apply-scans.write.ts';

export function inspectArrivals(tx: TenantTransaction, scans: readonly PlannedScan[]): Promise<void> {
  const asked = scans.flatMap(({ work, receipt, line_id, item_id, plan: { inspected, batch, locationId } }) =>
    inspected
      ? [
          {
            work,
            receipt: {
              id: receipt.id,
              warehouse_id: receipt.warehouse_id,
              merchant_id: receipt.merchant_id,
            },
            receipt_line_id: line_id,
            item_id,
            lot_no: batch.lotNo,
            location_id: locationId,
            ...inspected,
          },
        ]
      : [],
  );
  return openInspections(tx, asked);
}
