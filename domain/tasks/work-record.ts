/** Where the scans of work that is recorded line by line go: a program that knows nothing of the kind can send them. */
import type { WorkKind } from './work-kinds.ts';
import type { WorkStep } from './work-steps.ts';

type Scan = WorkStep['scan'];

export interface WorkRecord {
  path: string;
  /** The list of the request that a round of scans is one entry of; null: a round is the request. */
  list: string | null;
  fields: readonly { scan: Scan; field: string; is_list: boolean }[];
}

const one = (scan: Scan, field: string) => ({ scan, field, is_list: false });
const each = { location: one('location', 'location'), item: one('item', 'item'), lot: one('lot', 'lot_no') };
const serials = { scan: 'serial', field: 'serial_nos', is_list: true } as const;

/** Undefined where finishing it is all. */
export function recordOf(kind: WorkKind, id: string, refId: string): WorkRecord | undefined {
  if (kind === 'receive')
    return {
      path: `/api/wms/inbound-receipts/${refId}/receive-line`,
      list: null,
      fields: [
        each.item,
        each.lot,
        one('expiry_date', 'expiry_date'),
        one('quantity', 'received_qty'),
        serials,
        each.location,
      ],
    };
  if (kind === 'count')
    return {
      path: `/api/wms/count-tasks/${id}/lines`,
      list: 'lines',
      fields: [
        each.location,
        each.item,
        each.lot,
        one('stock_status', 'status'),
        one('quantity', 'counted_qty'),
        serials,
      ],
    };
  return undefined;
}
