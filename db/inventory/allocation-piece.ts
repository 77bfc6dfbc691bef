/** What the allocator gives a line. */
import type { Whole } from '../../domain/inventory/whole-first.ts';
import type { AllocationStrategy } from './allocatable.ts';

/** One piece of stock for one line. */
export interface AllocationPiece {
  line_id: string;
  item_id: string;
  merchant_id: string;
  warehouse_id: string;
  location_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  why: {
    strategy: AllocationStrategy | 'cross_dock';
    rank: number;
    expiry_date: string | null;
    received_at: string;
    rejected: unknown[];
    /** With whole_first: in which wholes it is taken. */
    split?: { unit: Whole; qty: number }[];
  };
}

/** So many pieces of stock that were passed over are named. */
export const rejectedShown = 10;
