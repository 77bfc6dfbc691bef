/** v1: translates counts by SKU, put on pallets, into counts of the receipt's lines for the command. */
import { locationNamed, platesNamed, type NamedPlate } from '../../../db/named.read.ts';
import { arrivalLocation } from '../../../db/receiving/default-location.read.ts';
import { findReceipt, listReceiptLines } from '../../../db/receiving/receipts.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { invalid, unknownReference } from '../../../domain/refusal.ts';
import { lineCounts } from '../../../domain/receiving/receipt-discrepancies.ts';
import { remainder } from '../../../domain/receiving/receipt-line.ts';
import { spreadOverLines } from '../../../domain/receiving/spread-receipt.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import { code, date, described, list, object, optional, qty, type Infer } from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { idOrCode, sku } from '../names.ts';

export const receiveBody = object({
  lines: list(
    object({
      sku: sku(),
      qty_received: described(qty({ min: 0 }), "The increment of this call, in the line's unit."),
      pallet_id: optional(
        code(),
        'The pallet the goods are put on: its license plate, created if unknown, or its id. Without it the goods are loose.',
      ),
      location_id: optional(idOrCode("By default the pallet's location, else where goods arrive (staging).")),
      lot_no: optional(code()),
      manufacture_date: optional(date()),
      expiry_date: optional(date()),
      serial_nos: optional(
        list(identifier(100), { max: 2_000 }),
        'One per unit, if the item is serial-tracked.',
      ),
    }),
    { min: 1, max: 1_000 },
  ),
});

type Asked = Infer<typeof receiveBody>['lines'][number];
/** What a count says of where its goods are put. */
type Placed = Pick<Asked, 'pallet_id' | 'location_id'>;

/**
 * The line counts for each SKU as the lines stand now. If another count comes in between, the command catches it by
 * reading the lines again under their lock: 409 OVER_RECEIPT.
 */
export async function receiveInput(
  call: Call,
  { lines: asked }: Infer<typeof receiveBody>,
  id = call.params['id']!,
) {
  const { tx } = call;
  const receipt = existing('inbound receipt', await findReceipt(tx, id));
  const lines = await listReceiptLines(tx, id);
  const parts = spreadOverLines(
    lines.map((line) => ({
      id: line.id,
      sku: line.sku,
      lot_no: line.lot_no,
      remaining: line.expected_qty === null ? null : remainder(lineCounts(line)).remaining,
    })),
    asked.map(({ sku: named, lot_no: lot, qty_received: counted }) => ({
      sku: named,
      lot_no: lot,
      qty: counted,
    })),
  );
  const places = await placesOf(call, receipt.warehouse_id, asked);
  asked.forEach((_, index) => {
    if (!parts.some(({ count }) => count === index))
      throw unknownReference(`lines.${index}.sku`, 'line of the receipt');
  });

  const serialsGiven = new Map<number, number>();
  return {
    receipt_id: id,
    lines: parts.map(({ count, line_id: lineId, qty: counted }) => {
      const {
        sku: _sku,
        qty_received: _all,
        pallet_id: _pallet,
        serial_nos: serials,
        ...facts
      } = asked[count]!;
      const received = toJsonNumber(counted);
      const from = serialsGiven.get(count) ?? 0;
      const isLast = parts.findLast((part) => part.count === count)!.line_id === lineId;
      serialsGiven.set(count, from + received);
      return {
        ...facts,
        ...places[count]!,
        line_id: lineId,
        received_qty: received,
        // Everything left goes with the last part: one serial number too many is for the command to refuse.
        ...(serials ? { serial_nos: serials.slice(from, isLast ? undefined : from + received) } : {}),
      };
    }),
  };
}

/** The location of each count: the one it names, its pallet's, else where goods arrive. */
export async function placesOf(
  { tx }: Pick<Call, 'tx'>,
  warehouseId: string,
  asked: readonly Placed[],
): Promise<{ location_id: string; pallet_lpn?: string }[]> {
  const named = asked.flatMap(({ pallet_id: pallet }) => (pallet ? [pallet] : []));
  const plates: ReadonlyMap<string, NamedPlate> = await platesNamed(tx, named);
  const arrival = await arrivalLocation(tx, warehouseId);
  const places: { location_id: string; pallet_lpn?: string }[] = [];
  for (const [index, { pallet_id: pallet, location_id: place }] of asked.entries()) {
    const path = `lines.${index}.location_id`;
    const plate = pallet ? plates.get(pallet) : undefined;
    const standing = plate?.warehouse_id === warehouseId ? plate.location_id : null;
    const locationId = place ? await locationNamed(tx, warehouseId, place, path) : (standing ?? arrival);
    if (!locationId)
      throw invalid(path, 'required', `${path} is required: the warehouse has no staging location`);
    places.push({ location_id: locationId, ...(pallet ? { pallet_lpn: plate?.lpn ?? pallet } : {}) });
  }
  return places;
}
