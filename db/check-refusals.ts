/**
 * What the rules between the fields of a record mean to the person who broke one: the field to change, and the rule in a
 * sentence. Several of them are also checked before anything is written; these words are for all the others.
 */
interface BrokenRule {
  path: string;
  sentence: string;
}

const broken = (path: string, sentence: string): BrokenRule => ({ path, sentence });
const inOrder = (from: string, to: string): BrokenRule => broken(to, `${to} must not be before ${from}.`);
const bothOrNeither = (one: string, other: string): BrokenRule =>
  broken(other, `Give ${one} and ${other} together, or neither.`);
const reverseChargeId = (path: string): BrokenRule =>
  broken(path, `${path} is required with reverse_charge: the invoice names who pays the tax.`);

export const brokenRules: Readonly<Record<string, BrokenRule>> = {
  rate_sheets_dates_in_order: inOrder('effective_from', 'effective_to'),
  rate_sheet_lines_dates_in_order: inOrder('effective_from', 'effective_to'),
  tax_rates_dates_in_order: inOrder('valid_from', 'valid_to'),
  items_customs_priced: bothOrNeither('customs_value', 'customs_currency'),
  hazard_segregation_of_two: broken(
    'other_class',
    'other_class must be another class: goods of one may lie together.',
  ),
  carton_types_outer_whole: broken(
    'outer_height_cm',
    'Give outer_length_cm, outer_width_cm and outer_height_cm together, or none of them.',
  ),
  carton_types_outer_around_inner: broken(
    'outer_length_cm',
    'A carton is nowhere smaller outside than inside.',
  ),
  carton_types_bears_itself: broken('max_weight_kg', 'max_weight_kg must be more than tare_kg.'),
  wave_templates_released_at: broken('release_times', 'release_times go with release at, and only with it.'),
  wave_templates_gets_full: broken('release', 'a wave without any limit is never full.'),
  pick_faces_min_below_max: broken('max_qty', 'max_qty must not be less than min_qty.'),
  rate_sheet_lines_min_below_max: broken('max_charge', 'max_charge must not be less than min_charge.'),
  rate_sheet_lines_storage_whole: bothOrNeither('storage_method', 'storage_basis'),
  rate_sheet_lines_surcharge_whole: bothOrNeither('surcharge_percent', 'surcharge_item_id'),
  carrier_accounts_billing_named: broken(
    'billing_account_no',
    'billing_account_no goes with billing collect or third_party, and with both of them.',
  ),
  carrier_accounts_billing_placed: broken(
    'billing_country',
    'billing_country is required with billing_postal, and goes with billing collect or third_party alone.',
  ),
  carrier_rules_fixed_names_one: broken(
    'choose',
    'choose: fixed needs one account in account_ids and one service in services.',
  ),
  carrier_rules_days_with_cheapest_by: broken(
    'within_days',
    'within_days is required with choose: cheapest_by, and goes with nothing else.',
  ),
  carrier_rules_hazard_classes_of_any: broken(
    'hazard_classes',
    'hazard_classes names what a parcel holds: it does not go with hazard: none.',
  ),
  carrier_rules_weights_in_order: broken('weight_upto', 'weight_upto must be more than weight_over.'),
  carrier_rules_values_in_order: broken('value_upto', 'value_upto must be more than value_over.'),
  return_rules_fee_names_item: broken(
    'fee_item_id',
    'fee_item_id is required with a restocking_fee: it says where the fee is booked.',
  ),
  return_rules_vendor_disposition: broken('vendor_id', 'vendor_id goes with the disposition vendor alone.'),
  return_rules_replace_inspected: broken(
    'replace_at',
    'replace_at must not be disposal where inspect is never: nobody decides about those units.',
  ),
  inspection_plans_say_how_many: broken(
    'sample_percent',
    'Give either sample_percent, or sample_qty with sample_of: it says how many units are looked at.',
  ),
  inspection_plans_sample_of_units: broken(
    'sample_of',
    'Give sample_qty and sample_of together, and sample_qty no more than sample_of.',
  ),
  billing_rules_item_when_charging: broken(
    'billing_item_id',
    'billing_item_id is required when effect is charge, and must be left out when it is no_charge.',
  ),
  billing_rules_dates_in_order: inOrder('effective_from', 'effective_to'),
  billing_runs_dates_in_order: inOrder('period_start', 'period_end'),
  invoices_due_not_before_date: inOrder('invoice_date', 'due_date'),
  invoices_period_in_order: inOrder('period_start', 'period_end'),
  merchants_reverse_charge_vat_id: reverseChargeId('vat_id'),
  customers_reverse_charge_vat_id: reverseChargeId('vat_id'),
  invoices_reverse_charge_vat_id: reverseChargeId('buyer_vat_id'),
  bills_due_not_before_date: inOrder('bill_date', 'due_date'),
  organizations_base_currency_kept: broken(
    'base_currency',
    'base_currency cannot change any more: the books have entries in it.',
  ),
  organizations_base_currency_of_drafts: broken(
    'base_currency',
    'base_currency cannot change while drafts of invoices or bills have a rate to it: delete them first.',
  ),
  recurring_slots_end_after_begin: inOrder('valid_from', 'valid_to'),
  dock_appointments_window_forward: broken('window_end', 'window_end must be after window_start.'),
  channel_gap_searches_window: broken('until', 'until must lie after since.'),
  wms_shipments_delivered_after_shipped: inOrder('shipped_at', 'delivered_at'),
  yard_visits_leave_after_arrival: broken('occurred_at', 'A truck cannot leave before it has arrived.'),
  lpns_not_own_parent: broken('parent_id', 'parent_id must name another license plate than its own.'),
  accounts_not_own_parent: broken('parent_id', 'parent_id must name another account than its own.'),
};
