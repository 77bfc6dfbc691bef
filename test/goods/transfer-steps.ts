/** Steps between the two warehouses: transfers made, shipped, counted in and closed. */
import type { Goods, Transfer } from './seen.ts';
import { came, leftWith, numbers, scanned, someOf } from './serials.ts';
import { assertSame } from './same.ts';
import { isOk, type Step, type Turn } from './turn.ts';

const make: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const row = dice.pick(seen.stock.filter(({ status }) => status === 'available'));
  if (!row) return undefined;
  const from = site.warehouseOf.get(row.location_id)!;
  const to = from === site.main ? site.second.id : site.main;
  const answer = await turn.ask('post', '/api/wms/transfers', {
    from_warehouse_id: from,
    to_warehouse_id: to,
    ship_mode: 'parcel',
    release: true,
    lines: [{ item_id: row.item_id, qty: dice.chance(0.5) ? row.qty : dice.upTo(row.qty) }],
  });
  return isOk(answer) ? { may: ['made'] } : undefined;
};

const act = (turn: Turn, { id }: Transfer, action: string, more: object = {}) =>
  turn.ask('patch', `/api/wms/transfers/${id}`, { action, ...more });

const ship: Step = async (turn) => {
  const { dice, seen } = turn;
  const transfer = dice.pick(seen.transfers.filter(({ status }) => status === 'released'));
  if (!transfer) return undefined;
  if (dice.chance(0.1)) return isOk(await act(turn, transfer, 'cancel')) ? { may: ['released'] } : undefined;
  const { named, ...serials } = scanned(turn, transfer.shipment_id);
  const answer = await act(turn, transfer, 'ship', serials);
  if (!isOk(answer)) return undefined;
  return { may: ['picked', 'shipped'], holds: leftWith(transfer.shipment_id, named) };
};

const isUnderway = ({ status }: Transfer): boolean =>
  ['in_transit', 'partially_received', 'received'].includes(status);

const transferOf = ({ seen }: Turn, goods: Goods): Transfer =>
  seen.transfers.find(({ id }) => id === goods.transfer_id)!;

/** Counts in some of what is on its way, onto the license plate it left on or another, or loose; never one too many. */
const receive: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const goods = dice.pick(
    seen.goods.filter(
      (one) => isUnderway(transferOf(turn, one)) && transferOf(turn, one).status !== 'received',
    ),
  );
  if (!goods) return undefined;
  const to = transferOf(turn, goods).to_warehouse_id;
  const plates = seen.plates.filter(
    (one) => ['planned', 'active'].includes(one.state) && one.warehouse_id === to,
  );
  const own = plates.find(({ id }) => id === goods.lpn_id);
  const plate = dice.chance(0.7) ? own : dice.chance(0.3) ? dice.pick(plates) : undefined;
  const places = to === site.main ? site.shelves : [site.second.shelf];
  const location = plate?.location_id ?? dice.pick(places)!;
  const ofLine = seen.goods.filter(
    (one) => one.receipt_line_id === goods.receipt_line_id && one.lot_no === goods.lot_no,
  );
  const there = ofLine.reduce((total, { qty }) => total + qty, 0);
  const qty = dice.chance(0.6) ? goods.qty : dice.upTo(there + 1);
  const sent = seen.transitSerials.filter((one) => one.transfer_id === goods.transfer_id);
  // Somebody may find others than were presumed to leave.
  const found = dice.chance(0.3) ? numbers(seen.serials) : numbers(sent);
  const serials = goods.item_id === site.serial ? someOf(turn, found, qty) : [];
  const answer = await turn.ask('post', `/api/wms/inbound-receipts/${goods.receipt_id}/receive-line`, {
    receipt_line_id: goods.receipt_line_id,
    received_qty: qty,
    location_id: location,
    ...(plate ? { pallet_lpn: plate.lpn } : {}),
    ...(goods.lot_no ? { lot_no: goods.lot_no } : {}),
    ...(serials.length > 0 ? { serial_nos: serials } : {}),
  });
  if (!isOk(answer)) return undefined;
  return {
    moved: (book) => {
      assertSame('no more is counted in than is in transit', qty <= there, true);
      const rank = (one: Goods): number =>
        one.lpn_id === null ? 1 : one.lpn_id === (plate?.id ?? '') ? 0 : 2;
      let open = qty;
      for (const one of ofLine.toSorted((a, b) => rank(a) - rank(b))) {
        const part = Math.min(open, one.qty);
        open -= part;
        if (part > 0) book.put({ ...one, status: 'in_transit' }, -part);
      }
      const at = { item_id: goods.item_id, lot_no: goods.lot_no, location_id: location };
      book.put({ ...at, lpn_id: plate?.id ?? null, status: 'available' }, qty);
      if (plate) book.arrive(plate.id, location);
    },
    holds: came(serials, sent),
  };
};

/** Ends counting, or the transfer with whatever is missing of it. */
const end: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const transfer = dice.pick(seen.transfers.filter(isUnderway));
  if (!transfer) return undefined;
  if (dice.chance(0.3)) {
    const path = `/api/wms/inbound-receipts/${transfer.receipt_id}/complete-receive`;
    return isOk(await turn.ask('post', path, { confirm_zero: true })) ? {} : undefined;
  }
  const left = seen.goods.filter((one) => one.transfer_id === transfer.id);
  const missing = dice.pick(['write_off', 'back'] as const)!;
  const location_id = transfer.from_warehouse_id === site.main ? dice.pick(site.shelves)! : site.second.shelf;
  const body = left.length > 0 ? { missing, reason_code: 'lost', location_id } : {};
  const answer = await act(turn, transfer, 'close', body);
  if (!isOk(answer)) return undefined;
  if (missing === 'write_off')
    for (const { item_id: item, qty } of left) turn.adjusted.set(item, (turn.adjusted.get(item) ?? 0) - qty);
  const serials = seen.transitSerials.filter((one) => one.transfer_id === transfer.id);
  return {
    moved: (book) => {
      const whole = missing === 'back' ? book.whole(left) : [];
      for (const one of left) {
        book.put({ ...one, status: 'in_transit' }, -one.qty);
        const lpn_id = one.lpn_id && whole.includes(one.lpn_id) ? one.lpn_id : null;
        if (missing === 'back') book.put({ ...one, lpn_id, location_id, status: 'available' }, one.qty);
      }
      book.place(whole, location_id);
      if (missing === 'back') book.bring(serials.map(({ serial_no: no }) => no));
    },
  };
};

export const transferSteps: Record<string, [weight: number, step: Step]> = {
  makeTransfer: [3, make],
  shipTransfer: [3, ship],
  receiveTransfer: [5, receive],
  endTransfer: [2, end],
};
