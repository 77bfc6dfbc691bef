/**
 * What every unique constraint means to the person who meets it: the code, which fields clash, in the words of the API,
 * and what there is already. Most have a check of their own in front, and whoever loses the race past it gets the same
 * code as by the check.
 */
import type { RefusalCode } from '../domain/refusal.ts';

export interface Clash {
  /** DUPLICATE where there is no check in front: the constraint is the check. */
  code: RefusalCode;
  sentence: string;
  fields: readonly string[];
}

const taken = (thing: string, ...fields: [string, ...string[]]): Clash => ({
  code: 'DUPLICATE',
  sentence: `There is already ${thing} with this ${inWords(fields)}: use that one, or give another.`,
  fields,
});
const already = (sentence: string, ...fields: string[]): Clash => coded('DUPLICATE', sentence, ...fields);
const coded = (code: RefusalCode, sentence: string, ...fields: string[]): Clash => ({
  code,
  sentence,
  fields,
});

function inWords(fields: readonly string[]): string {
  const words = fields.map((field) => field.split('.').at(-1)!);
  const last = words.pop()!;
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** Exclusion constraints (ranges that may not overlap) are here as well. */
export const clashes: Readonly<Record<string, Clash>> = {
  merchants_code_once: taken('a merchant', 'code'),
  members_email_once: taken('a member', 'email'),
  warehouses_code_once: taken('a warehouse', 'code'),
  locations_code_once: taken('a location of the warehouse', 'code'),
  items_sku_once: taken('an item of the merchant', 'sku'),
  item_barcodes_pkey: already('Another item of the merchant has this barcode already.', 'barcodes'),
  item_packagings_pkey: already('The item has this unit already: name each unit once.', 'uoms.uom'),
  item_packagings_unit_once: already(
    'The item has this unit already, in another spelling.',
    'packagings.uom',
  ),
  item_packagings_level_once: already(
    'The item has this level already: name each level once.',
    'packagings.level',
  ),
  cartons_planned_once: already('This carton of the plan is packed already.', 'planned_carton'),
  carton_types_code_once: taken('a carton type', 'code'),
  reason_codes_pkey: taken('a reason code', 'code'),
  carriers_code_once: taken('a carrier', 'code'),
  customers_code_once: taken('a customer', 'code'),
  channels_code_once: taken('a channel', 'code'),
  retailers_code_once: taken('a retailer', 'code'),
  vendors_code_once: taken('a vendor', 'code'),
  vendors_name_once: taken('a vendor', 'name'),
  vendors_once: already('This vendor of the directory has been taken over already.', 'directory_id'),
  lpns_lpn_once: taken('a license plate', 'lpn'),
  pick_faces_once: coded(
    'FACE_EXISTS',
    'The location is a pick face of this item already.',
    'location_id',
    'item_id',
  ),
  inspection_plans_name_once: taken('an inspection plan', 'name'),
  hazard_segregation_pair_once: already('These two classes have their rule already.', 'other_class'),
  putaway_rules_name_once: taken('a putaway rule of the warehouse', 'name'),
  return_rules_name_once: taken('a return rule', 'name'),
  count_plans_name_once: taken('a count plan of the warehouse', 'name'),
  serials_live_once: coded(
    'SERIAL_IN_USE',
    'A unit of the item with this serial number is in stock already.',
    'serial_nos',
  ),
  carrier_accounts_name_once: taken('an account with a carrier', 'name'),
  carrier_invoices_no_once: taken('an invoice of the carrier', 'invoice_no'),
  carrier_rules_name_once: taken('a carrier rule', 'name'),
  label_purchases_one_live_of_carton: coded(
    'LABEL_LIVE',
    'The carton has a label already, or may have.',
    'carton_id',
  ),
  label_purchases_one_live_of_planned: coded(
    'LABEL_LIVE',
    'The planned carton has a label already, or may have.',
    'sscc',
  ),
  label_purchases_quote_once: coded(
    'QUOTE_EXPIRED',
    'The quote was used already: ask for rates anew.',
    'quote_id',
  ),
  label_purchases_one_live_of_shipment: coded(
    'LABEL_LIVE',
    'The shipment has a label already, or may have.',
    'shipment_id',
  ),
  label_purchases_one_live_of_return: coded(
    'LABEL_LIVE',
    'The return has a label already, or may have.',
    'return_id',
  ),
  wave_templates_name_once: taken('a wave template of the warehouse', 'name'),
  pick_jobs_one_live_of_cart: already('The cart is on a pick job already.', 'cart'),
  pick_jobs_one_live_at_wall: already('A pick job is being sorted at that wall already.', 'put_wall'),
  planned_moves_one_live_of_plate: already('The license plate has a planned move already.', 'pallet_lpn'),
  transfer_lines_item_once: already(
    'The transfer names an item twice: add its quantities up.',
    'lines.item_id',
  ),
  returns_channel_return_no_once: taken('a return of the merchant', 'channel_return_no'),
  return_units_live_once: already(
    'Another return expects the unit with this serial number already.',
    'lines.serial_nos',
  ),
  tasks_receive_open_once: already('The receipt has an open receiving task already.', 'receipt_id'),
  count_lines_once: already(
    'The count has a line for this location, item, lot and status already.',
    'location_id',
    'item_id',
    'lot_no',
    'status',
  ),
  count_task_locations_pkey: already('The count names a location twice.', 'location_ids'),
  location_locks_pkey: coded(
    'LOCATION_LOCKED',
    'Another open count holds the location: wait for its end.',
    'location_ids',
  ),
  sales_orders_channel_order_no_once: coded(
    'DUPLICATE_ORDER',
    'The channel has an order of that number already.',
    'channel_order_no',
  ),
  sales_order_holds_open_once: already('The order is on hold for this reason already.', 'reason'),
  cartons_sscc_once: taken('a carton', 'sscc'),
  load_shipments_one_load: coded('SHIPMENT_IN_LOAD', 'The shipment is on a load already.', 'shipment_ids'),
  load_shipments_pkey: already('The load has the shipment already.', 'shipment_ids'),
  wave_shipments_pkey: already('The wave has had the shipment already.', 'shipment_ids'),
  waves_one_open: already(
    'There is an open wave of this warehouse, ship_mode and cutoff already: use that one.',
    'warehouse_id',
    'ship_mode',
    'cutoff',
  ),
  wave_shipments_one_active_wave: coded(
    'SHIPMENT_IN_WAVE',
    'The shipment is in an active wave already.',
    'shipment_ids',
  ),
  print_devices_one_default: already(
    'The warehouse got another default label printer at the same moment; try again.',
    'is_default_label_printer',
  ),
  accounts_code_once: taken('an account', 'code'),
  billing_items_code_once: taken('a billing item', 'code'),
  billing_rules_code_once: taken('a billing rule', 'code'),
  rate_sheets_version_once: taken('a rate sheet', 'code', 'version'),
  active_rate_sheets_overlap: coded(
    'CONFLICT',
    'Another active rate sheet of this merchant and warehouse is in force in a part of this time: end that one first.',
    'effective_from',
    'effective_to',
  ),
  rate_sheet_lines_overlap: coded(
    'CONFLICT',
    'Another line of the rate sheet prices the same billing item in a part of this time.',
    'billing_item_id',
    'effective_from',
    'effective_to',
  ),
  tax_rates_overlap: coded(
    'CONFLICT',
    'Another rate of this tax code is in force in a part of this time: end that one first.',
    'tax_code',
    'valid_from',
    'valid_to',
  ),
  billing_runs_one_open: already(
    'There is an open billing run of this period already: finish or cancel that one.',
    'period_start',
    'period_end',
  ),
  charge_waivers_pkey: already('The charge has been waived already.', 'charge_id'),
  one_live_run_invoice: already(
    'The merchant has an invoice of this period already: delete it while it is a draft, or void it.',
    'merchant_id',
    'period_start',
    'period_end',
  ),
  charge_billed_once: coded(
    'CHARGE_INVOICED',
    'One of the charges is on another invoice already.',
    'charge_id',
  ),
  one_live_order_invoice: coded(
    'ORDER_ALREADY_INVOICED',
    'The order has an invoice already.',
    'sales_order_id',
  ),
  bill_line_split_once: already(
    'A line of the bill is split twice for one merchant and shipment.',
    'lines.splits',
  ),
  payment_reversed_once: coded('ALREADY_REVERSED', 'The payment has been reversed already.', 'payment_id'),
  journal_entry_reversed_once: coded(
    'ALREADY_REVERSED',
    'The journal entry has been reversed already.',
    'entry_id',
  ),
  asn_cartons_sscc_once: coded(
    'SSCC_IN_USE',
    'A carton with this SSCC has been announced already.',
    'cartons.sscc',
  ),
  bills_vendor_bill_no_once: coded(
    'DUPLICATE_VENDOR_BILL',
    "This bill of the vendor's was entered before.",
    'vendor_bill_no',
  ),
  asn_cartons_carton_no_once: taken('a carton of the ASN', 'cartons.carton_no'),
  drayage_orders_container_open_once: coded(
    'CONTAINER_IN_USE',
    'The container has an open drayage order already: use that one, or end it first.',
    'container_no',
  ),
  container_events_external_id_once: already(
    'This event of the source has been recorded already.',
    'external_id',
  ),
  container_events_corrected_once: already('The event has been corrected already.', 'corrects_event_id'),
  spots_code_once: taken('a spot of the warehouse', 'code'),
  spot_closures_one_open: already('The spot is out of service already.', 'spot_id'),
  dock_rules_pkey: already('The warehouse has rules for its docks already: change those.', 'warehouse_id'),
  dock_appointments_one_per_door: coded(
    'DOCK_CONFLICT',
    'The door has another appointment in a part of this window.',
    'door',
    'window_start',
    'window_end',
  ),
  trailers_plate_once: taken('a trailer', 'plate'),
  yard_visits_one_active: coded(
    'ALREADY_IN_YARD',
    'The trailer is in the yard already: record its exit first.',
    'plate',
  ),
  yard_visits_appointment_once: already('The appointment has its visit already.', 'appointment_id'),
  gate_entries_one_each_way: already('The visit has a gate entry in this direction already.', 'direction'),
  spot_stays_one_trailer: coded('SPOT_TAKEN', 'Another trailer stands on the spot.', 'to_location'),
  spot_stays_one_spot: already('The trailer stands on another spot.', 'trailer_id'),
  yard_moves_reserve_spot: coded('SPOT_TAKEN', 'The spot is reserved by another move.', 'to_location'),
  yard_moves_one_open: coded(
    'MOVE_OPEN',
    'The trailer has an open move already: complete or cancel that one.',
    'trailer_id',
  ),
  transport_orders_one_per_load: coded(
    'LOAD_HAS_TRANSPORT',
    'The load has an open transport order already.',
    'load_id',
  ),
  transport_tenders_one_live: already(
    'The order is offered to a carrier already: wait for the answer, or withdraw it.',
    'carrier_id',
  ),
  transport_events_external_id_once: already(
    'This event of the source has been recorded already.',
    'external_id',
  ),
  pod_files_once: already('The order has this file already.', 'pod_files'),
  channel_connections_store_once: already(
    'Another connection has this store_domain already: disable that one, or give another.',
    'store_domain',
  ),
  connection_locations_warehouse_once: already(
    "The warehouse fills one of the store's places already: change that.",
    'warehouse_id',
  ),
  product_mappings_channel_sku_once: already(
    'The connection has a mapping of this channel_sku already: change its item instead.',
    'channel_sku',
  ),
  flows_published_once: already(
    'Another flow is published for the connector: archive that one first.',
    'connector',
  ),
  channel_gap_searches_one_at_a_time: already(
    'A search of the connection is running already: wait for its end.',
    'connection_id',
  ),
};
