/**
 * Counts in receipts that were just created, as they were announced, and completes them: the three steps of receiving in
 * one transaction, through the steps' own handlers. A refusal is thrown, so that the receipts go as well; commands of a
 * group then run one by one.
 */
import { arrivalLocation } from '../../db/receiving/default-location.read.ts';
import type { NewReceipt, NewReceiptLine } from '../../db/receiving/receipts.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import { apart, type Asked } from '../engine/handler.ts';
import { completeReceive } from './complete-receive.ts';
import { receiveAll } from './receive-all.ts';

/** A receipt as it was just inserted; its lines are in the order of the command's. */
interface Created {
  asked: Asked<typeof receiptCommands.createReceipt>;
  receipt: NewReceipt;
  lines: readonly NewReceiptLine[];
}

export async function receiveAtOnce(tx: TenantTransaction, created: readonly Created[]): Promise<void> {
  if (created.length === 0) return;
  const arrivals = await arrivalsOf(tx, created);
  const counts = created.map((one) => ({ work: one.asked.work, input: countsOf(one, arrivals) }));
  assertDone(await receiveAll(tx, counts), created);
  const completions = created.map(({ asked: { work }, receipt }) => ({
    work,
    input: { receipt_id: receipt.id },
  }));
  assertDone(await completeReceive(tx, completions), created);
}

/** Where goods arrive, in the warehouses of which a line names no location. */
async function arrivalsOf(
  tx: TenantTransaction,
  created: readonly Created[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const isOpen = ({ asked }: Created): boolean =>
    (asked.input.lines ?? []).some(({ location_id: id }) => !id);
  const warehouses = new Set(created.filter(isOpen).map(({ receipt }) => receipt.warehouse_id));
  return new Map(
    await Promise.all([...warehouses].map(async (id) => [id, await arrivalLocation(tx, id)] as const)),
  );
}

function countsOf(
  { asked: { input }, receipt, lines }: Created,
  arrivals: ReadonlyMap<string, string | undefined>,
): InputOf<typeof receiptCommands.receiveAll> {
  const asked = input.lines ?? [];
  return {
    receipt_id: receipt.id,
    lines: lines.map(({ id, expected_qty: expected }, index) => {
      const { lot_no, manufacture_date, expiry_date, serial_nos, pallet_lpn, pallet_height_cm, location_id } =
        asked[index]!;
      const locationId = location_id ?? arrivals.get(receipt.warehouse_id);
      const path = `lines.${index}.location_id`;
      if (!locationId)
        throw invalid(path, 'required', `${path} is required: the warehouse has no staging location`);
      return {
        line_id: id,
        received_qty: expected!,
        location_id: locationId,
        lot_no,
        manufacture_date,
        expiry_date,
        serial_nos,
        pallet_lpn,
        pallet_height_cm,
      };
    }),
  };
}

/** Throws the first refusal. A line that it names is told by its place, since the receipt will never have been. */
function assertDone(answers: readonly unknown[], created: readonly Created[]): void {
  const refusal = answers.find((answer) => answer instanceof Refusal);
  if (refusal) throw placed(refusal, created);
  if (answers.includes(apart)) throw new Error('A receipt with a purchase order is received alone.');
}

function placed(refusal: Refusal, created: readonly Created[]): Refusal {
  if (!refusal.details || Array.isArray(refusal.details)) return refusal;
  const { receipt_line_id: lineId, ...facts } = refusal.details as Record<string, unknown>;
  const index = created.flatMap(({ lines }) => lines).find(({ id }) => id === lineId)?.line_no;
  if (index === undefined) return refusal;
  return new Refusal(refusal.code, refusal.message, { path: `lines.${index - 1}`, ...facts });
}
