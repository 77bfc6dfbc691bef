/** A history of stock that tests make up: entries in the order of their moments, and what they leave at any of them. */
import fc from 'fast-check';
import type pg from 'pg';
import { inTenant } from '../../db/database.ts';
import { checkIntegrity } from '../../db/inventory/integrity.read.ts';
import { closeLedger } from '../../workers/closings/close-ledgers.ts';
import type { Platform } from '../helpers/join-platform.ts';
import type { TestOrganization } from '../helpers/organization.ts';

export const hourMs = 3_600_000;
const now = Math.floor(Date.now() / hourMs) * hourMs;
/** So many hours ago, and milliseconds past that. */
export const ago = (hours: number, more = 0): string => new Date(now - hours * hourMs + more).toISOString();

interface Entry {
  hours: number;
  item: string;
  place: string;
  status: 'available' | 'damaged';
  lot: string;
  qty: number;
  /** An adjustment without a reason when omitted. */
  type?: string;
  reason?: string | undefined;
}

export const hoursMax = 2_000;
export const entry = fc.record<Entry>({
  hours: fc.integer({ min: 2, max: hoursMax }),
  item: fc.constantFrom('PLAIN', 'LOT'),
  place: fc.constantFrom('A-01', 'A-02', 'P-01'),
  status: fc.constantFrom('available', 'damaged'),
  lot: fc.constantFrom('', 'L1'),
  qty: fc.integer({ min: -4, max: 6 }),
});

const keyOf = ({ item, place, status, lot }: Entry): string => `${item} ${place} ${status} ${lot || '-'}`;

/** The entries in the order of their moments, without those that would leave less than nothing. */
export function possible<E extends Entry>(drawn: readonly E[]): E[] {
  const held = new Map<string, number>();
  return drawn
    .toSorted((a, b) => b.hours - a.hours)
    .filter((one) => {
      const qty = (held.get(keyOf(one)) ?? 0) + one.qty;
      if (one.qty === 0 || qty < 0) return false;
      held.set(keyOf(one), qty);
      return true;
    });
}

/** Writes history as it was, moments included. */
export async function write(
  owner: pg.Pool,
  organization: TestOrganization,
  entries: readonly Entry[],
): Promise<void> {
  const { id, items, locations, warehouseId, merchantId } = organization;
  for (const { hours, item, place, status, lot, qty, type = 'adjust', reason } of entries) {
    await owner.query(
      `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
                                     merchant_id, qty_delta, transaction_type, reason_code, ref_type, actor,
                                     occurred_at)
       values ($1, uuid7(), uuid7(), 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'test', 'test', $11)`,
      [
        id,
        items[item],
        locations[place],
        status,
        lot,
        warehouseId,
        merchantId,
        qty,
        type,
        reason,
        ago(hours),
      ],
    );
  }
}

/** What is left at a moment, in the words of a list's rows. */
export function paperAt(entries: readonly Entry[], isCounted: (hours: number) => boolean): string[] {
  const held = new Map<string, number>();
  for (const one of entries.filter(({ hours }) => isCounted(hours)))
    held.set(keyOf(one), (held.get(keyOf(one)) ?? 0) + one.qty);
  return [...held]
    .filter(([, qty]) => qty !== 0)
    .map(([key, qty]) => `${key} ${qty}`)
    .toSorted();
}

/** What the check of integrity says of the organization. */
export function integrityOf(
  { database }: Pick<Platform, 'database'>,
  { id }: TestOrganization,
  whole = false,
): ReturnType<typeof checkIntegrity> {
  return inTenant(database, { organizationId: id }, (tx) => checkIntegrity(tx, { whole }));
}

/** Closes and proves all there is to close; returns what the log was told. */
export async function closeAll(
  { database }: Pick<Platform, 'database'>,
  { id }: TestOrganization,
): Promise<string[]> {
  const said: string[] = [];
  const log = { error: (_: unknown, words?: string) => void said.push(words ?? '') };
  await closeLedger({ database, log }, id, { entriesMin: 1 });
  return said;
}
