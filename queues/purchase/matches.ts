/** Commands of the three-way match of vendors' bills. */
import { matchKinds } from '../../domain/purchase/bill-match.ts';
import { defineCommand } from '../engine/define-command.ts';
import { choice, list, nullable, object, optional, text, uuid } from '../schema.ts';

export const matchCommands = {
  acceptMatch: defineCommand({
    name: 'purchase.accept_match',
    runs: 'inline',
    summary:
      'Accepts differences between a bill, its order and the receipts, so that the bill can be paid. A difference that grows afterwards is open again.',
    input: object({
      bill_id: uuid(),
      reason: text(500),
      differences: optional(
        list(object({ bill_line_id: nullable(uuid()), kind: choice(...matchKinds) }), {
          min: 1,
          max: 1_000,
        }),
        'Default: all of them.',
      ),
    }),
    result: object({ id: uuid() }),
  }),
};
