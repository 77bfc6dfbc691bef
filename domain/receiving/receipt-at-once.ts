/** What an announcement may say, depending on whether its goods are received with it. */
import { invalid } from '../refusal.ts';

/** The names of the fields on a surface: what is expected, and what is said only of goods that are here. */
export interface AnnouncedFields {
  expected: string;
  counted: readonly string[];
}

export const announcedFields: AnnouncedFields = {
  expected: 'expected_qty',
  counted: ['location_id', 'manufacture_date', 'expiry_date', 'serial_nos', 'pallet_lpn', 'pallet_height_cm'],
};

/**
 * Received at once, every line says how much there is; only announced, none says what is known at the dock, since it
 * would be lost.
 */
export function assertLinesFit(
  receive: boolean,
  lines: readonly object[],
  { expected, counted }: AnnouncedFields,
): void {
  if (receive && lines.length === 0)
    throw invalid('lines', 'required', 'lines must not be empty when receive is true');
  for (const [index, line] of lines.entries()) {
    const given = new Map(Object.entries(line));
    const has = (field: string): boolean => (given.get(field) ?? null) !== null;
    const path = `lines.${index}.`;
    if (receive && !has(expected))
      throw invalid(`${path}${expected}`, 'required', `${path}${expected} is required when receive is true`);
    const early = receive ? undefined : counted.find(has);
    if (early)
      throw invalid(`${path}${early}`, 'not_allowed', `${path}${early} is only taken when receive is true`);
  }
}
