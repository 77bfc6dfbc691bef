/** Steps of planned moves: goods that are to lie elsewhere, planned by hand or by what is picked most, and carried there. */
import { isOk, type Step } from './turn.ts';

const isLive = ({ status }: { status: string }): boolean =>
  ['open', 'assigned', 'in_progress'].includes(status);

/** Planning holds no stock: nothing may have changed. */
const planByHand: Step = async ({ site, dice, seen, ask }) => {
  const to = dice.pick(site.shelves)!;
  const common = { kind: 'reslot', warehouse_id: site.main, to_location_id: to };
  const plate = dice.pick(seen.plates.filter(({ state }) => state === 'active'));
  const row = dice.pick(
    seen.stock.filter(
      ({ location_id: at, status }) =>
        site.warehouseOf.get(at) === site.main && ['available', 'hold', 'damaged'].includes(status),
    ),
  );
  if (dice.chance(0.4) && plate)
    return isOk(await ask('post', '/api/wms/moves', { ...common, pallet_lpn: plate.lpn })) ? {} : undefined;
  if (!row) return undefined;
  const answer = await ask('post', '/api/wms/moves', {
    ...common,
    from_location_id: row.location_id,
    item_id: row.item_id,
    status: row.status,
    qty: dice.upTo(row.qty),
    ...(row.lot_no ? { lot_no: row.lot_no } : {}),
  });
  return isOk(answer) ? {} : undefined;
};

const planSlots: Step = async ({ site, ask }) => {
  const body = { warehouse_id: site.main, days: 30, moves_max: 3 };
  return isOk(await ask('post', '/api/wms/slotting-plans', body)) ? {} : undefined;
};

const actOnMove: Step = async ({ dice, seen, ask }) => {
  const move = dice.pick(seen.moves.filter(isLive));
  if (!move) return undefined;
  const action = dice.pick([
    'claim',
    'start',
    'unclaim',
    'cancel',
    'confirm',
    'confirm',
    'confirm',
    'confirm',
  ] as const)!;
  const part =
    action === 'confirm' && move.lpn_id === null && dice.chance(0.3) ? dice.upTo(move.qty) : undefined;
  const answer = await ask('patch', `/api/wms/moves/${move.id}`, {
    action,
    ...(action === 'cancel' ? { reason: 'not today' } : {}),
    ...(part === undefined ? {} : { qty: part }),
  });
  if (!isOk(answer) || action !== 'confirm') return isOk(answer) ? {} : undefined;
  const { status, end_reason: reason } = answer.body.data;
  // Somebody else took the goods: it says so, and nothing was carried.
  if (status === 'cancelled' && reason === 'source_gone') return {};
  const { item_id, lot_no, lpn_id: plate, stock_status, from_location_id, to_location_id: to } = move;
  return {
    moved: (book) => {
      if (plate) {
        if (book.plates.get(plate)!.location_id !== to) book.carry(plate, to);
        return;
      }
      const row = { item_id: item_id!, location_id: from_location_id, status: stock_status, lot_no };
      book.take(row, part ?? move.qty);
      book.put({ ...row, location_id: to, lpn_id: null }, part ?? move.qty);
    },
  };
};

export const moveSteps: Record<string, [weight: number, step: Step]> = {
  planMove: [4, planByHand],
  planSlots: [2, planSlots],
  actOnMove: [6, actOnMove],
};
