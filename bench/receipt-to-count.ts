/** A receipt for a handheld to count on: a few lines that never fill up, received one unit at a time. */
import type { BenchPlatform } from './platform.ts';

const linesPerReceipt = 10;

export interface ReceiptToCount {
  receiptId: string;
  lineIds: string[];
}

export async function createReceipt(platform: BenchPlatform): Promise<ReceiptToCount> {
  const { organization, call } = platform;
  const created = await call('POST', '/api/wms/inbound-receipts', {
    warehouse_id: organization.warehouseId,
    source_type: 'manual',
    lines: Array.from({ length: linesPerReceipt }, () => ({
      item_id: organization.items['PLAIN'],
      expected_qty: 1_000_000,
    })),
  });
  if (created.status !== 201) throw new Error(`no receipt: ${JSON.stringify(created.body)}`);
  const { id } = created.body.data as { id: string };
  const detail = await call('GET', `/api/wms/inbound-receipts/${id}`);
  return { receiptId: id, lineIds: (detail.body.data.lines as { id: string }[]).map((line) => line.id) };
}

export function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)]!;
}

/** Receives any line at any location; returns whether it was received. */
export async function receive(platform: BenchPlatform, target: ReceiptToCount): Promise<boolean> {
  const { organization, call } = platform;
  const answer = await call('POST', `/api/wms/inbound-receipts/${target.receiptId}/receive-line`, {
    receipt_line_id: pick(target.lineIds),
    received_qty: 1,
    location_id: pick(Object.values(organization.locations)),
  });
  return answer.status === 200;
}
