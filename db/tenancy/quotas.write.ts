/** Sets what an organization may take at once: as the system role alone, for no tenant's transaction has the right. */
import type { QuotaName } from '../../domain/tenancy/quotas.ts';
import { execute, type Database } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';

/** Null takes a quota back to the usual. Those that are not named stay as they are. */
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
