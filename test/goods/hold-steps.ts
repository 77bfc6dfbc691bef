/** Steps that hold goods: at a place, for a kind or none, and a lot everywhere; and what lifts those holds. */
import { sum } from './book.ts';
import { heldAndWaiting, isKind, type HeldKey, type Placed } from './kinds.ts';
import type { Seen, Stock } from './seen.ts';
import { assertSame } from './same.ts';
import { isOk, type Step, type Turn } from './turn.ts';

const kinds = ['customs', 'recall', 'owner'] as const;

const keyIn = ({ site }: Turn, { item_id, lot_no, location_id }: Stock): HeldKey => ({
  warehouse_id: site.warehouseOf.get(location_id)!,
  item_id,
  lot_no,
});

const rowOf = ({ item_id, location_id, status, lot_no }: Stock) => ({ item_id, location_id, status, lot_no });

const body = (turn: Turn, row: Stock, qty: number) => ({
  warehouse_id: turn.site.warehouseOf.get(row.location_id),
  location_id: row.location_id,
  item_id: row.item_id,
  qty,
  reason_code: 'damage',
  ...(row.lot_no ? { lot_no: row.lot_no } : {}),
});

const place: Step = async (turn) => {
  const { dice, seen } = turn;
  const row = dice.pick(seen.stock.filter(({ status }) => status === 'available'));
  if (!row) return undefined;
  const [qty, kind] = [dice.upTo(row.qty), dice.chance(0.6) ? dice.pick(kinds) : undefined];
  const answer = await turn.ask('post', '/api/wms/inventory/hold', { ...body(turn, row, qty), kind });
  return {
    ...(kind ? { placed: [{ ...keyIn(turn, row), hold: kind, qty }] } : {}),
    moved: (book) => {
      assertSame('stock that is there is put on hold', answer.status, 200);
      for (const one of book.take(rowOf(row), qty)) book.put({ ...one, status: 'hold' }, one.qty);
    },
  };
};

/** Refused exactly when it would free what another hold keeps, or what waits. */
const lift: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const row = dice.pick(seen.stock.filter(({ status }) => status === 'hold'));
  if (!row) return undefined;
  const [qty, kind] = [dice.upTo(row.qty), dice.chance(0.5) ? dice.pick(kinds) : undefined];
  const to = dice.pick(['available', 'damaged'] as const)!;
  const asked = { ...body(turn, row, qty), kind, to_status: to };
  const answer = await turn.ask('post', '/api/wms/inventory/release-hold', asked);
  const key = keyIn(turn, row);
  const { held, waiting } = heldAndWaiting(site, seen, key);
  const free = held - qty - waiting;
  const placed: Placed[] = isOk(answer) && kind ? [{ ...key, hold: kind, qty: -qty }] : [];
  return {
    placed,
    moved: (book, { kept }) => {
      // An item that none of it waits of is not asked about it.
      const keeps = kind ? kept(key, (hold) => hold === kind) : kept(key, isKind);
      const may = (waiting === 0 || free >= 0) && (kind ? qty <= keeps : keeps === 0 || free >= keeps);
      assertSame(`a hold is lifted: ${held} held, ${waiting} wait, ${keeps} kept`, isOk(answer), may);
      if (!isOk(answer)) return;
      for (const one of book.take(rowOf(row), qty)) book.put({ ...one, status: to }, one.qty);
    },
  };
};

const holdName = (seen: Seen, lot: string): string =>
  `lot ${seen.lots.find(({ lot_no: no }) => no === lot)?.hold_id ?? 'none'}`;

const holdLot: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const lot = dice.pick(seen.lots)?.lot_no;
  if (!lot) return undefined;
  const free = seen.stock.filter((one) => one.lot_no === lot && one.status === 'available');
  const answer = await turn.ask('post', '/api/wms/lots/hold', {
    item_id: site.lots,
    lot_no: lot,
    kind: dice.pick(kinds),
    reason: 'glass',
  });
  if (!isOk(answer)) return undefined;
  const hold = `lot ${answer.body.data.hold_id}`;
  return {
    placed: free.map((row) => ({ ...keyIn(turn, row), hold, qty: row.qty })),
    moved: (book) => {
      assertSame('all of a lot is held', answer.body.data.held_qty, sum(free));
      for (const one of free) {
        book.put(one, -one.qty);
        book.put({ ...one, status: 'hold' }, one.qty);
      }
    },
  };
};

/** Which of its units are freed is the platform's choice; how many, and that none waits to be put back, is not. */
const releaseLot: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const held = dice.pick(seen.lots.filter(({ hold_id: id }) => id !== null));
  if (!held) return undefined;
  const lot = { item_id: site.lots, lot_no: held.lot_no };
  const answer = await turn.ask('post', '/api/wms/lots/release', { ...lot, reason: 'none found' });
  if (!isOk(answer)) return { moved: () => assertSame('a lot is released', answer.status, 200) };
  const hold = holdName(seen, held.lot_no);
  return {
    holds: (_, after, book, { kept }) => {
      const freed = after.stock.flatMap((one) => {
        if (one.lot_no !== held.lot_no || one.status !== 'available') return [];
        const qty = one.qty - sum(seen.stock.filter((was) => sameRow(was, one)));
        return qty > 0 ? [{ ...one, qty }] : [];
      });
      assertSame('freed of a lot', sum(freed), answer.body.data.released_qty);
      for (const warehouse_id of [site.main, site.second.id]) {
        const key = { ...lot, warehouse_id };
        const here = sum(freed.filter((one) => site.warehouseOf.get(one.location_id) === warehouse_id));
        const { held: there, waiting } = heldAndWaiting(site, seen, key);
        const free = there - waiting - kept(key, isKind);
        const most = Math.max(
          0,
          Math.min(
            kept(key, (one) => one === hold),
            free,
          ),
        );
        if (here > most) throw new Error(`${here} were freed of a lot, and ${most} may be`);
      }
      for (const one of freed) {
        book.put({ ...one, status: 'hold' }, -one.qty);
        book.put(one, one.qty);
      }
    },
  };
};

const sameRow = (one: Stock, other: Stock): boolean =>
  one.item_id === other.item_id &&
  one.location_id === other.location_id &&
  one.lot_no === other.lot_no &&
  one.lpn_id === other.lpn_id &&
  one.status === other.status;

export const holdSteps: Record<string, [weight: number, step: Step]> = {
  place: [4, place],
  lift: [5, lift],
  holdLot: [1, holdLot],
  releaseLot: [2, releaseLot],
};
