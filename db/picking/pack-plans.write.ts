/** Keeps the pack plan of a shipment; a later one takes its place. The caller holds the shipment locked. */
import type { PackPlan } from '../../domain/picking/pack-plan.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { nextSscc } from '../inventory/gs1-numbers.write.ts';
import { sql } from '../sql-text.ts';
import { findPackPlan } from './pack-plans.read.ts';

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

/** A carton was unpacked, and its number is not used again: where its plan has that, the plan gets another. */
export async function renumberPlanned(
  tx: TenantTransaction,
  shipmentId: string,
  used: string,
): Promise<void> {
  const cartons = (await findPackPlan(tx, shipmentId))?.plan.cartons ?? [];
  const at = cartons.findIndex(({ sscc }) => sscc === used);
  if (at < 0) return;
  await execute(
    tx,
    sql`update pack_plans
           set plan = jsonb_set(plan, array['cartons', ${String(at)}, 'sscc'], to_jsonb(${await nextSscc(tx)}::text))
         where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId}`,
  );
}
