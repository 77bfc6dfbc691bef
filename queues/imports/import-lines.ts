/** What a line of each kind of import must be: the same fields as in the record it makes. */
import { identifier } from '../inventory/identifier.ts';
import { choice, code, date, list, object, optional, qty, text, type Infer } from '../schema.ts';
import { itemRecord, locationRecord } from '../catalog/master-data.ts';
import { hazardCells } from '../catalog/hazard-fields.ts';
import { packaging } from '../catalog/packaging-fields.ts';
import { pickFaceRecord } from '../moves/replenishment.ts';
import { carrierInvoiceHead, carrierInvoiceLine as asked } from '../transport/carrier-invoices.ts';
import { barcodeCell } from './barcode-cell.ts';

const { merchant_id: _merchant, hazard: _hazard, ...itemFields } = itemRecord.optional;

function optionalOf<S extends Record<string, Parameters<typeof optional>[0]>>(shape: S) {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, optional(field)])) as {
    [K in keyof S]: ReturnType<typeof optional<Infer<S[K]>>>;
  };
}

export const itemLine = object({
  ...itemRecord.required,
  ...optionalOf(itemFields),
  ...hazardCells,
  merchant: optional(code(32)),
  barcodes: optional(list(barcodeCell(), { max: 50 })),
  uoms: optional(itemRecord.parts.uoms),
});

export const packagingLine = object({
  ...packaging.shape,
  sku: identifier(100),
  merchant: optional(code(32)),
});

const { warehouse_id: _warehouse, ...locationFields } = locationRecord.required;

export const locationLine = object({
  ...locationFields,
  ...optionalOf(locationRecord.optional),
  warehouse: code(32),
});

export const stockLine = object({
  warehouse: code(32),
  location: code(64),
  sku: identifier(100),
  qty: qty({ positive: true }),
  merchant: optional(code(32)),
  lot_no: optional(identifier(100)),
  expiry_date: optional(date()),
  manufacture_date: optional(date()),
  status: optional(choice('available', 'hold', 'damaged')),
});

const { min_qty, max_qty } = pickFaceRecord.required;

export const pickFaceLine = object({
  warehouse: code(32),
  location: code(64),
  sku: identifier(100),
  merchant: optional(code(32)),
  min_qty,
  max_qty,
  ...optionalOf(pickFaceRecord.optional),
});

export const carrierInvoiceLine = object({
  account: text(100),
  carrier: code(32),
  ...carrierInvoiceHead,
  ...asked.shape,
});

export type ItemLine = Infer<typeof itemLine>;
export type PackagingLine = Infer<typeof packagingLine>;
export type LocationLine = Infer<typeof locationLine>;
export type StockLine = Infer<typeof stockLine>;
export type PickFaceLine = Infer<typeof pickFaceLine>;
export type CarrierInvoiceLine = Infer<typeof carrierInvoiceLine>;
