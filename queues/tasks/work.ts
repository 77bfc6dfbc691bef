/** Commands of work of every kind. */
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
    }),
    result: s.object({ kind: s.nullable(s.choice(...workKinds)), id: s.nullable(s.uuid()) }),
  }),
};
