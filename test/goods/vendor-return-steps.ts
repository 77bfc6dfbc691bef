/** Steps of goods that go back to their vendor: available ones, or what stands on hold or damaged; shipped or kept. */
import { leftWith, scanned } from './serials.ts';
import { isOk, type Step } from './turn.ts';

const path = '/api/wms/vendor-returns';

/** More may be asked for than is there: then it stays a draft. */
const sendBack: Step = async (turn) => {
  const { dice, seen, site } = turn;
  // Inspected units of customers wait on a draft.
  const draft = dice.pick(seen.vendorReturns.filter(({ status }) => status === 'draft'));
  if (draft && dice.chance(0.4)) {
    const released = await turn.ask('patch', `${path}/${draft.id}`, { action: 'release' });
    return isOk(released) ? { may: ['made'] } : undefined;
  }
  const kind = dice.pick(['available', 'hold', 'damaged'] as const)!;
  const row = dice.pick(
    seen.stock.filter(
      ({ status, location_id: at }) => status === kind && site.warehouseOf.get(at) === site.main,
    ),
  );
  if (!row) return undefined;
  const there = kind === 'available' ? {} : { location_id: row.location_id, lot_no: row.lot_no || null };
  const made = await turn.ask('post', path, {
    warehouse_id: site.main,
    vendor_id: site.vendor,
    lines: [{ item_id: row.item_id, qty: dice.upTo(row.qty + 1), stock_status: kind, ...there }],
  });
  if (!isOk(made)) return undefined;
  const answer = await turn.ask('patch', `${path}/${made.body.data.id}`, { action: 'release' });
  return isOk(answer) ? { may: ['made'] } : {};
};

const endSending: Step = async (turn) => {
  const { dice, seen } = turn;
  const found = dice.pick(seen.vendorReturns.filter(({ status }) => status === 'released'));
  if (!found) return undefined;
  const action = dice.pick(['ship', 'ship', 'cancel'] as const)!;
  const { named, ...serials } = action === 'ship' ? scanned(turn, found.shipment_id) : { named: [] };
  const answer = await turn.ask('patch', `${path}/${found.id}`, { action, ...serials });
  if (!isOk(answer)) return undefined;
  if (action === 'cancel') return { may: ['released'] };
  return { may: ['picked', 'shipped'], holds: leftWith(found.shipment_id, named) };
};

export const vendorReturnSteps: Record<string, [weight: number, step: Step]> = {
  sendBack: [3, sendBack],
  endSending: [2, endSending],
};
