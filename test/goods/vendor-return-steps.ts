/** Steps of goods that go back to their vendor: available ones, or what stands on hold or damaged; shipped or kept. */
import { isOk, type Step } from './turn.ts';

const path = '/api/wms/vendor-returns';

/** More may be asked for than is there: then it stays a draft. */
const sendBack: Step = async (turn) => {
  const { dice, seen, site } = turn;
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
  const answer = await turn.ask('patch', `${path}/${found.id}`, { action });
  if (!isOk(answer)) return undefined;
  return { may: action === 'ship' ? ['picked', 'shipped'] : ['released'] };
};

export const vendorReturnSteps: Record<string, [weight: number, step: Step]> = {
  sendBack: [3, sendBack],
  endSending: [2, endSending],
};
