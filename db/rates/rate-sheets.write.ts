/** Writes rate sheets and their lines. The sheet row is locked first, then its lines. */
import { assertLineReferences } from '../records.read.ts';
import { newId } from '../../domain/new-id.ts';
import { pricingProblems, type AgingStep, type Pricing } from '../../domain/rates/rate-line.ts';
import { movedDays, type Days } from '../../domain/rates/sheet-days.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { assignments, joined, name, sql, values } from '../sql-text.ts';
import {
  findRateSheet,
  linesOfSheet,
  rateLineColumns,
  type RateLineRow,
  type RateSheetRow,
  type SheetStatus,
} from './rate-sheets.read.ts';

/** The sheet with its row locked. Refuses NOT_FOUND. */
export async function lockRateSheet(tx: TenantTransaction, id: string): Promise<RateSheetRow> {
  await row(
    tx,
    sql`select id from rate_sheets where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
  const sheet = await findRateSheet(tx, id);
  if (!sheet) throw notFound('rate sheet');
  return sheet;
}

/**
 * A draft with its row locked. Refuses NOT_FOUND, and 409 RATE_SHEET_LOCKED: prices that were once in force must stay
 * readable.
 */
export async function lockDraftSheet(tx: TenantTransaction, id: string): Promise<RateSheetRow> {
  const sheet = await lockRateSheet(tx, id);
  if (sheet.status === 'draft') return sheet;
  throw new Refusal(
    'RATE_SHEET_LOCKED',
    `Rate sheet ${sheet.code} version ${sheet.version} is ${sheet.status} and read only; revise it.`,
    {
      status: sheet.status,
    },
  );
}

export type NewRateLine = Partial<Record<(typeof rateLineColumns)[number], unknown>>;

const lineDefaults = { min_scope: 'charge', effective_to: null } as const;

/** Adds lines after the sheet's last one. Refuses 400 for fields a pricing model needs, and for gaps between tiers. */
export async function insertRateLines(
  tx: TenantTransaction,
  sheet: Pick<RateSheetRow, 'id' | 'effective_from' | 'effective_to'>,
  lines: readonly NewRateLine[],
  placeOf: (index: number) => string = () => '',
): Promise<string[]> {
  if (lines.length === 0) return [];
  const last = await row<{ last: number }>(
    tx,
    sql`select coalesce(max(line_no), 0)::integer as last from rate_sheet_lines where organization_id = ${tx.organizationId} and rate_sheet_id = ${sheet.id}`,
  );
  const prepared = lines.map((line, index) => ({
    ...lineDefaults,
    line_no: last!.last + index + 1,
    effective_from: sheet.effective_from,
    ...line,
    id: newId(),
    rate_sheet_id: sheet.id,
    organization_id: tx.organizationId,
  }));
  for (const [index, line] of prepared.entries()) checkLine(sheet, line as DatedPricing, placeOf(index));
  const fields = {
    billing_item_id: 'billing_items',
    surcharge_item_id: 'billing_items',
    match_warehouse_id: 'warehouses',
  };
  await assertLineReferences(tx, lines as readonly RateReferences[], fields, placeOf);
  await execute(tx, sql`insert into rate_sheet_lines ${values(prepared.map(storable))}`);
  return prepared.map(({ id }) => id);
}

/** Changes a line of a draft; the merged line is checked like a new one. */
export async function changeRateLine(
  tx: TenantTransaction,
  sheet: RateSheetRow,
  line: RateLineRow,
  changes: NewRateLine,
): Promise<void> {
  checkLine(sheet, { ...line, ...changes } as RateLineRow);
  await execute(
    tx,
    sql`update rate_sheet_lines set ${assignments({ ...storable(changes), line_no: changes.line_no ?? line.line_no })}
      where organization_id = ${tx.organizationId} and rate_sheet_id = ${sheet.id} and id = ${line.id}`,
  );
}

/**
 * Moves the lines of a draft from the sheet's days to new ones. Refuses 400, naming the lines that would be in force on
 * no day.
 */
export async function moveLines(tx: TenantTransaction, sheet: RateSheetRow, days: Days): Promise<void> {
  const lines = await linesOfSheet(tx, sheet.id);
  const moved = lines.map((line) => movedDays(line, sheet, days));
  const lost = lines.filter((_, index) => !moved[index]).map(({ line_no: no }) => no);
  if (lost.length > 0) {
    const named = `line${lost.length > 1 ? 's' : ''} ${lost.slice(0, 20).join(', ')}`;
    const message = `between these days ${named} would never be in force: change or delete what is left out first`;
    const path = days.effective_from === sheet.effective_from ? 'effective_to' : 'effective_from';
    throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path, code: 'leaves_lines_out', message }]);
  }
  await execute(
    tx,
    sql`update rate_sheet_lines l set effective_from = d.effective_from, effective_to = d.effective_to
       from unnest(${lines.map(({ id }) => id)}::uuid[], ${moved.map((one) => one!.effective_from)}::date[],
                   ${moved.map((one) => one!.effective_to)}::date[]) as d (id, effective_from, effective_to)
      where l.organization_id = ${tx.organizationId} and l.id = d.id`,
  );
}

/** Checks everything an active sheet guarantees about its lines. */
export async function checkLines(tx: TenantTransaction, sheet: RateSheetRow): Promise<void> {
  const lines = await linesOfSheet(tx, sheet.id);
  if (lines.length === 0) {
    const message = 'A rate sheet needs a line before it is activated';
    throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: 'lines', code: 'required', message }]);
  }
  for (const [index, line] of lines.entries()) checkLine(sheet, line, `lines.${index}.`);
}

type RateReferences = Partial<
  Record<'billing_item_id' | 'surcharge_item_id' | 'match_warehouse_id', string | null>
>;

type DatedPricing = Pricing & {
  aging?: readonly AgingStep[];
  effective_from: string;
  effective_to: string | null;
};

function checkLine(
  sheet: Pick<RateSheetRow, 'effective_from' | 'effective_to'>,
  line: DatedPricing,
  prefix = '',
): void {
  const whole = { ...line };
  const problems = pricingProblems(whole).map((problem) => ({ ...problem, path: prefix + problem.path }));
  const endsAfter =
    sheet.effective_to !== null && (line.effective_to ?? sheet.effective_to) > sheet.effective_to;
  if (line.effective_from < sheet.effective_from || endsAfter) {
    const message = "a line's dates lie inside its sheet's";
    problems.push({ path: `${prefix}effective_from`, code: 'outside', message });
  }
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);
}

function storable(line: NewRateLine): NewRateLine {
  const { tiers, aging, ...rest } = line;
  return {
    ...rest,
    ...(tiers === undefined ? {} : { tiers: tiers === null ? null : JSON.stringify(tiers) }),
    ...(aging === undefined ? {} : { aging: JSON.stringify(aging) }),
  };
}

/**
 * Copies a sheet and its lines into the next version, a draft without an end. Lines that begin or end with the sheet do
 * so with the draft. Returns its id.
 */
export async function copyAsDraft(
  tx: TenantTransaction,
  sheet: RateSheetRow,
  effectiveFrom: string,
): Promise<string> {
  const id = newId();
  await execute(
    tx,
    sql`insert into rate_sheets (organization_id, id, code, name, version, supersedes_id, merchant_id, warehouse_id, currency,
        effective_from, billing_cycle, cycle_anchor_day, payment_terms_days, minimum_invoice_amount, notes)
     select organization_id, ${id}::uuid, code, name,
            (select max(version) + 1 from rate_sheets v where v.organization_id = s.organization_id and v.code = s.code),
            id, merchant_id, warehouse_id, currency, ${effectiveFrom}::date, billing_cycle, cycle_anchor_day, payment_terms_days,
            minimum_invoice_amount, notes
       from rate_sheets s where organization_id = ${tx.organizationId} and id = ${sheet.id}`,
  );
  const own = ['id', 'rate_sheet_id', 'effective_from', 'effective_to'];
  const kept = joined(rateLineColumns.filter((column) => !own.includes(column)).map(name), ', ');
  await execute(
    tx,
    sql`insert into rate_sheet_lines (organization_id, id, rate_sheet_id, effective_from, effective_to, ${kept})
     select organization_id, uuid7(), ${id}::uuid,
            case when effective_from <= ${sheet.effective_from}::date then ${effectiveFrom}::date
                 else greatest(effective_from, ${effectiveFrom}::date) end,
            nullif(effective_to, ${sheet.effective_to}::date), ${kept}
       from rate_sheet_lines
      where organization_id = ${tx.organizationId} and rate_sheet_id = ${sheet.id} and (effective_to is null or effective_to >= ${effectiveFrom}::date)`,
  );
  return id;
}

/** Ends the previous version on the day before the new one starts; the database refuses any remaining overlap. */
export async function closePreviousVersion(tx: TenantTransaction, sheet: RateSheetRow): Promise<void> {
  await execute(
    tx,
    sql`update rate_sheets set effective_to = ${sheet.effective_from}::date - 1, updated_at = now()
      where organization_id = ${tx.organizationId} and code = ${sheet.code} and version < ${sheet.version} and status = 'active'
        and effective_from < ${sheet.effective_from}::date and (effective_to is null or effective_to >= ${sheet.effective_from}::date)`,
  );
}

/** Puts a sheet in force. The caller holds it locked and has checked its lines. */
export async function markActivated(
  tx: TenantTransaction,
  id: string,
  { status, by }: { status: SheetStatus; by: string },
): Promise<void> {
  await execute(
    tx,
    sql`update rate_sheets set status = ${status}, activated_at = now(), activated_by = ${by}, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Archives a sheet. The caller holds it locked. */
export async function markArchived(tx: TenantTransaction, id: string, status: SheetStatus): Promise<void> {
  await execute(
    tx,
    sql`update rate_sheets set status = ${status}, archived_at = now(), updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Deletes a draft with its lines. */
export async function removeRateSheet(tx: TenantTransaction, id: string): Promise<void> {
  await execute(tx, sql`delete from rate_sheets where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Deletes a line of a draft. False when the sheet has no such line. */
export async function removeRateLine(tx: TenantTransaction, sheetId: string, id: string): Promise<boolean> {
  const removed = await execute(
    tx,
    sql`delete from rate_sheet_lines
         where organization_id = ${tx.organizationId} and rate_sheet_id = ${sheetId} and id = ${id}`,
  );
  return removed > 0;
}
