/**
 * Plans scans one after another against receipts that are locked once: each sees what the earlier ones left. An
 * accepted scan updates the receipt and line passed in; a refused one changes nothing.
 */
import { decimal, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import { assertReceivable, type ReceiptStatus } from './receipt-states.ts';
import type { LineCounts } from './receipt-line.ts';
import type { ProgressCounters } from './receipt-progress.ts';
import { planReceive, type ScanInput, type CountPlan, type ReceiveFacts } from './receive-plan.ts';
import { leftInTransit, type TransitGoods } from './in-transit.ts';
import type { KnownLot } from './receipt-validation.ts';
import { assertMayCount, assertNoTask, isStartedByScan, type OpenTask } from './receiving-task-states.ts';

/** A locked receipt, as the counts so far have left it. */
export interface ScannedReceipt {
  status: ReceiptStatus;
  openTask: OpenTask | null;
  counters: ProgressCounters;
}

export interface ScannedLine {
  id: string;
  item_id: string;
  facts: ReceiveFacts;
}

/** What the group's counts so far have changed in lines and lots. */
export interface ScannedSoFar {
  /** By line id. */
  counts: Map<string, LineCounts>;
  /** How many of a line came on hold, by line id. */
  held: Map<string, Decimal>;
  /** By item and lot number. */
  lots: Map<string, KnownLot>;
  /** What is still in transit, by line id. */
  inTransit: Map<string, readonly TransitGoods[]>;
}

export function nothingSoFar(): ScannedSoFar {
  return { counts: new Map(), held: new Map(), lots: new Map(), inTransit: new Map() };
}

export interface ScanSubject {
  receipt: ScannedReceipt;
  line: ScannedLine;
  /** The person scanning. */
  person: string | null;
  /** The receiving task the scan says it belongs to. */
  taskId: string | null;
}

export interface PlannedCount {
  plan: CountPlan;
  previousStatus: ReceiptStatus;
  /** The task this scan starts, as it was before the scan. */
  startedTask: OpenTask | null;
  /** The receipt's counters after this scan. */
  counters: ProgressCounters;
}

/** Plans one scan and updates receipt, line and lot. Refuses whatever a single count refuses. */
export function planScan(soFar: ScannedSoFar, subject: ScanSubject, input: ScanInput): PlannedCount {
  const { receipt, line, person, taskId } = subject;
  assertReceivable(receipt.status);
  assertMayCount(receipt.openTask, person, taskId);
  const plan = planLine(soFar, line, input);

  const { status: previousStatus, openTask } = receipt;
  const startedTask = isStartedByScan(openTask) ? openTask : null;
  if (startedTask) {
    receipt.openTask = {
      ...startedTask,
      status: 'in_progress',
      assignee_id: startedTask.assignee_id ?? person,
    };
  }
  receipt.status = 'receiving';
  receipt.counters = counted(receipt.counters, plan);
  return { plan, previousStatus, startedTask, counters: receipt.counters };
}

export interface PlannedCounts {
  /** In the order asked. */
  plans: CountPlan[];
  previousStatus: ReceiptStatus;
  /** The receipt's counters after all of them. */
  counters: ProgressCounters;
}

/**
 * Plans many counts of one receipt, all or none: each goes on from the one before it, and if one is refused, all are.
 * They are counted at a desk, so no task may be open. `lines.3.` and the like precede the fields named in refusals, and every refusal names
 * its line.
 */
export function planScans(
  soFar: ScannedSoFar,
  receipt: ScannedReceipt,
  counts: readonly { line: ScannedLine; input: ScanInput }[],
): PlannedCounts {
  assertReceivable(receipt.status);
  assertNoTask(receipt.openTask);
  const ahead = {
    counts: new Map(soFar.counts),
    held: new Map(soFar.held),
    lots: new Map(soFar.lots),
    inTransit: new Map(soFar.inTransit),
  };
  const plans = counts.map(({ line, input }, index) =>
    naming(line, () => planLine(ahead, line, input, `lines.${index}.`)),
  );
  Object.assign(soFar, ahead);
  const { status: previousStatus } = receipt;
  receipt.status = 'receiving';
  receipt.counters = plans.reduce(counted, receipt.counters);
  return { plans, previousStatus, counters: receipt.counters };
}

/** Runs a step whose refusal says which of many lines it is about. Problems of validation name it in their path. */
function naming<T>({ id }: ScannedLine, step: () => T): T {
  try {
    return step();
  } catch (fault) {
    if (!(fault instanceof Refusal) || Array.isArray(fault.details)) throw fault;
    const facts = fault.details as Record<string, unknown> | undefined;
    throw new Refusal(fault.code, fault.message, { ...facts, receipt_line_id: id });
  }
}

/** Plans a count of one line, and notes what it changes in lines and lots. */
function planLine(soFar: ScannedSoFar, line: ScannedLine, input: ScanInput, path = ''): CountPlan {
  const lotKey = (lotNo: string): string => `${line.item_id}/${lotNo}`;
  const knownLot = (input.lot_no ? soFar.lots.get(lotKey(input.lot_no)) : undefined) ?? line.facts.knownLot;
  const inTransit = soFar.inTransit.get(line.id) ?? line.facts.inTransit;
  const facts = {
    ...line.facts,
    ...(inTransit && { inTransit }),
    line: soFar.counts.get(line.id) ?? line.facts.line,
    held: soFar.held.get(line.id) ?? line.facts.held,
    knownLot,
  };
  const plan = planReceive(facts, input, path);
  soFar.counts.set(line.id, plan.after);
  if (plan.inspected) soFar.held.set(line.id, facts.held.plus(plan.inspected.held));
  if (inTransit) soFar.inTransit.set(line.id, leftInTransit(inTransit, plan.taken));
  const { learned, lotNo } = plan.batch;
  if (learned && plan.stock.length > 0) {
    soFar.lots.set(lotKey(lotNo), {
      manufacture_date: knownLot?.manufacture_date ?? learned.manufacture_date,
      expiry_date: knownLot?.expiry_date ?? learned.expiry_date,
    });
  }
  return plan;
}

function counted(counters: ProgressCounters, { before, share }: CountPlan): ProgressCounters {
  return {
    ...counters,
    lines_done: counters.lines_done + Number(share.isDone) - Number(before.isDone),
    covered_qty: decimal(counters.covered_qty).plus(share.covered).minus(before.covered).toFixed(),
    counted_qty: decimal(counters.counted_qty).plus(share.counted).minus(before.counted).toFixed(),
  };
}
