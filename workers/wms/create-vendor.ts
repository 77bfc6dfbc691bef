/** Adds a vendor: found or made in the shared directory, extended by the organization's own terms. */
import { insertVendor } from '../../db/wms/vendors.write.ts';
import type { wmsMasterDataCommands } from '../../queues/wms/master-data.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof wmsMasterDataCommands.createVendor> = async (
  { tx, organizationId, tell },
  input,
) => {
  const id = await insertVendor(tx, organizationId, input);
  tell({ type: 'vendor.created', subject_type: 'vendor', subject_id: id });
  return { id };
};
