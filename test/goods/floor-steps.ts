/** Steps that move goods on the floor: adjustments, receipts, moves and license plates. */
import { assertSame } from './same.ts';
import { isOk, type Step, type Turn } from './turn.ts';
import type { Plate, Stock } from './seen.ts';

const expiries = ['2031-05-01', '2032-05-01', '2033-05-01'];

/** A lot's number says when it expires. */
export function lotFor({ site, dice }: Turn, item: string): { lot_no?: string; expiry_date?: string } {
  if (item !== site.lots) return {};
  const which = dice.below(expiries.length);
  return { lot_no: `L${which}`, expiry_date: expiries[which]! };
}

export function newSerials({ site, next }: Turn, item: string, units: number): { serial_nos?: string[] } {
  if (item !== site.serial || units === 0) return {};
  return { serial_nos: Array.from({ length: units }, () => `S${String(next()).padStart(5, '0')}`) };
}

const nowhere = (turn: Turn): string => turn.dice.pick(turn.site.shelves)!;
const isOnFloor = ({ state }: Plate): boolean => ['planned', 'active', 'picked'].includes(state);
const inMain = ({ site, seen }: Turn): Stock[] =>
  seen.stock.filter((one) => site.warehouseOf.get(one.location_id) === site.main);

/** Which balance a request without a license plate names. */
const rowOf = ({ item_id, location_id, status, lot_no }: Stock) => ({ item_id, location_id, status, lot_no });
const lotIn = ({ lot_no }: Stock) => (lot_no ? { lot_no } : {});

const adjustUp: Step = async (turn) => {
  const { site, dice } = turn;
  const item = dice.pick(site.items)!;
  const location = dice.chance(0.15) ? site.second.shelf : nowhere(turn);
  const qty = dice.upTo(8);
  const status = dice.chance(0.85) ? 'available' : dice.pick(['hold', 'damaged'] as const)!;
  const { lot_no: lot = '' } = lotFor(turn, item);
  // A lot gets its expiry date when it is received first.
  if (lot && !turn.seen.lots.some(({ lot_no: no }) => no === lot)) return undefined;
  const serials = newSerials(turn, item, qty);
  const answer = await turn.ask('post', '/api/wms/inventory/adjust', {
    warehouse_id: site.warehouseOf.get(location),
    location_id: location,
    item_id: item,
    qty_delta: qty,
    status,
    reason_code: 'found',
    ...(lot ? { lot_no: lot } : {}),
    ...serials,
  });
  assertSame('found goods are taken in', answer.status, 200);
  turn.adjusted.set(item, (turn.adjusted.get(item) ?? 0) + qty);
  return {
    moved: (book) => {
      book.put({ item_id: item, location_id: location, status, lot_no: lot, lpn_id: null }, qty);
      book.serials.push(...(serials.serial_nos ?? []));
    },
  };
};

const adjustDown: Step = async (turn) => {
  const { site, dice, seen } = turn;
  const row = dice.pick(seen.stock.filter(({ status }) => !['allocated', 'in_transit'].includes(status)));
  if (!row) return undefined;
  const qty = dice.upTo(row.qty + 1);
  const live = seen.serials.map(({ serial_no: serial }) => serial);
  const gone = row.item_id === site.serial ? live.slice(0, qty) : [];
  const answer = await turn.ask('post', '/api/wms/inventory/adjust', {
    warehouse_id: site.warehouseOf.get(row.location_id),
    location_id: row.location_id,
    item_id: row.item_id,
    qty_delta: -qty,
    status: row.status,
    reason_code: 'lost',
    ...lotIn(row),
    ...(gone.length > 0 ? { serial_nos: gone } : {}),
  });
  if (!isOk(answer)) return undefined;
  turn.adjusted.set(row.item_id, (turn.adjusted.get(row.item_id) ?? 0) - qty);
  return {
    moved: (book) => {
      book.take(rowOf(row), qty);
      book.serials = book.serials.filter((serial) => !gone.includes(serial));
    },
  };
};

/** A receipt of one line, counted at once; sometimes some of it is taken back. */
const receive: Step = async (turn) => {
  const { site, dice, seen } = turn;
  const item = dice.pick(site.items)!;
  const [good, damaged, rejected] = [dice.upTo(14), dice.chance(0.2) ? dice.upTo(3) : 0, dice.below(2)];
  const crosses = dice.chance(0.25);
  const plates = seen.plates.filter(
    (one) => ['planned', 'active'].includes(one.state) && one.warehouse_id === site.main,
  );
  const plate = !crosses && dice.chance(0.6) ? dice.pick(plates) : undefined;
  const location = crosses ? site.crossDock : (plate?.location_id ?? nowhere(turn));
  const source = dice.chance(0.2) ? 'return' : 'manual';
  const made = await turn.ask('post', '/api/wms/inbound-receipts', {
    warehouse_id: site.main,
    source_type: source,
    lines: [{ item_id: item, expected_qty: good + damaged + rejected }],
  });
  const receipt = made.body.data;
  const lot = lotFor(turn, item);
  const serials = newSerials(turn, item, good + damaged);
  const answer = await turn.ask('post', `/api/wms/inbound-receipts/${receipt.id}/receive-line`, {
    receipt_line_id: receipt.lines[0].id,
    received_qty: good,
    damaged_qty: damaged,
    rejected_qty: rejected,
    location_id: location,
    ...(crosses ? { is_cross_dock: true } : {}),
    ...(plate ? { pallet_lpn: plate.lpn } : {}),
    ...lot,
    ...serials,
  });
  if (!isOk(answer)) return undefined;
  const at = { item_id: item, location_id: location, lot_no: lot.lot_no ?? '', lpn_id: plate?.id ?? null };
  return {
    moved: (book) => {
      book.put({ ...at, status: source === 'return' ? 'hold' : 'available' }, good);
      if (damaged > 0) book.put({ ...at, status: 'damaged' }, damaged);
      book.serials.push(...(serials.serial_nos ?? []));
      if (plate) book.arrive(plate.id, location);
    },
    ...(crosses ? { may: ['made'], crossed: true } : {}),
    holds: (_, { received }) => {
      const line = received.find(({ id }) => id === receipt.lines[0].id)!;
      assertSame('received', line.received_qty, good);
      assertSame('damaged', line.damaged_qty, damaged);
    },
  };
};

const takeBack: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const entry = dice.pick(seen.entries);
  if (!entry) return undefined;
  const qty = dice.upTo(entry.qty);
  const ofReceipt = seen.serials.filter(({ receipt_id: id }) => id === entry.receipt_id);
  const gone = entry.item_id === site.serial ? ofReceipt.slice(0, qty).map(({ serial_no: no }) => no) : [];
  const answer = await turn.ask('post', `/api/wms/inbound-receipts/${entry.receipt_id}/reverse-line`, {
    receipt_line_id: entry.line_id,
    ledger_entry_id: entry.id,
    qty,
    note: 'counted twice',
    ...(gone.length > 0 ? { serial_nos: gone } : {}),
  });
  if (!isOk(answer)) return undefined;
  return {
    moved: (book) => {
      book.put(entry, -qty);
      book.serials = book.serials.filter((serial) => !gone.includes(serial));
    },
  };
};

const moveLoose: Step = async (turn) => {
  const { site, dice } = turn;
  const row = dice.pick(inMain(turn).filter(({ status }) => !['allocated', 'in_transit'].includes(status)));
  if (!row) return undefined;
  const to = dice.pick(site.shelves.filter((id) => id !== row.location_id))!;
  const qty = dice.upTo(row.qty);
  const answer = await turn.ask('post', '/api/wms/inventory/move', {
    warehouse_id: site.main,
    from_location_id: row.location_id,
    to_location_id: to,
    item_id: row.item_id,
    qty,
    status: row.status,
    ...lotIn(row),
  });
  if (!isOk(answer)) return undefined;
  return {
    moved: (book) => {
      book.take(rowOf(row), qty);
      book.put({ ...rowOf(row), location_id: to, lpn_id: null }, qty);
    },
  };
};

const movePlate: Step = async (turn) => {
  const plate = turn.dice.pick(turn.seen.plates.filter(isOnFloor));
  if (!plate) return undefined;
  const to = nowhere(turn);
  const { site } = turn;
  const body = { warehouse_id: site.main, to_location_id: to, pallet_lpn: plate.lpn };
  const answer = await turn.ask('post', '/api/wms/inventory/move', body);
  if (!isOk(answer)) return undefined;
  return { moved: (book) => answer.body.data.changed && book.carry(plate.id, to) };
};

const newPlate: Step = async (turn) => {
  const { site, dice, seen } = turn;
  const pallets = seen.plates.filter((one) => one.type === 'pallet' && isOnFloor(one));
  const parent = dice.chance(0.5) ? dice.pick(pallets) : undefined;
  // Without a location it is planned, until goods are received onto it or it is moved.
  const location = parent ? parent.location_id : dice.chance(0.2) ? null : nowhere(turn);
  const answer = await turn.ask('post', '/api/wms/pallets', {
    warehouse_id: site.main,
    location_id: location,
    ...(parent ? { type: 'carton', parent_id: parent.id } : {}),
  });
  if (!isOk(answer)) return undefined;
  const { id } = answer.body.data;
  return {
    moved: (book) => book.plates.set(id, { id, location_id: location, parent_lpn_id: parent?.id ?? null }),
  };
};

const nest: Step = async (turn) => {
  const { dice, seen } = turn;
  const carton = dice.pick(seen.plates.filter(({ type }) => type === 'carton'));
  if (!carton) return undefined;
  const here = seen.plates.filter((one) => one.type === 'pallet' && one.location_id === carton.location_id);
  const parent = dice.chance(0.3) ? null : (dice.pick(here)?.id ?? null);
  const answer = await turn.ask('patch', `/api/wms/pallets/${carton.id}`, { parent_id: parent });
  if (!isOk(answer)) return undefined;
  return { moved: (book) => void (book.plates.get(carton.id)!.parent_lpn_id = parent) };
};

export const floorSteps: Record<string, [weight: number, step: Step]> = {
  adjustUp: [4, adjustUp],
  adjustDown: [2, adjustDown],
  receive: [6, receive],
  takeBack: [2, takeBack],
  moveLoose: [3, moveLoose],
  movePlate: [4, movePlate],
  newPlate: [3, newPlate],
  nest: [2, nest],
};
