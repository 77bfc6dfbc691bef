/** Keeps the pack plan of a shipment; a later one takes its place. The caller holds the shipment locked. */
import type { PackPlan } from '../../domain/picking/pack-plan.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export async function keepPackPlan(
  tx: TenantTransaction,
  shipment: { id: string; merchant_id: string },
  plan: PackPlan,
  madeBy: string,
): Promise<void> {
  await execute(
    tx,
    sql`insert into pack_plans (organization_id, shipment_id, merchant_id, plan, made_by)
        values (${tx.organizationId}, ${shipment.id}, ${shipment.merchant_id}, ${JSON.stringify(plan)}::jsonb, ${madeBy})
        on conflict (organization_id, shipment_id) do update
           set plan = excluded.plan, made_by = excluded.made_by, made_at = now()`,
  );
}
