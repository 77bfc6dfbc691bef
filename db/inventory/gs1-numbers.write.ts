/** Serial numbers for GS1 keys: one counter per organization, kind and company prefix. */
import { billOfLadingNumber, ssccOf } from '../../domain/inventory/sscc.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The next `count` serial numbers: the first of them. */
async function nextSerials(
  tx: TenantTransaction,
  kind: 'SSCC' | 'BOL',
  count: number,
): Promise<{ prefix: string; serial: number }> {
  const taken = await row<{ prefix: string; serial: string }>(
    tx,
    sql`insert into document_sequences as d (organization_id, kind, period, next_no)
     select id, ${kind}, gs1_company_prefix, 1 + ${count}::integer from organizations where id = ${tx.organizationId}
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + ${count}::integer
     returning period as prefix, next_no - ${count}::integer as serial`,
  );
  return { prefix: taken!.prefix, serial: Number(taken!.serial) };
}

/** The organization's next SSCC. The counter stays locked until commit, so take it late. */
export async function nextSscc(tx: TenantTransaction): Promise<string> {
  return (await nextSsccs(tx, 1))[0]!;
}

/** So many of them. */
export async function nextSsccs(tx: TenantTransaction, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { prefix, serial } = await nextSerials(tx, 'SSCC', count);
  return Array.from({ length: count }, (_, index) => ssccOf(prefix, serial + index));
}

/** The organization's next bill of lading number. */
export async function nextBillOfLading(tx: TenantTransaction): Promise<string> {
  const { prefix, serial } = await nextSerials(tx, 'BOL', 1);
  return billOfLadingNumber(prefix, serial);
}

/** Gives each of these license plates the next SSCC unless it has one by now; returns what each has, by its id. */
export async function giveSsccs(
  tx: TenantTransaction,
  lpnIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(lpnIds)];
  if (ids.length === 0) return new Map();
  // The plates before the counter, and in the order in which others lock them.
  await execute(
    tx,
    sql`select 1 from lpns where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[]) order by id for update`,
  );
  const { prefix, serial } = await nextSerials(tx, 'SSCC', ids.length);
  const given = await rows<{ id: string; sscc: string }>(
    tx,
    sql`update lpns p set sscc = coalesce(p.sscc, n.sscc), updated_at = now()
          from unnest(${ids}::uuid[], ${ids.map((_, index) => ssccOf(prefix, serial + index))}::text[]) as n (id, sscc)
         where p.organization_id = ${tx.organizationId} and p.id = n.id returning p.id, p.sscc`,
  );
  return new Map(given.map(({ id, sscc }) => [id, sscc]));
}
