/** Items tracked by serial number move and leave in whole units: half a unit has no serial number that could go with it. */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { isFraction, wholeUnitsOnly } from '../../domain/inventory/serials.ts';
import { Refusal } from '../../domain/refusals.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface WantedUnits {
  item_id: string | null;
  qty: string | number | Decimal;
}

const isBroken = ({ qty }: WantedUnits): boolean => isFraction(decimal(String(qty)));

/** The items tracked by serial number of which one of these wants a fraction. Whole quantities cost no query. */
export async function itemsInFractions(
  tx: TenantTransaction,
  organizationId: string,
  wanted: readonly WantedUnits[],
): Promise<(one: WantedUnits) => boolean> {
  const ids = wanted.filter(isBroken).flatMap(({ item_id: id }) => id ?? []);
  if (ids.length === 0) return () => false;
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from items where organization_id = ${organizationId} and id = any (${ids}::uuid[]) and serial_tracked`,
  );
  const tracked = new Set(found.map(({ id }) => id));
  return (one) => one.item_id !== null && tracked.has(one.item_id) && isBroken(one);
}

/** Refuses 400 VALIDATION_FAILED with code whole_units for each quantity that is not whole; `pathOf` names it. */
export async function assertWholeUnits(
  tx: TenantTransaction,
  organizationId: string,
  wanted: readonly WantedUnits[],
  pathOf: (index: number) => string,
): Promise<void> {
  const isBrokenUp = await itemsInFractions(tx, organizationId, wanted);
  const problems = wanted.flatMap((one, index) => (isBrokenUp(one) ? [wholeUnitsOnly(pathOf(index))] : []));
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);
}
