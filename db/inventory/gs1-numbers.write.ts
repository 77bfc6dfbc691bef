/** Serial numbers for GS1 keys: one counter per organization, kind and company prefix. */
import { billOfLadingNumber, ssccOf } from '../../domain/inventory/sscc.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

async function nextSerial(
  tx: TenantTransaction,
  kind: 'SSCC' | 'BOL',
): Promise<{ prefix: string; serial: number }> {
  const taken = await row<{ prefix: string; serial: string }>(
    tx,
    sql`insert into document_sequences as d (organization_id, kind, period, next_no)
     select id, ${kind}, gs1_company_prefix, 2 from organizations where id = ${tx.organizationId}
     on conflict (organization_id, kind, period) do update set next_no = d.next_no + 1
     returning period as prefix, next_no - 1 as serial`,
  );
  return { prefix: taken!.prefix, serial: Number(taken!.serial) };
}

/** The organization's next SSCC. The counter stays locked until commit, so take it late. */
export async function nextSscc(tx: TenantTransaction): Promise<string> {
  const { prefix, serial } = await nextSerial(tx, 'SSCC');
  return ssccOf(prefix, serial);
}

/** The organization's next bill of lading number. */
export async function nextBillOfLading(tx: TenantTransaction): Promise<string> {
  const { prefix, serial } = await nextSerial(tx, 'BOL');
  return billOfLadingNumber(prefix, serial);
}

/** Gives the license plate the next SSCC unless it has one by now; returns the one it has. */
export async function giveSscc(tx: TenantTransaction, lpnId: string): Promise<string> {
  const sscc = await nextSscc(tx);
  const given = await row<{ sscc: string }>(
    tx,
    sql`update lpns set sscc = coalesce(sscc, ${sscc}), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${lpnId} returning sscc`,
  );
  return given!.sscc;
}
