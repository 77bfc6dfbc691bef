/** Refunds of labels that were taken back: their carrier says days later whether it pays them. */
import { execute, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { dueInTurn } from './due-in-turn.ts';

// Carriers decide within two weeks or three.
const askedMostDays = 30;

/** It was taken back just now, and is asked after tomorrow. */
export async function awaitRefund(tx: TenantTransaction, labelId: string): Promise<void> {
  await execute(
    tx,
    sql`update label_purchases set refund_at = now() + interval '1 day'
         where organization_id = ${tx.organizationId} and id = ${labelId}`,
  );
}

/** Nothing more is said of it. It is as old as its void: who looks for what was taken back lately does not find it anew. */
export async function settleRefund(
  tx: TenantTransaction,
  labelId: string,
  refused: string | null,
): Promise<void> {
  await execute(
    tx,
    sql`update label_purchases
           set refund_at = null, refund_refused_at = case when ${refused}::text is not null then now() end,
               last_error = coalesce(${refused}, last_error)
         where organization_id = ${tx.organizationId} and id = ${labelId}`,
  );
}

/** Those to ask after, across all organizations, which take turns; whoever takes them asks, and nobody else for a day. */
export function takeAwaitedRefunds(
  database: Database,
  limit: number,
): Promise<{ organization_id: string; id: string }[]> {
  return rows(
    database.system,
    sql`update label_purchases p
           set refund_at = case when p.voided_at > now() - make_interval(days => ${askedMostDays})
                                then now() + interval '1 day' end
          from ${dueInTurn('refund_at', limit)} due
         where p.organization_id = due.organization_id and p.id = due.id
        returning p.organization_id, p.id`,
  );
}
