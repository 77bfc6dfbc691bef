/** Drafts of bills and vendor credits: create, change. Approving is in approve-bill.write.ts. */
import { assertLineReferences } from '../records.read.ts';
import { newId } from '../../domain/new-id.ts';
import {
  prepareBillLines,
  type BillLine,
  type BillSplit,
  type NewBillLine,
  type SplitBasis,
} from '../../domain/documents/bill-lines.ts';
import { addDays } from '../../domain/days.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import { sum } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { accountUses, checkAccounts } from '../journal/account-checks.read.ts';
import { readAccountingSettings, readMoneyRules, readSystemAccounts } from '../journal/books.read.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { readBillTermsDays } from './parties.read.ts';

export type BillType = 'general' | 'purchase' | 'freight' | 'drayage';
export type GivenBillLine = Omit<NewBillLine, 'account_id'> & { account_id?: string };

export interface NewBill {
  /** Generated when omitted. */
  id?: string;
  organizationId: string;
  kind?: 'bill' | 'vendor_credit';
  billType?: BillType;
  vendorId: string | null;
  carrierId: string | null;
  vendorBillNo?: string | null;
  tmsOrderId?: string | null;
  loadId?: string | null;
  purchaseOrderId?: string | null;
  originalBillId?: string | null;
  /** The base currency when omitted. */
  currency?: string | undefined;
  exchangeRate?: number | string | undefined;
  /** Today in the organization's time zone when omitted. */
  billDate?: string | undefined;
  dueDate?: string | undefined;
  /** The amount agreed beforehand, in the bill's currency. */
  expectedTotal?: number | string | null;
  notes?: string;
  createdBy: string;
  /** A line without an account goes to freight cost on freight and drayage bills, otherwise to general expenses. */
  lines: readonly GivenBillLine[];
}

/**
 * Creates a draft bill with its lines and splits. Refuses 400 for unknown references, accounts, and splits that do not
 * add up; 409 DUPLICATE_VENDOR_BILL when the vendor's number was entered before.
 */
export async function createDraftBill(tx: TenantTransaction, draft: NewBill): Promise<{ id: string }> {
  const {
    organizationId,
    vendorId,
    carrierId,
    billType = 'general',
    kind = 'bill',
    vendorBillNo = null,
  } = draft;
  const id = draft.id ?? newId();
  const books = await enterBooks(tx);
  const currency = draft.currency ?? books.baseCurrency;
  const termsDays = await readBillTermsDays(tx, { vendorId, carrierId });
  const lines = await preparedLines(tx, { currency, bill_type: billType }, draft.lines);
  await assertVendorBillNew(tx, { id, vendorId, carrierId, kind, vendorBillNo });
  const billDate = draft.billDate ?? books.today;
  await execute(
    tx,
    sql`insert into bills ${values({
      organization_id: organizationId,
      id,
      vendor_bill_no: vendorBillNo,
      kind,
      bill_type: billType,
      vendor_id: vendorId,
      carrier_id: carrierId,
      tms_order_id: draft.tmsOrderId ?? null,
      load_id: draft.loadId ?? null,
      purchase_order_id: draft.purchaseOrderId ?? null,
      original_bill_id: draft.originalBillId ?? null,
      currency,
      exchange_rate: exchangeRate(currency, books.baseCurrency, draft.exchangeRate).toFixed(),
      bill_date: billDate,
      due_date: draft.dueDate ?? addDays(billDate, termsDays),
      expected_total: draft.expectedTotal ?? null,
      notes: draft.notes ?? '',
      created_by: draft.createdBy,
      ...billTotals(lines),
    })}`,
  );
  await insertBillLines(tx, id, lines);
  return { id };
}

/** Replaces a draft's lines. The caller holds the bill locked. */
export async function replaceBillLines(
  tx: TenantTransaction,
  bill: { id: string; currency: string; bill_type: BillType },
  given: readonly GivenBillLine[],
): Promise<void> {
  const lines = await preparedLines(tx, bill, given);
  await execute(
    tx,
    sql`delete from bill_lines where organization_id = ${tx.organizationId} and bill_id = ${bill.id}`,
  );
  await execute(
    tx,
    sql`update bills set ${assignments(billTotals(lines))}
      where organization_id = ${tx.organizationId} and id = ${bill.id}`,
  );
  await insertBillLines(tx, bill.id, lines);
}

async function preparedLines(
  tx: TenantTransaction,
  { currency, bill_type: billType }: { currency: string; bill_type: BillType },
  given: readonly GivenBillLine[],
): Promise<BillLine[]> {
  const books = await readAccountingSettings(tx);
  const rules = await readMoneyRules(tx, books, currency);
  const accounts = await readSystemAccounts(tx);
  const isFreight = billType === 'freight' || billType === 'drayage';
  const fallback = isFreight ? accounts.freight_cost : accounts.expense_default;
  const lines = given.map((line) => ({ ...line, account_id: line.account_id ?? fallback }));
  await checkAccounts(tx, accountUses(lines, currency));
  const ofLines = {
    merchant_id: 'merchants',
    warehouse_id: 'warehouses',
    rebill_item_id: 'billing_items',
    purchase_order_line_id: 'purchase_order_lines',
  };
  await assertLineReferences<keyof typeof ofLines>(tx, lines, ofLines);
  for (const [index, { splits = [] }] of lines.entries()) {
    const ofSplits = { merchant_id: 'merchants', shipment_id: 'wms_shipments' };
    const placeOf = (split: number): string => `lines.${index}.splits.${split}.`;
    await assertLineReferences<keyof typeof ofSplits>(tx, splits, ofSplits, placeOf);
  }
  return prepareBillLines(lines, currency, rules);
}

function billTotals(lines: readonly BillLine[]): Record<string, string> {
  const subtotal = sum(lines.map(({ amount }) => amount));
  const tax = sum(lines.map((line) => line.tax));
  return { subtotal: subtotal.toFixed(), tax_total: tax.toFixed(), total: subtotal.plus(tax).toFixed() };
}

async function insertBillLines(
  tx: TenantTransaction,
  billId: string,
  lines: readonly BillLine[],
): Promise<void> {
  const stored = lines.map(({ splits, ...line }) => ({ ...line, id: newId(), splits }));
  await execute(
    tx,
    sql`insert into bill_lines (organization_id, bill_id, id, line_no, account_id, description, quantity, unit_cost, amount, tax,
            tax_code, tax_rate, merchant_id, warehouse_id, split_basis, is_split_by_load, rebill_item_id, purchase_order_line_id)
     select ${tx.organizationId}::uuid, ${billId}::uuid, id, line_no, account_id, description, quantity, unit_cost, amount, tax, tax_code, tax_rate,
            merchant_id, warehouse_id, split_basis, is_split_by_load, rebill_item_id, purchase_order_line_id
       from jsonb_to_recordset(${JSON.stringify(stored.map(({ splits: _splits, ...line }) => line))}::jsonb) as l (id uuid, line_no integer, account_id uuid, description text,
            quantity numeric, unit_cost numeric, amount numeric, tax numeric, tax_code text, tax_rate numeric, merchant_id uuid, warehouse_id uuid,
            split_basis text, is_split_by_load boolean, rebill_item_id uuid, purchase_order_line_id uuid)`,
  );
  await insertSplits(tx, stored);
}

interface SplitLine {
  id: string;
  rebill_item_id: string | null;
  splits: readonly BillSplit[];
}

async function insertSplits(tx: TenantTransaction, lines: readonly SplitLine[]): Promise<void> {
  const splits = lines.flatMap((line) =>
    line.splits.map((part) => ({
      ...part,
      id: newId(),
      bill_line_id: line.id,
      rebill_status: line.rebill_item_id === null ? 'not_rebillable' : 'pending',
    })),
  );
  if (splits.length === 0) return;
  await execute(
    tx,
    sql`insert into bill_line_splits (organization_id, id, bill_line_id, split_no, merchant_id, shipment_id, basis_qty, share,
            amount, rebill_status)
     select ${tx.organizationId}::uuid, id, bill_line_id, split_no, merchant_id, shipment_id, basis_qty, share, amount, rebill_status
       from jsonb_to_recordset(${JSON.stringify(splits)}::jsonb) as s (id uuid, bill_line_id uuid, split_no integer, merchant_id uuid,
            shipment_id uuid, basis_qty numeric, share numeric, amount numeric, rebill_status text)`,
  );
}

/** Splits a draft's line anew. The caller holds the bill locked. */
export async function splitAnew(
  tx: TenantTransaction,
  line: SplitLine & { split_basis: SplitBasis },
): Promise<void> {
  const { id, split_basis: basis } = line;
  await execute(
    tx,
    sql`delete from bill_line_splits where organization_id = ${tx.organizationId} and bill_line_id = ${id}`,
  );
  await execute(
    tx,
    sql`update bill_lines set split_basis = ${basis} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  await insertSplits(tx, [line]);
}

/** 409 DUPLICATE_VENDOR_BILL with the other bill. A race past this check fails on the unique index, also with 409. */
export async function assertVendorBillNew(
  tx: TenantTransaction,
  bill: {
    id: string;
    vendorId: string | null;
    carrierId: string | null;
    kind: string;
    vendorBillNo: string | null;
  },
): Promise<void> {
  if (bill.vendorBillNo === null) return;
  const other = await row<{ id: string; bill_no: string | null }>(
    tx,
    sql`select id, bill_no from bills
      where organization_id = ${tx.organizationId} and vendor_id is not distinct from ${bill.vendorId}::uuid and carrier_id is not distinct from ${bill.carrierId}::uuid
        and kind = ${bill.kind} and vendor_bill_no = ${bill.vendorBillNo} and status <> 'void' and id <> ${bill.id}`,
  );
  if (!other) return;
  const message = `${bill.vendorBillNo} was entered before, as ${other.bill_no ?? 'a draft'}.`;
  throw new Refusal('DUPLICATE_VENDOR_BILL', message, { bill_id: other.id });
}
