/** Return rules: what is inspected, what becomes of it, what is credited and kept back. The first that matches applies. */
import { dispositionKinds, grades } from '../../domain/returns/dispositions.ts';
import { inspectModes, replaceMoments } from '../../domain/returns/return-rules.ts';
import { returnKinds } from '../../domain/returns/return-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';

const asked = (words: string) => `${words} Null: any.`;

export const returnRuleRecord = recordKind({
  area: 'oms',
  name: 'return_rule',
  collection: 'return_rules',
  required: {
    name: nameText(100),
    priority: s.described(s.integer({ min: 0, max: 1_000_000 }), 'Rules are tried from the lowest up.'),
  },
  optional: {
    merchant_id: s.described(s.nullable(s.uuid()), asked('Whose goods.')),
    item_class: s.described(s.nullable(s.text(64)), asked('The class of the item.')),
    reason_code: s.described(s.nullable(s.code()), asked('Why the customer sends it back.')),
    grade: s.described(
      s.nullable(s.choice(...grades)),
      'What inspection found: such a rule applies to inspected units alone. Null: any, and before inspection.',
    ),
    kind: s.described(s.nullable(s.choice(...returnKinds)), asked('The kind of return.')),
    inspect: s.described(
      s.choice(...inspectModes),
      'never: received units go to available at once. sample: an inspection may look at some of its units. Default always.',
    ),
    disposition: s.described(
      s.nullable(s.choice(...dispositionKinds)),
      'What becomes of inspected units when nothing else is said. Received at once, units of a return without an order wait on hold where it says customer.',
    ),
    vendor_id: s.described(
      s.nullable(s.uuid()),
      'With the disposition vendor: whom they go back to where nothing else is said, if it is a vendor of their merchant or the operator. They join the newest draft to it, from location_id, which disposing then requires.',
    ),
    credit_percent: s.described(
      s.decimalNumber({ places: 2, min: 0, below: 100.01 }),
      'How much of their price is credited. Default 100.',
    ),
    restocking_fee: s.described(
      s.money({ min: 0 }),
      'Comes off the credit, for each unit, in the base currency of the books; of an invoice in another it is converted at its rate. Default 0.',
    ),
    fee_item_id: s.described(s.nullable(s.uuid()), 'The billing item that says where the fee is booked.'),
    replace_at: s.described(
      s.choice(...replaceMoments),
      'When units that are to be replaced are: as the return is authorized (default), or once inspected units are disposed of.',
    ),
    window_days: s.described(
      s.nullable(s.integer({ min: 0, max: 3_650 })),
      'How many days after its goods left a return is authorized by itself. Null: however many.',
    ),
    auto_authorize: s.described(
      s.flag(),
      'A return is authorized as it is asked for when the rules of all its lines say so. Default false.',
    ),
  },
  fixed: [],
  references: { merchant_id: 'merchants', fee_item_id: 'billing_items', vendor_id: 'vendors' },
  filters: { merchant_id: s.uuid() },
  searched: ['name'],
});

const rule = recordCommands(returnRuleRecord);

export const returnRuleCommands = {
  createReturnRule: rule.create,
  updateReturnRule: rule.update,
  dryRunReturnRules: defineCommand({
    name: 'oms.dry_run_return_rules',
    runs: 'inline',
    summary: 'Shows which return rule would apply to units of an item, and why those before it do not.',
    input: s.object({
      item_id: s.uuid(),
      reason_code: s.code(),
      kind: s.choice(...returnKinds),
      grade: s.optional(s.nullable(s.choice(...grades)), 'Default: not inspected yet.'),
      shipped_on: s.optional(s.nullable(s.date()), 'Default: not known to have left.'),
    }),
    result: s.object({
      rule_id: s.nullable(s.uuid(), 'Null: no rule matches; units are inspected, and credited in full.'),
      is_in_window: s.flag(),
      is_authorized: s.described(s.flag(), 'Whether a return of such units alone is authorized by itself.'),
      considered: s.described(
        s.listOf(
          s.object({
            rule_id: s.uuid(),
            name: s.text(),
            priority: s.integer({ min: 0, max: 1_000_000 }),
            matches: s.flag(),
            differs_in: s.listOf(s.choice('merchant_id', 'item_class', 'reason_code', 'grade', 'kind')),
          }),
        ),
        'The active rules in their order, up to the one that applies.',
      ),
    }),
  }),
};
