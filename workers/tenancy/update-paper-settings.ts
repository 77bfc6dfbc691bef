/** Changes the sender and payment details on the organization's documents. */
import { changePaperSettings } from '../../db/tenancy/paper-settings.write.ts';
import type { paperSettingsCommands } from '../../queues/tenancy/paper-settings.ts';
import type { Handler } from '../engine/handler.ts';

export const updatePaperSettings: Handler<typeof paperSettingsCommands.updatePaperSettings> = async (
  { tx, organizationId, emit },
  { address, ...fields },
) => {
  const changes = { ...fields, ...(address ? { address: JSON.stringify(address) } : {}) };
  await changePaperSettings(tx, changes);
  emit({
    type: 'organization.papers_changed',
    subject_type: 'organization',
    subject_id: organizationId,
    data: { fields: Object.keys(changes).sort() },
  });
  return { id: organizationId };
};
