/** Receipts for tests, created through the service itself. */
import type { Client } from './client.ts';
import type { TestOrganization } from './organization.ts';

export const receiptsPath = '/api/wms/inbound-receipts';

export interface WantedReceipt {
  source_type?: string;
  source_id?: string;
  vendor_id?: string;
  merchant_id?: string;
  lines?: { sku: string; qty?: number; lot_no?: string; uom?: string }[];
}

export interface MadeReceipt {
  id: string;
  receipt_no: string;
  lines: { id: string; item_id: string }[];
  /** Receives a line (the first unless named) at DOCK-1 unless specified. */
  receive(
    fields: Record<string, unknown>,
    line?: number,
  ): Promise<{ status: number; body: any; text: string }>;
}

// A busy machine may take longer than the usual wait; a test wants the outcome, not a 202.
const patient = { headers: { prefer: 'wait=30' } };

/** One receipt: manual, one line of 50 PLAIN unless specified. */
export async function makeReceipt(
  client: Client,
  organization: TestOrganization,
  wanted: WantedReceipt = {},
): Promise<MadeReceipt> {
  const { lines = [{ sku: 'PLAIN', qty: 50 }], source_type: source = 'manual', ...rest } = wanted;
  const made = await client.post(
    receiptsPath,
    {
      warehouse_id: organization.warehouseId,
      source_type: source,
      ...rest,
      lines: lines.map(({ sku, qty, ...line }) => ({
        item_id: organization.items[sku],
        ...(qty === undefined ? {} : { expected_qty: qty }),
        ...line,
      })),
    },
    patient,
  );
  if (made.status !== 201) throw new Error(`The receipt was not made: ${made.text}`);
  const { id, receipt_no, lines: madeLines } = made.body.data;
  return {
    id,
    receipt_no,
    lines: madeLines,
    receive: (fields, line = 0) =>
      client.post(
        `${receiptsPath}/${id}/receive-line`,
        {
          receipt_line_id: madeLines[line].id,
          location_id: organization.locations['DOCK-1'],
          ...fields,
        },
        patient,
      ),
  };
}

/** The date in the test warehouse's time zone, moved by this many days. */
export function warehouseDay(offset: number): string {
  const parts = { timeZone: 'America/New_York', year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const today = new Intl.DateTimeFormat('en-CA', parts).format(new Date());
  return new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
}
