/** The reasons an organization accepts for changing stock by hand. */
import type { Knex } from 'knex';

/** What a new organization starts with; it may add its own and switch these off. */
const defaults: Record<string, string> = {
  damage: 'Damaged in the warehouse',
  lost: 'Not found where it should be',
  found: 'Found where it should not be',
  count: 'Difference of a count',
  expired: 'Past its expiry date',
  correction: 'Correction of a booking',
  sample: 'Taken or held as a sample',
  return: 'Returned goods',
};

/** Seeds the default reason codes of an organization. Doing it again changes nothing. */
export async function insertDefaultReasonCodes(
  tx: Knex | Knex.Transaction,
  organizationId: string,
): Promise<void> {
  await tx('reason_codes')
    .insert(
      Object.entries(defaults).map(([code, description]) => ({
        organization_id: organizationId,
        code,
        description,
      })),
    )
    .onConflict(['organization_id', 'code'])
    .ignore();
}
