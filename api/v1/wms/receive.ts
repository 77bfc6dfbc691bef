/** v1: translates counts by SKU, put on pallets, into counts of the receipt's lines for the command. */
import { locationNamed, platesNamed, type NamedPlate } from '../../../db/named.read.ts';
import { arrivalLocation } from '../../../db/receiving/default-location.read.ts';
import { findReceipt, listReceiptLines } from '../../../db/receiving/receipts.read.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { invalid, unknownReference } from '../../../domain/refusal.ts';
import { lineCounts } from '../../../domain/receiving/receipt-discrepancies.ts';
import { remainder } from '../../../domain/receiving/receipt-line.ts';
import { spreadOverLines, unitsOf, type OpenLine } from '../../../domain/receiving/spread-receipt.ts';
import { identifier } from '../../../queues/inventory/identifier.ts';
import {
  code,
  date,
  described,
  list,
  object,
  optional,
  qty,
  text,
  type Infer,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { idOrCode, sku } from '../names.ts';

export const receiveBody = object({
  lines: list(
    object({
      sku: sku(),
      qty_received: described(qty({ min: 0 }), "The increment of this call, in the line's unit."),
      uom: optional(text(20), 'Which lines are counted, where those of the SKU have several units.'),
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
  const open = lines.map((line) => ({
    id: line.id,
    sku: line.sku,
    uom: line.uom,
    lot_no: line.lot_no,
    remaining: line.expected_qty === null ? null : remainder(lineCounts(line)).remaining,
  }));
  const counts = asked.map(({ sku: named, lot_no: lot, qty_received: counted, uom }, index) => ({
    sku: named,
    uom: unitMeant(open, named, uom, `lines.${index}`),
    lot_no: lot,
    qty: counted,
  }));
  const parts = spreadOverLines(open, counts);
  const factors = new Map(lines.map((line) => [line.id, decimal(line.uom_factor)]));
  const places = await placesOf(call, receipt.warehouse_id, asked);

  const serialsGiven = new Map<number, number>();
  return {
    receipt_id: id,
    lines: parts.map(({ count, line_id: lineId, qty: counted }) => {
      const {
        sku: _sku,
        qty_received: _all,
        uom: _uom,
        pallet_id: _pallet,
        serial_nos: serials,
        ...facts
      } = asked[count]!;
      const received = toJsonNumber(counted);
      const from = serialsGiven.get(count) ?? 0;
      const isLast = parts.findLast((part) => part.count === count)!.line_id === lineId;
      const to = from + toJsonNumber(counted.times(factors.get(lineId)!));
      serialsGiven.set(count, to);
      return {
        ...facts,
        ...places[count]!,
        line_id: lineId,
        received_qty: received,
        // Everything left goes with the last part: one serial number too many is for the command to refuse.
        ...(serials ? { serial_nos: serials.slice(from, isLast ? undefined : to) } : {}),
      };
    }),
  };
}

/**
 * The unit a count of a SKU is in. Refuses 400 UNKNOWN_REFERENCE without such a line, and 400 `ambiguous` when none is
 * named and the SKU's lines have several.
 */
function unitMeant(lines: readonly OpenLine[], named: string, uom: string | undefined, path: string): string {
  const units = unitsOf(lines, named);
  if (units.length === 0) throw unknownReference(`${path}.sku`, 'line of the receipt');
  if (uom === undefined) {
    if (units.length === 1) return units[0]!;
    const words = `${path}.uom is required: the lines of ${named} are in ${units.join(' and ')}`;
    throw invalid(`${path}.uom`, 'ambiguous', words);
  }
  if (lines.some((line) => line.sku === named && line.uom === uom)) return uom;
  throw unknownReference(`${path}.uom`, `unit of a line of ${named}`);
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
