/** Writes of the chart of accounts. */
import { v7 as uuidv7 } from 'uuid';
import { seedChart } from '../../domain/accounting/chart.ts';
import type { TenantTransaction } from '../database.ts';

/** Gives a new organization its first chart of accounts. Seeding again changes nothing. */
export async function seedAccounts(tx: TenantTransaction, organizationId: string): Promise<void> {
  const accounts = seedChart.map((account) => ({ ...account, id: uuidv7() }));
  await tx.raw(
    `insert into accounts (organization_id, id, code, name, type, subtype, system_key, is_control)
     select ?::uuid, id, code, name, type, subtype, system_key, is_control
       from jsonb_to_recordset(?::jsonb) as a (id uuid, code text, name text, type text, subtype text, system_key text,
            is_control boolean)
     on conflict (organization_id, code) do nothing`,
    [organizationId, JSON.stringify(accounts)],
  );
}
