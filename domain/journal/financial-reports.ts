/**
 * Profit and loss, balance sheet and direct-method cash flow, computed from account sums. Every figure names the
 * journal lines it sums, so that a reader can drill down to exactly those.
 */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import type { AccountSubtype, AccountType } from './chart.ts';

export const reportKinds = ['profit-and-loss', 'balance-sheet', 'cash-flow'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The sum of an account's lines for one merchant (null: lines without a merchant). */
export interface AccountSum {
  account_id: string;
  code: string;
  name: string;
  type: AccountType;
  subtype: AccountSubtype;
  merchant_id: string | null;
  merchant_code: string | null;
  merchant_name: string | null;
  /** Debits positive, in base currency. */
  amount: string;
}

/** The journal lines behind a figure; a field that is omitted does not filter. */
export interface LinesBehind {
  account_id?: string;
  merchant_id?: string;
  without_merchant?: true;
  /** Only lines of revenue and expense accounts. */
  income?: true;
  /** Only the lines that offset a movement of cash. */
  beside_cash?: true;
  /** Only the lines of a row of the tax report: all of it, or what was taxed, or the tax. */
  tax_group?: string;
  tax_part?: 'base' | 'tax';
}

/** A figure; `compared` is the same of an earlier period, where one stands beside it. */
interface Figure {
  amount: Decimal;
  compared: Decimal | null;
}

export interface MerchantShare extends Figure {
  merchant_id: string | null;
  code: string | null;
  name: string | null;
  lines: LinesBehind;
}

export interface ReportRow extends Figure {
  /** Null for a row that sums several accounts. */
  account_id: string | null;
  code: string | null;
  name: string;
  lines: LinesBehind;
  merchants: MerchantShare[];
}

export interface ReportSection {
  key: string;
  name: string;
  rows: ReportRow[];
  total: Decimal;
  compared: Decimal | null;
}

export interface FinancialReport {
  sections: ReportSection[];
  totals: (Figure & { key: string; name: string })[];
}

interface SectionPlan {
  key: string;
  name: string;
  subtypes: readonly AccountSubtype[];
  /** How a debit counts: 1 when debits increase the section. */
  sign: 1 | -1;
}

const profitSections: readonly SectionPlan[] = [
  { key: 'revenue', name: 'Revenue', subtypes: ['service_revenue', 'freight_revenue'], sign: -1 },
  { key: 'direct_costs', name: 'Direct costs', subtypes: ['direct_cost', 'freight_cost'], sign: 1 },
  { key: 'overhead', name: 'Overhead', subtypes: ['overhead'], sign: 1 },
  { key: 'other_income', name: 'Other income', subtypes: ['other_income'], sign: -1 },
  { key: 'other_expenses', name: 'Other expenses', subtypes: ['other_expense'], sign: 1 },
];

/** For a period; the caller leaves closing entries out of the sums. */
export function profitAndLoss(sums: readonly AccountSum[]): FinancialReport {
  const sections = profitSections.map((plan) => sectionOf(plan, sums));
  const total = totalsBy(sections);
  const gross = total('revenue').minus(total('direct_costs'));
  const operating = gross.minus(total('overhead'));
  const net = operating.plus(total('other_income')).minus(total('other_expenses'));
  return {
    sections,
    totals: [
      { key: 'gross_profit', name: 'Gross profit', amount: gross, compared: null },
      { key: 'operating_profit', name: 'Operating profit', amount: operating, compared: null },
      { key: 'net_income', name: 'Net income', amount: net, compared: null },
    ],
  };
}

const balanceSections: readonly SectionPlan[] = [
  {
    key: 'current_assets',
    name: 'Current assets',
    subtypes: ['bank', 'cash', 'receivable', 'inventory', 'prepayment', 'other_asset'],
    sign: 1,
  },
  { key: 'fixed_assets', name: 'Fixed assets', subtypes: ['fixed_asset'], sign: 1 },
  {
    key: 'liabilities',
    name: 'Liabilities',
    subtypes: ['payable', 'tax', 'deferred', 'other_liability'],
    sign: -1,
  },
  { key: 'equity', name: 'Equity', subtypes: ['equity', 'retained_earnings'], sign: -1 },
];

/**
 * As of a day. Revenue less expenses that have not been closed yet appear in equity as current earnings. For a single
 * merchant the two sides need not balance: cash and costs without a merchant are on no merchant's sheet.
 */
export function balanceSheet(sums: readonly AccountSum[]): FinancialReport {
  const sections = balanceSections.map((plan) => sectionOf(plan, sums));
  const equity = sections.at(-1)!;
  const income = sums.filter(({ type }) => type === 'revenue' || type === 'expense');
  const earnings = rowOf(income, -1, {
    code: null,
    name: 'Earnings not closed yet',
    lines: { income: true },
  });
  if (!earnings.amount.eq(zero)) {
    equity.rows.push(earnings);
    equity.total = equity.total.plus(earnings.amount);
  }
  const total = totalsBy(sections);
  const assets = total('current_assets').plus(total('fixed_assets'));
  const owed = total('liabilities').plus(total('equity'));
  return {
    sections,
    totals: [
      { key: 'assets', name: 'Assets', amount: assets, compared: null },
      { key: 'liabilities_and_equity', name: 'Liabilities and equity', amount: owed, compared: null },
      { key: 'difference', name: 'Difference', amount: assets.minus(owed), compared: null },
    ],
  };
}

const cashSections: readonly SectionPlan[] = [
  {
    key: 'received',
    name: 'Received from customers',
    subtypes: ['receivable', 'deferred', 'service_revenue', 'freight_revenue', 'other_income'],
    sign: -1,
  },
  {
    key: 'paid',
    name: 'Paid to vendors, carriers and staff',
    subtypes: [
      'payable',
      'direct_cost',
      'freight_cost',
      'overhead',
      'other_expense',
      'prepayment',
      'inventory',
      'other_asset',
      'other_liability',
    ],
    sign: -1,
  },
  { key: 'taxes', name: 'Taxes', subtypes: ['tax'], sign: -1 },
  { key: 'investing', name: 'Investing', subtypes: ['fixed_asset'], sign: -1 },
  { key: 'financing', name: 'Financing', subtypes: ['equity', 'retained_earnings'], sign: -1 },
];

/**
 * For a period, by the direct method: `besideCash` are the offsetting lines of entries that moved cash, so they sum to
 * the change in the cash accounts. Money in is positive.
 */
export function cashFlow(
  besideCash: readonly AccountSum[],
  opening: Decimal,
  closing: Decimal,
): FinancialReport {
  const sections = cashSections.map((plan) => sectionOf(plan, besideCash, { beside_cash: true }));
  const total = totalsBy(sections);
  const operating = total('received').plus(total('paid')).plus(total('taxes'));
  const change = sum(sections.map((section) => section.total));
  return {
    sections,
    totals: [
      { key: 'operating', name: 'From operations', amount: operating, compared: null },
      { key: 'change', name: 'Change in cash', amount: change, compared: null },
      { key: 'opening', name: 'Cash before', amount: opening, compared: null },
      { key: 'closing', name: 'Cash after', amount: closing, compared: null },
    ],
  };
}

const totalsBy =
  (sections: readonly ReportSection[]) =>
  (key: string): Decimal =>
    sections.find((section) => section.key === key)!.total;

function sectionOf(plan: SectionPlan, sums: readonly AccountSum[], behind: LinesBehind = {}): ReportSection {
  const members = sums.filter(({ subtype }) => plan.subtypes.includes(subtype));
  const rows = [...new Set(members.map(({ account_id: id }) => id))]
    .map((id) => {
      const own = members.filter(({ account_id: other }) => other === id);
      const { code, name } = own[0]!;
      return {
        ...rowOf(own, plan.sign, { code, name, lines: { ...behind, account_id: id } }),
        account_id: id,
      };
    })
    .filter(({ amount, merchants }) => !amount.eq(zero) || merchants.some((one) => !one.amount.eq(zero)))
    .sort((a, b) => ((a.code ?? '') < (b.code ?? '') ? -1 : 1));
  const total = sum(rows.map(({ amount }) => amount));
  return { key: plan.key, name: plan.name, rows, total, compared: null };
}

function rowOf(
  sums: readonly AccountSum[],
  sign: 1 | -1,
  words: { code: string | null; name: string; lines: LinesBehind },
): ReportRow {
  const counted = (amount: string): Decimal => (sign === 1 ? decimal(amount) : zero.minus(decimal(amount)));
  const byMerchant = new Map<string | null, { code: string | null; name: string | null; amount: Decimal }>();
  for (const { merchant_id: id, merchant_code: code, merchant_name: name, amount } of sums) {
    const before = byMerchant.get(id)?.amount ?? zero;
    byMerchant.set(id, { code, name, amount: before.plus(counted(amount)) });
  }
  const merchants = [...byMerchant].map(([id, { code, name, amount }]) => ({
    merchant_id: id,
    code,
    name,
    amount,
    compared: null,
    lines: { ...words.lines, ...(id === null ? { without_merchant: true as const } : { merchant_id: id }) },
  }));
  return {
    ...words,
    account_id: null,
    compared: null,
    amount: sum(merchants.map(({ amount }) => amount)),
    merchants: merchants.sort((a, b) => ((a.name ?? '\uffff') < (b.name ?? '\uffff') ? -1 : 1)),
  };
}
