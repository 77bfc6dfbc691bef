/** A return with its one line, as the platform has it. */
export interface OpenReturn {
  id: string;
  status: string;
  warehouse_id: string;
  line_id: string;
  order_id: string;
  order_line_id: string;
  item_id: string;
  qty: number;
  receipt_id: string | null;
  receipt_line_id: string | null;
  received_qty: number;
  inspected_qty: number;
  disposed_qty: number;
  credited_qty: number;
  inspected_serials: string[];
  /** Inspected units of which nothing became yet, the oldest first. */
  open_inspections: { id: string; qty: number; serials: string[] }[];
}
