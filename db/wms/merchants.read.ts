/** Whose goods: the merchant of a write. */
import { Refusal, unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';

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
  const wanted = given ?? tokenMerchantId;
  const found = await row<MerchantRef & { edition: string; id: string | null }>(
    tx,
    `select o.edition, m.id, m.code, m.name
       from organizations o
       left join merchants m on m.organization_id = o.id
        and case when ?::uuid is null then m.is_own and o.edition = 'standard' else m.id = ?::uuid end
      where o.id = ?`,
    [wanted ?? null, wanted ?? null, organizationId],
  );
  if (found?.id) return { id: found.id, code: found.code, name: found.name };
  if (wanted) throw unknownReference('merchant_id', 'merchant');
  throw new Refusal(
    'MERCHANT_REQUIRED',
    'merchant_id is required: this organization stores goods of several merchants.',
  );
}
