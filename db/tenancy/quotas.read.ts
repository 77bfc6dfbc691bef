/** Reads an organization's quotas, and what it has stored of uploaded files. */
import { quotasInForce, type QuotaName, type Quotas } from '../../domain/tenancy/quotas.ts';
import { row, type SystemConnection, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The quotas in force for one organization. */
export async function readQuotas(
  connection: TenantTransaction | SystemConnection,
  organizationId: string,
): Promise<Quotas> {
  const found = await row<Partial<Record<QuotaName, number | null>>>(
    connection,
    sql`select requests_per_second, requests_at_once, streams, previews, imports, exports, webhooks_per_second,
               open_commands, hubs, stored_megabytes
          from organization_quotas
         where organization_id = ${organizationId}`,
  );
  return quotasInForce(found);
}

export async function readStored(tx: TenantTransaction): Promise<{ files: number; bytes: number }> {
  const found = await row<{ files: number; bytes: string }>(
    tx,
    sql`select files, bytes from stored_totals where organization_id = ${tx.organizationId}`,
  );
  return { files: found?.files ?? 0, bytes: Number(found?.bytes ?? 0) };
}
