/** How the shipments that wait are put into waves: in the order they came, as many as a wave takes. */
import { decimal, zero, type Decimal } from '../decimal.ts';

export const releaseRules = ['manual', 'at', 'when_full'] as const;
export type ReleaseRule = (typeof releaseRules)[number];

export interface WaveLimits {
  max_orders: number | null;
  max_lines: number | null;
  max_cbm: string | null;
  max_kg: string | null;
}

export interface WaitingShipment {
  id: string;
  lines: number;
  cbm: string;
  kg: string;
}

export interface FilledWave {
  shipment_ids: string[];
  lines: number;
  cbm: Decimal;
  kg: Decimal;
  /** What came next did not fit, or nothing more would. */
  is_full: boolean;
}

/** A shipment that is too large for any wave has one of its own. */
export function fillWaves(waiting: readonly WaitingShipment[], limits: WaveLimits): FilledWave[] {
  const waves: FilledWave[] = [];
  let wave: FilledWave | undefined;
  for (const shipment of waiting) {
    if (wave && !wave.is_full && isOver(plus(wave, shipment), limits)) wave.is_full = true;
    if (!wave || wave.is_full) {
      wave = { shipment_ids: [], lines: 0, cbm: zero, kg: zero, is_full: false };
      waves.push(wave);
    }
    Object.assign(wave, plus(wave, shipment));
    wave.is_full = isReached(wave, limits);
  }
  return waves;
}

function plus(wave: FilledWave, { id, lines, cbm, kg }: WaitingShipment): FilledWave {
  return {
    shipment_ids: [...wave.shipment_ids, id],
    lines: wave.lines + lines,
    cbm: wave.cbm.plus(decimal(cbm)),
    kg: wave.kg.plus(decimal(kg)),
    is_full: wave.is_full,
  };
}

const isOver = (wave: FilledWave, limits: WaveLimits): boolean =>
  exceeds(wave, limits, (have, most) => have.gt(most));

const isReached = (wave: FilledWave, limits: WaveLimits): boolean =>
  exceeds(wave, limits, (have, most) => have.gte(most));

function exceeds(
  { shipment_ids: { length }, lines, cbm, kg }: FilledWave,
  { max_orders, max_lines, max_cbm, max_kg }: WaveLimits,
  judge: (have: Decimal, most: Decimal) => boolean,
): boolean {
  const pairs: readonly (readonly [Decimal, number | string | null])[] = [
    [decimal(length), max_orders],
    [decimal(lines), max_lines],
    [cbm, max_cbm],
    [kg, max_kg],
  ];
  return pairs.some(([have, most]) => most !== null && judge(have, decimal(most)));
}
