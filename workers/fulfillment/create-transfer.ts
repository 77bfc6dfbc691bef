/** Drafts a transfer; with `release`, releases it in the same transaction. */
import { assertWholeUnits } from '../../db/inventory/stock-references.read.ts';
import { resolveUnits } from '../../db/catalog/item-units.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { readWarehouses } from '../../db/transfers/transfers.read.ts';
import { insertTransfer, lockTransfer } from '../../db/transfers/transfers.write.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { transferEvent } from '../../domain/transfers/events.ts';
import type { transferCommands } from '../../queues/transfers/transfers.ts';
import type { Handler } from '../engine/handler.ts';
import { makeDocuments } from './transfer-documents.ts';

export const createTransfer: Handler<typeof transferCommands.createTransfer> = async (work, input) => {
  const { tx, actor, emit } = work;
  const { lines } = input;
  const merchant = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  const [from, to] = [input.from_warehouse_id.toLowerCase(), input.to_warehouse_id.toLowerCase()];
  if (from === to) throw invalid('to_warehouse_id', 'same', 'to_warehouse_id must be another warehouse');
  const warehouses = await readWarehouses(tx, [from, to]);
  if (!warehouses.has(from)) throw unknownReference('from_warehouse_id', 'warehouse');
  if (!warehouses.has(to)) throw unknownReference('to_warehouse_id', 'warehouse');
  const wanted = lines.map(({ item_id }) => ({ item_id, uom: null }));
  await resolveUnits(tx, merchant.id, wanted, (index) => `lines.${index}.`);
  await assertWholeUnits(tx, lines, (index) => `lines.${index}.qty`);
  const made = {
    id: newId(),
    transfer_no: await work.takeNumber('TR'),
    merchant_id: merchant.id,
    from_warehouse_id: from,
    to_warehouse_id: to,
    ship_mode: input.ship_mode ?? 'ltl',
    carrier_code: input.carrier_code ?? null,
    expected_date: input.expected_date ?? null,
    note: input.note ?? '',
    created_by: actor.name,
  };
  await insertTransfer(
    tx,
    made,
    lines.map((line, index) => ({ id: newId(), line_no: index + 1, ...line })),
  );
  const states = { status: 'draft', previous_status: null } as const;
  emit(transferEvent(made, 'created', { ...states, lines: lines.length }));
  if (input.release) await makeDocuments(work, await lockTransfer(tx, made.id));
  return { id: made.id, transfer_no: made.transfer_no };
};
