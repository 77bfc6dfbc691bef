/** Commands of returns to vendors. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { namedSerials } from '../shipping/shipments.ts';

const vendorReturn = { vendor_return_id: s.uuid() };
const id = s.object({ id: s.uuid() });
const authorizationNo = () => s.optional(s.nullable(s.text(100)), "The vendor's leave to send it back.");
const carrierCode = () => s.optional(s.nullable(s.code()));
const note = () => s.optional(s.freeText(2_000));

export const vendorReturnCommands = {
  createVendorReturn: defineCommand({
    name: 'wms.create_vendor_return',
    runs: 'inline',
    summary:
      'Drafts a return to a vendor: of available stock, or of stock on hold or damaged where it stands.',
    input: s.object({
      merchant_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.uuid(),
      vendor_id: s.uuid(),
      authorization_no: authorizationNo(),
      ship_mode: s.optional(s.choice(...shipModes), 'Default parcel.'),
      carrier_code: carrierCode(),
      ship_to: s.optional(
        s.openObject(),
        "Default: where the merchant's last return to this vendor went, else the vendor's name and phone.",
      ),
      note: note(),
      lines: s.list(
        s.object({
          item_id: s.uuid(),
          qty: s.described(s.qty({ positive: true }), "In the item's base unit."),
          stock_status: s.optional(s.choice('available', 'hold', 'damaged'), 'Default available.'),
          location_id: s.optional(
            s.nullable(s.uuid()),
            'Where it stands: required for stock on hold or damaged, and given for that alone.',
          ),
          lot_no: s.optional(s.nullable(s.code()), 'With location_id: its lot.'),
          reason_code: s.optional(s.nullable(s.code()), 'Why it goes back, in your own words.'),
        }),
        { min: 1, max: 500 },
      ),
    }),
    result: s.object({ id: s.uuid(), return_no: s.text() }),
  }),
  editVendorReturn: defineCommand({
    name: 'wms.edit_vendor_return',
    runs: 'inline',
    summary:
      'Changes a return to a vendor that is a draft: where it goes and how, where its goods stand, and its lines.',
    input: s.object({
      ...vendorReturn,
      authorization_no: authorizationNo(),
      ship_mode: s.optional(s.choice(...shipModes)),
      carrier_code: carrierCode(),
      ship_to: s.optional(s.openObject()),
      note: note(),
      lines: s.optional(
        s.list(
          s.object({
            id: s.uuid(),
            location_id: s.optional(s.uuid(), 'Where its goods, on hold or damaged, stand by now.'),
            remove: s.optional(s.flag(), 'Instead: it does not go back. Its goods stay what they are.'),
          }),
          { min: 1, max: 500 },
        ),
        'The lines that change; at least one stays.',
      ),
    }),
    result: id,
  }),
  releaseVendorReturn: defineCommand({
    name: 'wms.release_vendor_return',
    runs: 'allocation',
    summary: 'Releases a return to a vendor: a shipment holds its stock. Repeating it changes nothing.',
    input: s.object(vendorReturn),
    result: id,
  }),
  shipVendorReturn: defineCommand({
    name: 'wms.ship_vendor_return',
    runs: 'inventory',
    summary: 'Ships a return to a vendor as its shipment. Repeating it changes nothing.',
    input: s.object({
      ...vendorReturn,
      tracking_no: s.optional(s.text(100)),
      carrier_code: s.optional(s.code()),
      serials: namedSerials(),
    }),
    result: id,
  }),
  creditVendorReturn: defineCommand({
    name: 'wms.credit_vendor_return',
    runs: 'inline',
    summary: 'Records that the vendor has credited a return. Repeating it changes nothing.',
    input: s.object({ ...vendorReturn, credit_no: s.described(s.text(100), "The vendor's credit note.") }),
    result: id,
  }),
  cancelVendorReturn: defineCommand({
    name: 'wms.cancel_vendor_return',
    runs: 'inventory',
    summary: 'Cancels a return to a vendor before it is shipped: its stock is again what it was.',
    input: s.object({ ...vendorReturn, reason: s.optional(s.nullable(s.freeText(500))) }),
    result: id,
  }),
};
