/** What shipping documents say, as it is kept from the moment the goods leave. */
import type { NamedHazard } from '../catalog/hazard.ts';
import type { ShipmentKind } from './shipment-kinds.ts';

type Address = Record<string, unknown>;

export interface PackingListFacts {
  shipment_no: string;
  /** The number of what it leaves for. */
  order_no: string | null;
  kind: ShipmentKind;
  /** The leave a vendor gave to send goods back. */
  authorization_no?: string | null;
  merchant: string;
  organization: string;
  warehouse_id: string;
  warehouse: string;
  warehouse_address: Address;
  time_zone: string;
  ship_to: Address;
  ship_mode: string;
  carrier_code: string | null;
  tracking_no: string | null;
  shipped_at: string;
  lines: {
    line_no: number;
    sku: string;
    item_name: string;
    lot_no: string;
    uom: string;
    qty: string;
    /** Where all of it is in whole units of another kind: how many, and the unit. */
    in_units?: string | null;
    /** Dangerous goods. */
    hazard?: NamedHazard | null;
  }[];
  cartons: {
    carton_no: number;
    sscc: string;
    weight_kg: string | null;
    lines: { sku: string; item_name: string; lot_no: string; qty: string; hazard?: NamedHazard | null }[];
  }[];
}

export interface BillOfLadingFacts {
  load_no: string;
  bol_number: string;
  organization: string;
  warehouse: string;
  warehouse_address: Address;
  time_zone: string;
  carrier: string | null;
  scac: string | null;
  freight_terms: string;
  trailer_no: string | null;
  seal_no: string | null;
  handling_unit_type: string;
  handling_units: number;
  weight_kg: string | null;
  ship_to: Address;
  pro_number: string | null;
  freight_class: string | null;
  goods_description: string | null;
  bill_freight_to: Address;
  shipped_at: string;
  shipments: {
    shipment_no: string;
    order_no: string | null;
    /** The customer's or channel's order number. */
    po_number: string | null;
    merchant: string;
    ship_to: Address;
    cartons: number;
    units: string;
    weight_kg: string | null;
  }[];
  /** Dangerous goods on it; left out of what was frozen before they were told. */
  hazards?: (NamedHazard & { sku: string; qty: string; uom: string; weight_kg: string | null })[];
}

/** What crosses a customs border, as it was declared. Amounts are of its currency, and as text. */
export interface CommercialInvoiceFacts {
  invoice_no: string;
  issued_at: Date | string;
  time_zone: string;
  shipment_no: string;
  order_no: string | null;
  organization: string;
  merchant: string;
  /** Where the merchant is, if it says so: else it exports from the warehouse. */
  exporter: Address;
  warehouse_id: string;
  warehouse: string;
  warehouse_address: Address;
  ship_to: Address;
  contents: string;
  contents_note: string | null;
  incoterm: string;
  currency: string;
  signed_by: string;
  export_filing: string | null;
  tax_ids: readonly { of: 'sender' | 'recipient'; kind: string; number: string; country: string }[];
  lines: {
    line_no: number;
    sku: string;
    description: string;
    hs_code: string | null;
    origin_country: string;
    qty: string;
    uom: string;
    unit_value: string;
    value: string;
    weight_kg: string;
  }[];
  total: string;
  net_kg: string;
  cartons: number;
  /** Of its cartons; null where not all were weighed. */
  gross_kg: string | null;
}
