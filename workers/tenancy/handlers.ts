/** The handlers of tenancy: a missing, extra or wrong one does not compile. */
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { paperSettingsCommands } from '../../queues/tenancy/paper-settings.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { revokeToken } from '../printing/hubs/revoke-token.ts';
import { createMember } from './create-member.ts';
import { createToken } from './create-token.ts';
import { removeLogo, setLogo } from './set-logo.ts';
import { updateMember } from './update-member.ts';
import { updatePaperSettings } from './update-paper-settings.ts';
import { updateSettings } from './update-settings.ts';

export const tenancyHandlers: HandlersOf<typeof tenancyCommands & typeof paperSettingsCommands> = {
  updateSettings,
  createToken,
  revokeToken,
  createMember,
  updateMember,
  updatePaperSettings,
  setLogo,
  removeLogo,
};
