/** Creates and changes wave templates: what they name exists, and what they release by is given. */
import { knownIds } from '../../db/records.read.ts';
import { findTemplate } from '../../db/picking/wave-templates.read.ts';
import { assertAllFound, notFound } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { waveTemplateRecord, type waveTemplateCommands } from '../../queues/picking/wave-templates.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(waveTemplateRecord);

type Template = Partial<InputOf<typeof waveTemplateCommands.createWaveTemplate>>;

/** The fields as they are stored. Refuses 400 UNKNOWN_REFERENCE. */
async function checked<T extends Template>({ tx }: Work, template: T): Promise<T> {
  const { conditions, release_times: times } = template;
  const merchants = conditions?.merchant_ids ?? [];
  assertAllFound(
    'conditions.merchant_ids',
    merchants,
    await knownIds(tx, 'merchants', merchants),
    'merchant',
  );
  // A list would be taken for an array of the database.
  return times ? { ...template, release_times: JSON.stringify(times) as unknown as typeof times } : template;
}

export const createWaveTemplate: Handler<typeof waveTemplateCommands.createWaveTemplate> = async (
  work,
  input,
) => {
  assertOperator(work);
  return plain.create(work, await checked(work, input));
};

export const updateWaveTemplate: Handler<typeof waveTemplateCommands.updateWaveTemplate> = async (
  work,
  input,
) => {
  assertOperator(work);
  if (!(await findTemplate(work.tx, input.record_id))) throw notFound('wave template');
  return plain.update(work, await checked(work, input));
};
