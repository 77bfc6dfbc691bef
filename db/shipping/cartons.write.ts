/** Writes cartons. The caller holds their shipment locked. */
import { newId } from '../../domain/new-id.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { nextSscc } from '../inventory/gs1-numbers.write.ts';
import { usedSsccs } from './cartons.read.ts';

export interface NewCarton {
  shipment_id: string;
  merchant_id: string;
  packed_by: string;
  weight_kg: number | null;
  /** Whether that is what a scale said, and not what was planned. */
  is_weighed: boolean;
  length_cm: number | null;
  width_cm: number | null;
  height_cm: number | null;
  carton_type_id: string | null;
  planned_carton: number | null;
  /** Reserved for it by its plan; null: the next one. */
  sscc: string | null;
  lines: readonly { item_id: string; lot_no: string; qty: string }[];
}

/** Inserts a carton with its lines and its SSCC. A number that was on a carton before, unpacked since, is not used again. */
export async function insertCarton(
  tx: TenantTransaction,
  { lines, sscc: reserved, ...carton }: NewCarton,
): Promise<{ id: string; sscc: string; carton_no: number }> {
  const id = newId();
  const last = await row<{ last: number }>(
    tx,
    sql`select coalesce(max(carton_no), 0) as last from cartons where organization_id = ${tx.organizationId} and shipment_id = ${carton.shipment_id}`,
  );
  const cartonNo = last!.last + 1;
  const isFree = reserved !== null && !(await usedSsccs(tx, carton.shipment_id)).has(reserved);
  const sscc = isFree ? reserved : await nextSscc(tx);
  await execute(
    tx,
    sql`insert into cartons ${values({ ...carton, organization_id: tx.organizationId, id, carton_no: cartonNo, sscc })}`,
  );
  await execute(
    tx,
    sql`insert into carton_lines ${values(
      lines.map((line, index) => ({
        ...line,
        organization_id: tx.organizationId,
        carton_id: id,
        line_no: index + 1,
        merchant_id: carton.merchant_id,
      })),
    )}`,
  );
  return { id, sscc, carton_no: cartonNo };
}

/** A carton's shipment, and whether it was already unpacked. */
export function findCartonShipment(
  tx: TenantTransaction,
  id: string,
): Promise<{ shipment_id: string; sscc: string; voided_at: Date | null } | undefined> {
  return row(
    tx,
    sql`select shipment_id, sscc, voided_at from cartons where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** False when it is unpacked already. */
export async function voidCarton(tx: TenantTransaction, id: string): Promise<boolean> {
  const voided = await execute(
    tx,
    sql`update cartons set voided_at = now()
      where organization_id = ${tx.organizationId} and id = ${id} and voided_at is null`,
  );
  return voided === 1;
}
