/** Adds a vendor with its owner's details and an identity in the shared directory. */
import { ownerFor } from '../../db/tenancy/merchants.read.ts';
import { insertVendor } from '../../db/catalog/vendors.write.ts';
import type { catalogCommands } from '../../queues/catalog/master-data.ts';
import type { Handler } from '../engine/handler.ts';

export const createVendor: Handler<typeof catalogCommands.createVendor> = async (
  { tx, actor, emit },
  input,
) => {
  const owner = await ownerFor(tx, input.merchant_id, actor.merchant_id);
  const id = await insertVendor(tx, { ...input, merchant_id: owner });
  emit({ type: 'vendor.created', subject_type: 'vendor', subject_id: id });
  return { id };
};
