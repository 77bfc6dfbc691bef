/** Changes and deletes tax rates. What is issued keeps the tax it was issued with. */
import { taxDraftsOfCode } from '../../db/documents/taxes/draft-taxes.write.ts';
import { findTaxRate } from '../../db/documents/taxes/tax-rates.read.ts';
import { removeTaxRate } from '../../db/documents/taxes/tax-rates.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { taxRateCommands } from '../../queues/documents/tax-rates.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { tellTaxed } from './tell-taxed.ts';

export const updateTaxRate: Handler<typeof taxRateCommands.updateTaxRate> = async (work, input) => {
  const { tx, emit } = work;
  const { tax_rate_id: id, ...changes } = input;
  const code = await lockedCode(work, id, changes);
  emit({ type: 'tax_rate.changed', subject_type: 'tax_rate', subject_id: id });
  tellTaxed(emit, await taxDraftsOfCode(tx, code));
  return { id };
};

export const deleteTaxRate: Handler<typeof taxRateCommands.deleteTaxRate> = async (
  work,
  { tax_rate_id: id },
) => {
  const { tx, emit } = work;
  const code = await lockedCode(work, id, {});
  await removeTaxRate(tx, id);
  emit({ type: 'tax_rate.deleted', subject_type: 'tax_rate', subject_id: id });
  tellTaxed(emit, await taxDraftsOfCode(tx, code));
  return { id, deleted: true };
};

async function lockedCode({ tx }: Work, id: string, changes: object): Promise<string> {
  if (!(await updateRecord(tx, 'tax_rates', id, changes))) throw notFound('tax rate');
  return (await findTaxRate(tx, id))!.tax_code;
}
