/** The rows of a payment: history that never changes. */
import { newId } from '../../domain/new-id.ts';
import { monthOf } from '../../domain/days.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { nextNumber } from '../tenancy/sequences.write.ts';
import type { PostingContext } from '../journal/journal.write.ts';
import { values, sql } from '../sql-text.ts';

/** Stores a payment under the next number PAY-YYYYMM-####. */
export async function insertPayment(
  tx: TenantTransaction,
  { organizationId, postedBy }: PostingContext,
  id: string,
  payment: Record<string, unknown> & { payment_date: string },
): Promise<void> {
  const number = await nextNumber(tx, organizationId, 'PAY', monthOf(payment.payment_date));
  await execute(
    tx,
    sql`insert into payments ${values({
      ...payment,
      organization_id: organizationId,
      id,
      payment_no: number,
      created_by: postedBy,
    })}`,
  );
}

/** Stores what a payment was applied to. */
export async function insertAllocation(
  tx: TenantTransaction,
  organizationId: string,
  allocation: Record<string, unknown>,
): Promise<void> {
  await execute(
    tx,
    sql`insert into payment_allocations ${values({ ...allocation, organization_id: organizationId, id: newId() })}`,
  );
}
