/**
 * Changes organization settings. The lock date only moves forward, and not past today: no setting reopens a closed
 * period.
 */
import { setLimits } from '../../db/database.ts';
import { taxAllDrafts } from '../../db/documents/taxes/draft-taxes.write.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { changeSettings } from '../../db/tenancy/organizations.write.ts';
import { assertZoneKnown } from '../../db/tenancy/time-zones.read.ts';
import { invalid } from '../../domain/refusal.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../engine/handler.ts';

export const updateSettings: Handler<typeof tenancyCommands.updateSettings> = async (
  { tx, organizationId, emit, actor },
  input,
) => {
  const { lock_date: lockDate } = input;
  if (lockDate !== undefined) {
    const { lock_date: present, today } = await readOrganization(tx);
    if (present && (lockDate === null || lockDate < present)) {
      throw invalid('lock_date', 'moves_back', `lock_date can only move forward from ${present}`);
    }
    // It never moves back, so one wrong digit would close the books for good.
    if (lockDate !== null && lockDate > today) {
      throw invalid('lock_date', 'in_future', `lock_date must not be after today, ${today}`);
    }
    if (!actor.permissions.includes('accounting.close')) {
      throw invalid('lock_date', 'permission', 'lock_date needs the permission accounting.close');
    }
    // The months it closes are summed once and for all, which takes some seconds per million lines: longer than a
    // request may normally take.
    await setLimits(tx, { statement_timeout: '10min' });
  }
  await assertZoneKnown(tx, input.time_zone);
  await changeSettings(tx, input);
  emit({
    type: 'organization.settings_changed',
    subject_type: 'organization',
    subject_id: organizationId,
    data: input,
  });
  const taxed = input.tax_date === undefined ? [] : await taxAllDrafts(tx);
  for (const id of taxed)
    emit({ type: 'invoice.changed', subject_type: 'invoice', subject_id: id, data: { status: 'draft' } });
  return { id: organizationId };
};
