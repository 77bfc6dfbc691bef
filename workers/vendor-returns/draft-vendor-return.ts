/** Drafting a return to a vendor, for the command and for units of a customer's return that are the first to go back. */
import { readReceiptReferences } from '../../db/receiving/receipt-references.read.ts';
import {
  addressOfVendor,
  insertVendorReturn,
  type NewVendorReturnLine,
  type VendorReturnWords,
} from '../../db/vendor-returns/vendor-returns.write.ts';
import { newId } from '../../domain/new-id.ts';
import { vendorReturnEvent, type VendorReturnRef } from '../../domain/vendor-returns/events.ts';
import type { Work } from '../engine/handler.ts';

export interface VendorReturnNames {
  merchant_id: string;
  warehouse_id: string;
  vendor_id: string;
}

/** Refuses 400 UNKNOWN_REFERENCE for a warehouse that is not the organization's, and a vendor that is not the merchant's. */
export async function assertVendor({ tx }: Work, of: VendorReturnNames): Promise<void> {
  const names = { ...of, purchase_order_id: null };
  (await readReceiptReferences(tx, [names]))(names, of.merchant_id);
}

export async function draftVendorReturn(
  work: Work,
  of: VendorReturnNames,
  lines: readonly NewVendorReturnLine[],
  {
    authorization_no = null,
    ship_mode = 'parcel',
    carrier_code = null,
    ship_to,
    note = '',
  }: VendorReturnWords = {},
): Promise<VendorReturnRef> {
  const made = {
    ...of,
    id: newId(),
    return_no: await work.takeNumber('VR'),
    authorization_no,
    ship_mode,
    carrier_code,
    ship_to: ship_to ?? (await addressOfVendor(work.tx, of)),
    note,
    created_by: work.actor.name,
  };
  await insertVendorReturn(work.tx, made, lines);
  const states = { status: 'draft', previous_status: null } as const;
  work.emit(vendorReturnEvent(made, 'created', { ...states, lines: lines.length }));
  return made;
}
