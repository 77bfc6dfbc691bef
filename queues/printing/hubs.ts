/** Commands of hubs and their enrollment keys. */
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import { flag, instant, nullable, object, optional, text, uuid } from '../schema.ts';

export const hubCommands = {
  createEnrollmentKey: defineCommand({
    name: 'printing.create_enrollment_key',
    runs: 'inline',
    summary: 'Creates a key that can only enroll hubs. The command carries only its hash.',
    input: object({
      id: uuid(),
      name: nameText(100),
      warehouse_id: optional(nullable(uuid())),
      expires_at: optional(instant()),
      key_hash: text(64),
    }),
    result: object({ id: uuid() }),
  }),
  revokeEnrollmentKey: defineCommand({
    name: 'printing.revoke_enrollment_key',
    runs: 'inline',
    summary: 'Revokes an enrollment key; hubs enrolled with it stay.',
    input: object({ key_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  enrollHub: defineCommand({
    name: 'printing.enroll_hub',
    runs: 'inline',
    summary: 'Enrolls a hub by its public key; the same key returns the same hub.',
    input: object({
      enrollment_key_id: uuid(),
      warehouse_id: nullable(uuid()),
      name: nameText(100),
      public_key: text(200),
      version: text(50),
      platform: text(50),
    }),
    result: object({ hub_id: uuid(), is_new: flag() }),
  }),
  recordHubLogin: defineCommand({
    name: 'printing.record_hub_login',
    runs: 'inline',
    summary: 'Redeems a signed challenge; each is good for one token.',
    input: object({ hub_id: uuid(), challenge_hash: text(64) }),
    result: object({ is_first_use: flag() }),
  }),
  updateHub: defineCommand({
    name: 'printing.update_hub',
    runs: 'inline',
    summary: 'Renames a hub or moves it, with its printers, to another warehouse.',
    input: object({
      hub_id: uuid(),
      name: optional(nameText(100)),
      warehouse_id: optional(nullable(uuid())),
    }),
    result: object({ id: uuid() }),
  }),
  revokeHub: defineCommand({
    name: 'printing.revoke_hub',
    runs: 'inline',
    summary: 'Revokes a hub at once: its link is closed and its printers are removed.',
    input: object({ hub_id: uuid() }),
    result: object({ id: uuid() }),
  }),
};
