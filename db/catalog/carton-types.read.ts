/** Reads of carton types. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Box {
  id: string;
  /** As its carrier measures it; null where only its inside is known. */
  length_cm: number | null;
  width_cm: number | null;
  height_cm: number | null;
}

/** A type that a merchant's goods may be packed in; undefined for any other. */
export function findBox(tx: TenantTransaction, id: string, merchantId: string): Promise<Box | undefined> {
  return row<Box>(
    tx,
    sql`select id, outer_length_cm::float8 as length_cm, outer_width_cm::float8 as width_cm, outer_height_cm::float8 as height_cm
          from carton_types
         where organization_id = ${tx.organizationId} and id = ${id} and (merchant_id is null or merchant_id = ${merchantId})`,
  );
}
