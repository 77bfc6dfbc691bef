/** The inspection that photos are added to. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The line of an inspection of this return; undefined when it is of another. */
export async function lineOfInspection(
  tx: TenantTransaction,
  returnId: string,
  inspectionId: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select l.id from inspections i
          join return_lines l on l.organization_id = i.organization_id and l.id = i.return_line_id
         where i.organization_id = ${tx.organizationId} and i.id = ${inspectionId} and l.return_id = ${returnId}`,
  );
  return found?.id;
}
