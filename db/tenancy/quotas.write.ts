/** Sets an organization's quotas. Only the system role may: no tenant's transaction has the privilege. */
import type { QuotaName } from '../../domain/tenancy/quotas.ts';
import { execute, type Database } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';

/** Null resets a quota to its default. Quotas not named stay as they are. */
export async function setQuotas(
  database: Pick<Database, 'system'>,
  organizationId: string,
  quotas: Partial<Record<QuotaName, number | null>>,
): Promise<void> {
  await execute(
    database.system,
    sql`insert into organization_quotas ${values({ organization_id: organizationId, ...quotas })}
        on conflict (organization_id) do update set ${assignments({ ...quotas, updated_at: sql`now()` })}`,
  );
}
