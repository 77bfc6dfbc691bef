/** Adds a vendor: found or made in the shared directory, extended by the organization's own terms. */
import { ownerFor } from '../../db/wms/merchants.read.ts';
import { insertVendor } from '../../db/wms/vendors.write.ts';
import type { wmsMasterDataCommands } from '../../queues/wms/master-data.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof wmsMasterDataCommands.createVendor> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const owner = await ownerFor(tx, organizationId, input.merchant_id, actor.merchant_id);
  const id = await insertVendor(tx, organizationId, { ...input, merchant_id: owner });
  tell({ type: 'vendor.created', subject_type: 'vendor', subject_id: id });
  return { id };
};
