/**
 * Moves pallets with everything on them, or loose stock of one item. Refuses 409 LOCATION_LOCKED at either end. Loose
 * moves are grouped; a pallet has a transaction of its own.
 */
import { executeUnawaited, planOnce, type TenantTransaction } from '../../db/database.ts';
import { insufficientStock, lockStockRows, type StockRow } from '../../db/inventory/inventory.write.ts';
import { enterLocations, locationLocked } from '../../db/inventory/location-locks.read.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import { movePallet } from '../../db/inventory/pallet-move.write.ts';
import { takeInHand } from '../../db/inventory/serials/serial-places.write.ts';
import {
  placeOf,
  readPlaces,
  readStockItems,
  requireTarget,
  stockItemOf,
  type LocationRef,
  type StockItem,
} from '../../db/inventory/stock-references.read.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { chooseStock, type Taken } from '../../domain/inventory/choose-stock.ts';
import { isKeptAt } from '../../domain/inventory/location-types.ts';
import { moveType } from '../../domain/inventory/move-type.ts';
import { assertSerialsOf, assertUndivided } from '../../domain/inventory/serials.ts';
import { stockInTurn, type StockSoFar } from '../../domain/inventory/stock-in-turn.ts';
import { invalid, isGood, orThrow, Refusal, refusalOr } from '../../domain/refusal.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { Answered, Asked, HandlerOfMany, Work } from '../engine/handler.ts';
import { enterRoom, looseLying, type Room } from './enter-room.ts';
import { comesWhereSomeLeft } from './keep-apart.ts';
import { postInTurn, type PlannedPosting } from './post-in-turn.ts';

type Move = typeof inventoryCommands.moveStock;
type Moved = ResultOf<Move>;

interface Named {
  item: StockItem;
  source: LocationRef;
  target: LocationRef;
  lotNo: string;
  status: 'available' | 'hold' | 'damaged';
}

type AllNamed = ReadonlyMap<Asked<Move>, Named | Refusal>;

interface Planned extends PlannedPosting {
  asked: Asked<Move>;
  taken: readonly Taken[];
  moved: Moved;
}

/** The planned move that this carries out: its own goods are no longer on their way. */
interface CarriedOut {
  moveId?: string;
  /** They were taken from their place before: a count that locks it since does not refuse them. */
  isInHand?: boolean;
}

interface How extends CarriedOut {
  /** In another command's transaction, which may be in a savepoint. */
  isAwaited?: boolean;
}

export const moveStock: HandlerOfMany<Move> = (tx, asked) => {
  planOnce(tx);
  return untilAlone(asked, goesAlone, async (together) =>
    isOfPlate(together[0]!) ? [await movePlate(tx, together[0]!)] : moveLoose(tx, together),
  );
};

/** One move in the transaction of another command, which the ledger names as its cause. Throws what it refuses. */
export async function moveOne(work: Work, input: InputOf<Move>, carried: CarriedOut = {}): Promise<Moved> {
  const asked = { work, input };
  if (isOfPlate(asked)) return movePlate(work.tx, asked, carried);
  const [answer] = await moveLoose(work.tx, [asked], { ...carried, isAwaited: true });
  return orThrow(answer as Moved | Refusal);
}

// Units with a name trade places before they go.
const goesAlone = (one: Asked<Move>): boolean => isOfPlate(one) || one.input.serial_nos !== undefined;

const isOfPlate = ({ input }: Asked<Move>): boolean => Boolean(input.pallet_lpn);

async function movePlate(
  tx: TenantTransaction,
  { work, input }: Asked<Move>,
  { moveId, isInHand = false }: CarriedOut = {},
): Promise<Moved> {
  const { organizationId, commandId, actor } = work;
  const { warehouse_id: warehouseId, to_location_id: toId, notes } = input;
  const target = await requireTarget(tx, warehouseId, toId);
  const posting = { organizationId, commandId, actor: actor.name };
  const lpn = input.pallet_lpn!;
  const expectedAt = input.from_location_id;
  const note = notes ?? null;
  const moved = await movePallet(tx, posting, { lpn, warehouseId, expectedAt, target, note, isInHand });
  if (!moved.changed) return moved;
  const room = await enterRoom(work, [target], moveId);
  const answer = { ...moved, ...(await room.refusesPlate(lpn, target.id)) };
  tell({ work, input }, answer);
  return answer;
}

function tell({ work, input }: Asked<Move>, moved: Moved): void {
  work.emit({
    type: 'inventory.moved',
    subject_type: 'inventory_move',
    subject_id: work.commandId,
    data: {
      warehouse_id: input.warehouse_id,
      pallet_lpn: input.pallet_lpn ?? null,
      from_location_id: moved.from_location_id,
      to_location_id: input.to_location_id,
      moved: moved.moved,
    },
  });
}

async function moveLoose(
  tx: TenantTransaction,
  asked: readonly Asked<Move>[],
  how: How = {},
): Promise<Answered<Move>[]> {
  const keys = asked.flatMap(keysOf);
  // Sent at once and run in this order: what they name is locked before it is known to be right.
  const [named, held, locked] = await Promise.all([
    readNamed(tx, asked),
    enterLocations(
      tx,
      keys.map(({ location_id: id }) => id),
    ),
    lockStockRows(tx, keys),
  ]);
  const comes = comesWhereSomeLeft();
  const known = { named, held, stock: stockInTurn(locked) };
  return untilAlone(
    asked,
    (one) => {
      const facts = named.get(one)!;
      return isGood(facts) && comes(facts);
    },
    (some) => moveNamed(tx, some, known, how),
  );
}

async function moveNamed(
  tx: TenantTransaction,
  asked: readonly Asked<Move>[],
  { named, held, stock }: Pick<Facts, 'held' | 'stock'> & { named: AllNamed },
  { moveId, isInHand = false, isAwaited = false }: How,
): Promise<Answered<Move>[]> {
  const answers = new Map<Asked<Move>, Answered<Move>>();
  const known = asked.map((one) => named.get(one)!).filter(isGood);
  const room = await enterRoom(
    asked[0]!.work,
    known.map(({ target }) => target),
    moveId,
    known.filter(({ item, target }) => item.apart && isKeptAt(target.type)).map(({ target }) => target.id),
  );
  const planned: Planned[] = [];
  for (const one of asked) {
    const facts = named.get(one)!;
    const plan =
      facts instanceof Refusal ? facts : await planOne(tx, one, facts, { held, stock, room, isInHand });
    if (plan instanceof Refusal) answers.set(one, plan);
    else planned.push(plan);
  }
  for (const { asked: one, taken } of planned) await takeNamed(tx, one, taken);
  const ids = await postInTurn(tx, planned, isAwaited ? undefined : executeUnawaited);
  await consumeEmptyLpns(
    tx,
    planned.flatMap(({ taken }) => taken.map(({ lpn_id: lpnId }) => lpnId)),
  );
  for (const [index, plan] of planned.entries()) {
    const moved = { ...plan.moved, ledger_entry_ids: ids[index]! };
    tell(plan.asked, moved);
    answers.set(plan.asked, moved);
  }
  return asked.map((one) => answers.get(one)!);
}

/** Refuses 400 UNKNOWN_REFERENCE: it is the only command of its transaction then. */
async function takeNamed(
  tx: TenantTransaction,
  { work, input }: Asked<Move>,
  taken: readonly Taken[],
): Promise<void> {
  if (!input.serial_nos) return;
  await takeInHand(tx, work.commandId, {
    item_id: input.item_id!,
    location_id: input.from_location_id!,
    lot_no: input.lot_no ?? '',
    lpn_ids: taken.map(({ lpn_id: lpnId }) => lpnId),
    serial_nos: input.serial_nos,
  });
}

async function readNamed(tx: TenantTransaction, asked: readonly Asked<Move>[]): Promise<AllNamed> {
  const ends = asked.flatMap(({ input: { warehouse_id, to_location_id, from_location_id } }) => [
    { warehouse_id, location_id: to_location_id },
    { warehouse_id, location_id: from_location_id! },
  ]);
  const [places, items] = await Promise.all([
    readPlaces(tx, ends),
    readStockItems(
      tx,
      asked.map(({ input }) => input.item_id!),
    ),
  ]);
  const nameOne = ({ input }: Asked<Move>): Named => {
    const { warehouse_id, to_location_id: toId, from_location_id: fromId, lot_no: lotNo = '' } = input;
    const target = placeOf(places, { warehouse_id, location_id: toId }, 'to_location_id');
    if (!target.is_active)
      throw invalid('to_location_id', 'inactive', 'to_location_id names an inactive location');
    if (fromId === toId)
      throw invalid('to_location_id', 'same', 'to_location_id must differ from from_location_id');
    const source = placeOf(places, { warehouse_id, location_id: fromId! }, 'from_location_id');
    const item = stockItemOf(items, input.item_id!, lotNo);
    assertUndivided(item, decimal(input.qty!));
    if (input.serial_nos) assertSerialsOf(item, input.serial_nos, decimal(input.qty!));
    return { item, source, target, lotNo, status: input.status ?? 'available' };
  };
  return new Map(asked.map((one) => [one, refusalOr(() => nameOne(one))]));
}

/** The balances it leaves and goes to, as its input names them. */
function keysOf({ input }: Asked<Move>): StockRow[] {
  const { lot_no = '', status = 'available' } = input;
  return [input.from_location_id!, input.to_location_id].map((location) => ({
    item_id: input.item_id!.toLowerCase(),
    location_id: location.toLowerCase(),
    lot_no,
    status,
  }));
}

function fromOf({ item, source, lotNo, status }: Named) {
  return { item_id: item.id, location_id: source.id, lot_no: lotNo, status };
}

function intoOf(named: Named) {
  return { ...fromOf(named), location_id: named.target.id };
}

interface Facts {
  held: ReadonlyMap<string, string>;
  stock: StockSoFar;
  room: Room;
  isInHand: boolean;
}

async function planOne(
  tx: TenantTransaction,
  asked: Asked<Move>,
  named: Named,
  { held, stock, room, isInHand }: Facts,
): Promise<Planned | Refusal> {
  const { work, input } = asked;
  const { item, source, target, lotNo, status } = named;
  const lockedId = [...(isInHand ? [] : [source.id]), target.id].find((id) => held.has(id));
  if (lockedId) return locationLocked(lockedId, held.get(lockedId)!);
  const [from, into] = [fromOf(named), intoOf(named)];
  const wanted = decimal(input.qty!);
  const present = stock.present(from);
  const taken = chooseStock(present, wanted);
  if (!taken) return insufficientStock(tx, from, present, wanted);
  const full = await room.refuses([looseLying(item, lotNo, wanted)], target.id, source.id);
  if (full instanceof Refusal) return full;
  // Stock taken off a license plate arrives loose.
  const changes = [
    ...taken.map(({ lpn_id, qty }) => ({ at: from, lpn_id, qty: qty.neg() })),
    { at: into, lpn_id: null, qty: wanted },
  ];
  const entries = changes.map(({ at, lpn_id, qty }) => ({
    ...at,
    lpn_id,
    qty_delta: qty.toFixed(),
    warehouse_id: input.warehouse_id,
    merchant_id: item.merchant_id,
    transaction_type: moveType(source.type, target.type),
    ref_type: 'move',
    ref_id: work.commandId,
    note: input.notes ?? null,
  }));
  const moved: Moved = {
    changed: true,
    pallet_lpn: null,
    from_location_id: source.id,
    to_location_id: target.id,
    moved: [{ item_id: item.id, lot_no: lotNo || null, status, qty: toJsonNumber(wanted) }],
    ledger_entry_ids: [],
    ...full,
  };
  return { asked, work, taken, moved, entries, statement: stock.change(changes) };
}
