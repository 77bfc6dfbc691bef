/** The chart of accounts: the subtypes of each type, and the accounts a new organization starts with. */
import { invalid } from '../refusal.ts';

export const accountTypes = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export type AccountType = (typeof accountTypes)[number];

export const subtypesOf = {
  asset: ['bank', 'cash', 'receivable', 'inventory', 'prepayment', 'fixed_asset', 'other_asset'],
  liability: ['payable', 'tax', 'deferred', 'other_liability'],
  equity: ['equity', 'retained_earnings'],
  revenue: ['service_revenue', 'freight_revenue', 'other_income'],
  expense: ['direct_cost', 'freight_cost', 'overhead', 'other_expense'],
} as const satisfies Record<AccountType, readonly string[]>;

export type AccountSubtype = (typeof subtypesOf)[AccountType][number];
export const accountSubtypes = Object.values(subtypesOf).flat() as AccountSubtype[];

/** Accounts that postings look up by purpose. An organization has one account per key, and it cannot be deleted. */
export const systemKeys = [
  'ar',
  'ap',
  'cash_default',
  'customer_deposits',
  'sales_tax_payable',
  'input_tax',
  'revenue_storage',
  'revenue_handling',
  'revenue_fulfillment',
  'revenue_freight',
  'revenue_vas',
  'revenue_product',
  'freight_cost',
  'expense_default',
  'bad_debt',
  'rounding',
  'fx_gain_loss',
  'retained_earnings',
  'opening_balance',
  'unbilled_ar',
] as const;
export type SystemKey = (typeof systemKeys)[number];

/** The side that increases an account of this type. */
export function normalSide(type: AccountType): 'debit' | 'credit' {
  return type === 'asset' || type === 'expense' ? 'debit' : 'credit';
}

export interface SeedAccount {
  code: string;
  name: string;
  type: AccountType;
  subtype: AccountSubtype;
  system_key: SystemKey | null;
  /** Only documents post to a control account, so its balance always equals the sum of the open documents. */
  is_control: boolean;
}

const controls: readonly SystemKey[] = ['ar', 'ap'];

function account<T extends AccountType>(
  code: string,
  name: string,
  type: T,
  subtype: (typeof subtypesOf)[T][number],
  key: SystemKey | null = null,
): SeedAccount {
  return { code, name, type, subtype, system_key: key, is_control: key !== null && controls.includes(key) };
}

/** The accounts every new organization starts with. */
export const seedChart: readonly SeedAccount[] = [
  account('1000', 'Operating bank account', 'asset', 'bank', 'cash_default'),
  account('1010', 'Petty cash', 'asset', 'cash'),
  account('1100', 'Accounts receivable', 'asset', 'receivable', 'ar'),
  account('1150', 'Unbilled receivables', 'asset', 'receivable', 'unbilled_ar'),
  account('1200', 'Inventory', 'asset', 'inventory'),
  account('1300', 'Prepaid expenses', 'asset', 'prepayment'),
  account('1400', 'Input tax recoverable', 'asset', 'other_asset', 'input_tax'),
  account('1500', 'Warehouse equipment', 'asset', 'fixed_asset'),
  account('2000', 'Accounts payable', 'liability', 'payable', 'ap'),
  account('2100', 'Sales tax payable', 'liability', 'tax', 'sales_tax_payable'),
  account('2200', 'Customer deposits', 'liability', 'deferred', 'customer_deposits'),
  account('2300', 'Accrued expenses', 'liability', 'other_liability'),
  account('3000', "Owner's equity", 'equity', 'equity'),
  account('3100', 'Retained earnings', 'equity', 'retained_earnings', 'retained_earnings'),
  account('3900', 'Opening balance equity', 'equity', 'equity', 'opening_balance'),
  account('4000', 'Storage revenue', 'revenue', 'service_revenue', 'revenue_storage'),
  account('4010', 'Handling revenue', 'revenue', 'service_revenue', 'revenue_handling'),
  account('4020', 'Fulfillment revenue', 'revenue', 'service_revenue', 'revenue_fulfillment'),
  account('4030', 'Value-added services revenue', 'revenue', 'service_revenue', 'revenue_vas'),
  account('4050', 'Product sales', 'revenue', 'service_revenue', 'revenue_product'),
  account('4100', 'Freight revenue', 'revenue', 'freight_revenue', 'revenue_freight'),
  account('4900', 'Other income', 'revenue', 'other_income'),
  account('5000', 'Warehouse labor', 'expense', 'direct_cost'),
  account('5010', 'Packaging materials', 'expense', 'direct_cost'),
  account('5100', 'Freight cost', 'expense', 'freight_cost', 'freight_cost'),
  account('5200', 'Drayage cost', 'expense', 'freight_cost'),
  account('6000', 'Rent', 'expense', 'overhead'),
  account('6100', 'Utilities', 'expense', 'overhead'),
  account('6200', 'General expenses', 'expense', 'other_expense', 'expense_default'),
  account('6300', 'Bad debt', 'expense', 'other_expense', 'bad_debt'),
  account('6900', 'Rounding differences', 'expense', 'other_expense', 'rounding'),
  account('6910', 'Exchange gains and losses', 'expense', 'other_expense', 'fx_gain_loss'),
];

/** Refuses 400 unless the subtype belongs to the type. */
export function assertSubtype(type: AccountType, subtype: AccountSubtype): void {
  const allowed: readonly string[] = subtypesOf[type];
  if (!allowed.includes(subtype)) {
    throw invalid(
      'subtype',
      'not_allowed',
      `subtype of the type ${type} must be one of ${allowed.join(', ')}`,
    );
  }
}
