/** Changes a vendor. Another identity is accepted only when its name or numbers match. */
import { findVendorWords } from '../../db/catalog/vendors.read.ts';
import { assertVendorMatch } from '../../db/catalog/vendors.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { catalogCommands } from '../../queues/catalog/master-data.ts';
import type { Handler } from '../engine/handler.ts';

export const updateVendor: Handler<typeof catalogCommands.updateVendor> = async (
  { tx, emit },
  { record_id: id, ...changes },
) => {
  const present = await findVendorWords(tx, id);
  if (!present) throw notFound('vendor');
  if (changes.directory_id && changes.directory_id !== present.directory_id) {
    const { name = present.name, identifiers = present.identifiers } = changes;
    await assertVendorMatch(tx, { name, identifiers }, changes.directory_id);
  }
  await updateRecord(tx, 'vendors', id, changes);
  emit({ type: 'vendor.changed', subject_type: 'vendor', subject_id: id });
  return { id };
};
