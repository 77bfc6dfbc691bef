/** Adds a rate of a tax code. The database refuses one that overlaps another of the code. */
import { taxDraftsOfCode } from '../../db/documents/taxes/draft-taxes.write.ts';
import { insertRecord } from '../../db/records.write.ts';
import type { taxRateCommands } from '../../queues/documents/tax-rates.ts';
import type { Handler } from '../engine/handler.ts';
import { tellTaxed } from './tell-taxed.ts';

export const createTaxRate: Handler<typeof taxRateCommands.createTaxRate> = async ({ tx, emit }, input) => {
  const id = await insertRecord(tx, 'tax_rates', input);
  emit({ type: 'tax_rate.created', subject_type: 'tax_rate', subject_id: id });
  tellTaxed(emit, await taxDraftsOfCode(tx, input.tax_code));
  return { id };
};
