/** Determines the merchant of a write. */
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface MerchantRef {
  id: string;
  code: string;
  name: string;
}

/**
 * The merchant a write is for. When omitted, it is the merchant of a merchant-scoped token, otherwise the standard
 * edition's own; the 3PL edition refuses 400 MERCHANT_REQUIRED. An id outside the organization (or not visible to the
 * token) is 400 UNKNOWN_REFERENCE.
 */
export async function merchantFor(
  tx: TenantTransaction,
  given: string | null | undefined,
  tokenMerchantId: string | null = null,
): Promise<MerchantRef> {
  const found = await findMerchant(tx, given ?? tokenMerchantId);
  if (found) return found;
  throw merchantRequired();
}

/** The code of the merchant that `merchantFor` returns when none is given; undefined when it refuses. */
export async function usualMerchant(
  tx: TenantTransaction,
  tokenMerchantId: string | null,
): Promise<string | undefined> {
  return (await findMerchant(tx, tokenMerchantId))?.code;
}

/** What `merchantFor` would return for each of a group's writes, read once for all. */
export async function merchantsFor(
  tx: TenantTransaction,
  wanted: readonly (string | null)[],
): Promise<(given: string | null) => MerchantRef> {
  const found = await rows<MerchantRef & { is_default: boolean }>(
    tx,
    sql`select m.id, m.code, m.name, m.is_own and o.edition = 'standard' as is_default
       from organizations o
       join merchants m on m.organization_id = o.id
        and (m.id = any (${wanted.filter((id) => id !== null)}::uuid[]) or (m.is_own and o.edition = 'standard'))
      where o.id = ${tx.organizationId}`,
  );
  return (given) => {
    const id = given?.toLowerCase();
    const merchant = found.find((one) => (id ? one.id === id : one.is_default));
    if (merchant) return merchant;
    throw given ? unknownReference('merchant_id', 'merchant') : merchantRequired();
  };
}

function merchantRequired(): Refusal {
  return new Refusal(
    'MERCHANT_REQUIRED',
    'merchant_id is required: this organization stores goods of several merchants.',
  );
}

/**
 * The merchant that will own a record, as `merchantFor` determines it; null (the operator) when that would refuse
 * because no merchant was given.
 */
export async function ownerFor(
  tx: TenantTransaction,
  given: string | null | undefined,
  tokenMerchantId: string | null,
): Promise<string | null> {
  return (await findMerchant(tx, given ?? tokenMerchantId))?.id ?? null;
}

async function findMerchant(tx: TenantTransaction, wanted: string | null): Promise<MerchantRef | undefined> {
  const found = await row<MerchantRef>(
    tx,
    sql`select m.id, m.code, m.name
       from organizations o
       join merchants m on m.organization_id = o.id
        and case when ${wanted}::uuid is null then m.is_own and o.edition = 'standard' else m.id = ${wanted}::uuid end
      where o.id = ${tx.organizationId}`,
  );
  if (!found && wanted) throw unknownReference('merchant_id', 'merchant');
  return found;
}
