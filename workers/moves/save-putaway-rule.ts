/** Creates and changes putaway rules: what they name exists. */
import { knownIds } from '../../db/records.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { locationsOf } from '../../db/moves/pick-faces.read.ts';
import { warehouseOfRule } from '../../db/moves/putaway/putaway-places.read.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { putawayRuleRecord, type putawayCommands } from '../../queues/moves/putaway.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(putawayRuleRecord);

type Rule = Partial<InputOf<typeof putawayCommands.createPutawayRule>>;

/** The fields as they are stored. Refuses 400 for a step or a match that names what is not there. */
async function checked<R extends Rule>(tx: TenantTransaction, warehouseId: string, rule: R): Promise<R> {
  const { steps, applies_to: match } = rule;
  for (const [field, table, words] of [
    ['merchant_id', 'merchants', 'merchant'],
    ['item_id', 'items', 'item'],
  ] as const) {
    const id = match?.[field];
    if (id && (await knownIds(tx, table, [id])).length === 0)
      throw unknownReference(`applies_to.${field}`, words);
  }
  if (!steps) return rule;
  const odd = steps.findIndex(({ place, location_id: id }) => (place === 'fixed') !== (id !== undefined));
  if (odd >= 0)
    throw invalid(
      `steps.${odd}.location_id`,
      'fixed',
      'location_id goes with the place fixed, and only with it',
    );
  const named = steps.map(({ location_id: id }) => id);
  const known = await locationsOf(
    tx,
    warehouseId,
    named.flatMap((id) => id ?? []),
  );
  const missing = named.findIndex((id) => id !== undefined && !known.includes(id.toLowerCase()));
  if (missing >= 0) throw unknownReference(`steps.${missing}.location_id`, 'location of that warehouse');
  // A list would be taken for an array of the database.
  return { ...rule, steps: JSON.stringify(steps) as unknown as typeof steps };
}

export const createPutawayRule: Handler<typeof putawayCommands.createPutawayRule> = async (work, input) => {
  assertOperator(work);
  return plain.create(work, await checked(work.tx, input.warehouse_id, input));
};

export const updatePutawayRule: Handler<typeof putawayCommands.updatePutawayRule> = async (work, input) => {
  assertOperator(work);
  const warehouseId = await warehouseOfRule(work.tx, input.record_id);
  if (!warehouseId) throw notFound('putaway rule');
  return plain.update(work, await checked(work.tx, warehouseId, input));
};
