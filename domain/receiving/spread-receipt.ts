/** Spreads counts given by SKU over the lines of a receipt. Pure. */
import { decimal, zero, type Decimal } from '../decimal.ts';

export interface OpenLine {
  id: string;
  sku: string;
  uom: string;
  lot_no: string | null;
  /** What the line still expects; null for a blind line, which takes any quantity. */
  remaining: Decimal | null;
}

export interface SkuCount {
  sku: string;
  /** Of its lines; those of any unit when omitted. */
  uom?: string | undefined;
  lot_no?: string | undefined;
  qty: number;
}

/** The part of a count that goes to one line. */
export interface SpreadPart {
  count: number;
  line_id: string;
  qty: Decimal;
}

/** The units in which more of a SKU is expected, or in which it was when nothing is any more. */
export function unitsOf(lines: readonly OpenLine[], wanted: string): string[] {
  const ofSku = lines.filter(({ sku }) => sku === wanted);
  const open = ofSku.filter(({ remaining }) => remaining === null || remaining.gt(zero));
  return [...new Set((open.length > 0 ? open : ofSku).map(({ uom }) => uom))];
}

/**
 * Each count fills the lines of its SKU and unit in order, lines that announce its lot first. Any excess goes to the last
 * one, whose tolerance decides. A count without such a line gets no part.
 */
export function spreadOverLines(lines: readonly OpenLine[], counts: readonly SkuCount[]): SpreadPart[] {
  const left = new Map(lines.map(({ id, remaining }) => [id, remaining]));
  return counts.flatMap((count, index) => {
    const ofSku = lines.filter(({ sku, uom }) => sku === count.sku && uom === (count.uom ?? uom));
    const announced = ofSku.filter(({ lot_no: lot }) => lot !== null && lot === count.lot_no);
    const candidates = [...announced, ...ofSku.filter((line) => !announced.includes(line))];
    return spreadOne(candidates, left, index, decimal(count.qty));
  });
}

function spreadOne(
  candidates: readonly OpenLine[],
  left: Map<string, Decimal | null>,
  count: number,
  qty: Decimal,
): SpreadPart[] {
  const last = candidates.at(-1);
  if (!last) return [];
  const parts: SpreadPart[] = [];
  let rest = qty;
  for (const { id } of candidates) {
    const room = left.get(id)!;
    const taken = room === null || rest.lt(room) || id === last.id ? rest : room;
    if (taken.lte(zero) && !(id === last.id && parts.length === 0)) continue;
    parts.push({ count, line_id: id, qty: taken });
    if (room !== null) left.set(id, taken.gt(room) ? zero : room.minus(taken));
    rest = rest.minus(taken);
    if (rest.lte(zero)) break;
  }
  return parts;
}
