/** The kinds of work a billing item charges for, and the units they are billed in. */
export const billingCategories = [
  'storage',
  'receiving',
  'handling',
  'order',
  'pick',
  'pack',
  'label',
  'freight',
  'drayage',
  'return',
  'vas',
  'recurring',
  'surcharge',
  'minimum',
  'adjustment',
] as const;
export type BillingCategory = (typeof billingCategories)[number];

export const billingUnits = [
  'unit',
  'carton',
  'pallet',
  'location',
  'cbm',
  'cuft',
  'kg',
  'lb',
  'cwt',
  'order',
  'line',
  'receipt',
  'container',
  'shipment',
  'label',
  'minute',
  'hour',
  'day',
  'month',
  'percent',
  'flat',
] as const;
export type BillingUnit = (typeof billingUnits)[number];
