/** Commands of work of every kind. */
import { idleKinds } from '../../domain/tasks/idle-work.ts';
import { workKinds } from '../../domain/tasks/work-kinds.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

export const workKindList = () => s.list(s.choice(...workKinds), { min: 1, max: 20 });

export const workCommands = {
  claimWork: defineCommand({
    name: 'wms.claim_work',
    runs: 'inline',
    together: true,
    summary: 'Claims the most urgent, then nearest, then oldest, work of these kinds in a warehouse.',
    input: s.object({
      warehouse_id: s.uuid(),
      kinds: workKindList(),
      zone: s.optional(s.text(64)),
      near: s.optional(s.uuid()),
      another: s.optional(s.flag()),
    }),
    result: s.object({ kind: s.nullable(s.choice(...workKinds)), id: s.nullable(s.uuid()) }),
  }),
  returnIdleWork: defineCommand({
    name: 'wms.return_idle_work',
    runs: 'inventory',
    summary: 'Gives back what somebody was given and nobody has touched for hours. The schedule does this.',
    input: s.object({ kind: s.choice(...idleKinds) }),
    result: s.object({ returned: s.integer({ min: 0, max: 1e9 }) }),
  }),
};
