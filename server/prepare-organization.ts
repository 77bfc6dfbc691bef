/** What every new organization starts with; used by the admin command, the demo data and the tests alike. */
import type { TenantTransaction } from '../db/database.ts';

type Step = (tx: TenantTransaction, organizationId: string) => Promise<void>;

const steps: readonly Step[] = [];

/** Fills a new organization: reason codes, chart of accounts. */
export async function prepareOrganization(tx: TenantTransaction, organizationId: string): Promise<void> {
  for (const step of steps) await step(tx, organizationId);
}
