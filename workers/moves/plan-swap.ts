/**
 * Plans the moves by which goods change places, where an empty place takes the first of them meanwhile. What is decided
 * without locks is looked at again under them.
 */
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { planMoves } from '../../db/moves/plan-moves.write.ts';
import { readRoom } from '../../db/moves/room.read.ts';
import { freePlaces, stocksAt } from '../../db/moves/slotting.read.ts';
import { swapRefused } from '../../db/moves/swap-moves.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { requireLocation } from '../../db/inventory/stock-references.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { decimal, type Decimal } from '../../domain/decimal.ts';
import type { Place } from '../../domain/inventory/room.ts';
import { refuses, takesNot, type PickedStock } from '../../domain/moves/slotting.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { slottingCommands } from '../../queues/moves/slotting.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

type Input = InputOf<typeof slottingCommands.planSwap>;

interface Ends {
  stock: PickedStock;
  other: PickedStock;
  places: ReadonlyMap<string, Place>;
}

export const planSwap: Handler<typeof slottingCommands.planSwap> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  if (input.location_id.toLowerCase() === input.other_location_id.toLowerCase())
    throw invalid('other_location_id', 'same', 'other_location_id is location_id');
  await assertReference(tx, 'warehouses', input.warehouse_id, 'warehouse_id');
  const over = await placeOver(tx, input, await readEnds(tx, input));
  await enterSpace(
    tx,
    [input.location_id, input.other_location_id, over.id].map((id) => id.toLowerCase()),
  );
  const { stock, other } = await readEnds(tx, input);
  const place = await placeOver(tx, { ...input, over_location_id: over.id }, { stock });
  const swap_id = newId();
  const plan = async (
    goods: PickedStock,
    from: string,
    to: string,
    after: string | null,
  ): Promise<string> => {
    const [move] = await planMoves(work, [
      {
        kind: 'reslot',
        priority: 200,
        warehouse_id: input.warehouse_id,
        merchant_id: goods.merchant_id,
        item_id: goods.item_id,
        lot_no: goods.lot_no,
        lpn_id: goods.lpn_id,
        stock_status: 'available',
        qty: goods.goods.qty.toFixed(),
        from_location_id: from,
        to_location_id: to,
        swap_id,
        waits_for_move_id: after,
        why: { swap: [stock.location, other.location], over: place.code },
      },
    ]);
    return move!.id;
  };
  const out = await plan(stock, stock.location_id, place.id, null);
  const next = await plan(other, other.location_id, stock.location_id, out);
  const back = await plan(stock, place.id, other.location_id, next);
  return { swap_id, over_location_id: place.id, over_location: place.code, move_ids: [out, next, back] };
};

/** What lies at both places: one piece each, that nothing keeps there and that the other place takes. Refuses 409 SWAP_REFUSED. */
async function readEnds(
  tx: TenantTransaction,
  { warehouse_id, location_id, other_location_id }: Input,
): Promise<Ends> {
  const ids = [location_id.toLowerCase(), other_location_id.toLowerCase()];
  const found = await stocksAt(tx, warehouse_id, ids);
  const [stock, other] = ids.map((id) => theOne(found, id)) as [PickedStock, PickedStock];
  const places = await readRoom(tx, ids, { listed: [] });
  for (const [goods, to] of [
    [stock, other],
    [other, stock],
  ] as const) {
    const reason = refuses(places.get(to.location_id)!, goods);
    if (reason !== null) throw swapRefused(reason, to.location_id);
  }
  return { stock, other, places };
}

function theOne(found: readonly PickedStock[], locationId: string): PickedStock {
  const [stock, another] = found.filter(({ location_id: id }) => id === locationId);
  if (!stock) throw swapRefused('nothing_there', locationId);
  if (stock.kept !== null) throw swapRefused(stock.kept, locationId);
  if (another) throw swapRefused('mixed', locationId);
  if (!stock.is_alone) throw swapRefused('not_alone', locationId);
  return stock;
}

/** Where the first goods wait: the place named, or the nearest that is empty and takes them. Refuses 409 SWAP_REFUSED. */
async function placeOver(
  tx: TenantTransaction,
  { warehouse_id, over_location_id: named }: Input,
  { stock, places }: Pick<Ends, 'stock'> & Partial<Pick<Ends, 'places'>>,
): Promise<Place> {
  if (named !== undefined) {
    const { id } = await requireLocation(tx, warehouse_id, named, 'over_location_id');
    const place = (await readRoom(tx, [id])).get(id)!;
    const reason = reasonAgainst(place, stock);
    if (reason !== null) throw swapRefused(reason, place.id);
    return place;
  }
  const free = (await freePlaces(tx, warehouse_id))
    .map(({ place }) => place)
    .filter((place) => reasonAgainst(place, stock) === null);
  const from = places?.get(stock.location_id);
  const [nearest] = free.toSorted((one, another) => metres(from, one).cmp(metres(from, another)));
  if (!nearest) throw swapRefused('no_free_place', null);
  return nearest;
}

function reasonAgainst(place: Place, stock: PickedStock): string | null {
  const isPlace = place.type === 'storage' || place.type === 'pick' || place.type === 'staging';
  if (!isPlace || !place.is_active) return 'no_place';
  if (place.is_locked) return 'locked';
  const isEmpty = place.here.length + place.coming.length + place.plates_here + place.plates_coming === 0;
  if (!isEmpty) return 'not_empty';
  // Where goods only wait those of any class may.
  return place.type === 'staging' ? null : takesNot(place, stock);
}

/** Along the aisles; from a place without coordinates all are as far. */
function metres(from: Place | undefined, to: Place): Decimal {
  const along = (one: string | null | undefined, other: string | null): Decimal =>
    decimal(one ?? '0')
      .minus(decimal(other ?? '0'))
      .abs();
  return along(from?.x_m, to.x_m).plus(along(from?.y_m, to.y_m));
}
