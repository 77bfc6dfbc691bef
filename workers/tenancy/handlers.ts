/** The handler of every tenancy command: a missing, extra or wrong one does not compile. */
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { HandlersOf } from '../handler.ts';
import { run as createMember } from './create-member.ts';
import { run as createToken } from './create-token.ts';
import { run as revokeToken } from './revoke-token.ts';
import { run as updateMember } from './update-member.ts';
import { run as updateSettings } from './update-settings.ts';

export const tenancyHandlers: HandlersOf<typeof tenancyCommands> = {
  updateSettings,
  createToken,
  revokeToken,
  createMember,
  updateMember,
};
