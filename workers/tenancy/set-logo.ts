/** Sets the logo on the organization's documents. Its bytes were stored before this command was submitted. */
import { changePaperSettings } from '../../db/tenancy/paper-settings.write.ts';
import { nameFiles } from '../../db/tenancy/stored-files.write.ts';
import type { paperSettingsCommands } from '../../queues/tenancy/paper-settings.ts';
import type { Handler } from '../engine/handler.ts';

export const setLogo: Handler<typeof paperSettingsCommands.setLogo> = async (
  { tx, organizationId, emit },
  { sha256, content_type: type, size_bytes: bytes },
) => {
  await nameFiles(tx, [{ kind: 'logo', sha256, size_bytes: bytes }]);
  await changePaperSettings(tx, { logo_sha256: sha256, logo_type: type, logo_bytes: bytes });
  emit(logoChanged(organizationId));
  return { id: organizationId };
};

export const removeLogo: Handler<typeof paperSettingsCommands.removeLogo> = async ({
  tx,
  organizationId,
  emit,
}) => {
  await changePaperSettings(tx, { logo_sha256: null, logo_type: null, logo_bytes: null });
  emit(logoChanged(organizationId));
  return { id: organizationId };
};

const logoChanged = (organizationId: string) =>
  ({
    type: 'organization.papers_changed',
    subject_type: 'organization',
    subject_id: organizationId,
    data: { fields: ['logo'] },
  }) as const;
