/** Whose goods: the merchant of a write. */
import { Refusal, unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface MerchantRef {
  id: string;
  code: string;
  name: string;
}

/**
 * The merchant a write is for. Left out, it is the merchant of a merchant-scoped token, else the standard edition's
 * own; the 3PL edition refuses 400 MERCHANT_REQUIRED. An id that is not the organization's (or not visible to the
 * token) is 400 UNKNOWN_REFERENCE.
 */
export async function merchantFor(
  tx: TenantTransaction,
  organizationId: string,
  given: string | null | undefined,
  tokenMerchantId: string | null = null,
): Promise<MerchantRef> {
  const found = await findMerchant(tx, organizationId, given ?? tokenMerchantId);
  if (found) return found;
  throw new Refusal(
    'MERCHANT_REQUIRED',
    'merchant_id is required: this organization stores goods of several merchants.',
  );
}

/** The merchant a record is made for, as `merchantFor`; where that one refuses for want of a merchant: null, the operator's. */
export async function ownerFor(
  tx: TenantTransaction,
  organizationId: string,
  given: string | null | undefined,
  tokenMerchantId: string | null,
): Promise<string | null> {
  return (await findMerchant(tx, organizationId, given ?? tokenMerchantId))?.id ?? null;
}

async function findMerchant(
  tx: TenantTransaction,
  organizationId: string,
  wanted: string | null,
): Promise<MerchantRef | undefined> {
  const found = await row<MerchantRef>(
    tx,
    sql`select m.id, m.code, m.name
       from organizations o
       join merchants m on m.organization_id = o.id
        and case when ${wanted}::uuid is null then m.is_own and o.edition = 'standard' else m.id = ${wanted}::uuid end
      where o.id = ${organizationId}`,
  );
  if (!found && wanted) throw unknownReference('merchant_id', 'merchant');
  return found;
}
