/** What every new organization starts with; used by the admin command, the demo data and the tests. */
import { seedAccounts } from '../db/journal/accounts.write.ts';
import type { TenantTransaction } from '../db/database.ts';
import { insertDefaultReasonCodes } from '../db/inventory/reason-codes.write.ts';

type Step = (tx: TenantTransaction, organizationId: string) => Promise<unknown>;

const steps: readonly Step[] = [insertDefaultReasonCodes, seedAccounts];

/** Fills a new organization: reason codes, chart of accounts. */
export async function prepareOrganization(tx: TenantTransaction): Promise<void> {
  for (const step of steps) await step(tx, tx.organizationId);
}
