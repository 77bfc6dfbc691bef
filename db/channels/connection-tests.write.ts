/** Tests of connections to stores. */
import type { ConnectionStatus } from '../../domain/integration/event-states.ts';
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface TestedConnection {
  organization_id: string;
  id: string;
  merchant_id: string;
  status: ConnectionStatus;
  store_domain: string | null;
  header_names: HeaderNames;
  api_url: string | null;
  credentials_sealed: string | null;
}

/** As `lockConnection`: its store's webhooks are taken in meanwhile. */
export function lockForTest(tx: TenantTransaction, id: string): Promise<TestedConnection | undefined> {
  return row<TestedConnection>(
    tx,
    sql`select organization_id, id, merchant_id, status, store_domain, header_names, api_url, credentials_sealed from channel_connections
         where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
}

export async function recordTest(
  tx: TenantTransaction,
  id: string,
  status: string,
  { error, isProof }: { error: string | null; isProof: boolean },
): Promise<void> {
  await execute(
    tx,
    sql`update channel_connections
           set status = ${status}, last_error = ${error}, last_tested_at = now(), updated_at = now(),
               store_proven_at = case when ${isProof} then now() else store_proven_at end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
