/** Commits stock to a shipment that no order asks for. It never takes what is promised to orders: 409 INSUFFICIENT_ATP. */
import type { AllocationPiece } from '../../db/inventory/allocatable.ts';
import { allocateStock } from '../../db/inventory/allocation.write.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { readCoverage } from '../../db/inventory/coverage.read.ts';
import {
  commitShipment,
  type MadeShipment,
  type NewShipment,
} from '../../db/fulfillment/commit-shipment.write.ts';
import { readOrderSettings } from '../../db/orders/order-lock.write.ts';
import type { LineInUnit } from '../../domain/catalog/line-units.ts';
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { shortages, type Coverage } from '../../domain/inventory/coverage.ts';
import { newId } from '../../domain/new-id.ts';
import { insufficientAtp } from '../../domain/orders/demand.ts';
import type { Work } from '../engine/handler.ts';

interface WantedLine extends LineInUnit {
  item_id: string;
}

interface OwnLine {
  line_id: string;
  item_id: string;
  qty: Decimal;
}

/** `takeNamed` takes further stock, that stands where somebody says: no promise is about it. */
export async function commitUnordered(
  work: Work,
  shipment: Omit<NewShipment, 'order_id' | 'split'>,
  lines: readonly WantedLine[],
  takeNamed?: () => Promise<AllocationPiece[]>,
): Promise<MadeShipment> {
  const ownLines = lines.map((line) => ({ ...line, line_id: newId(), qty: decimal(line.qty) }));
  const pieces = lines.length > 0 ? await takeFree(work, shipment.warehouse_id, ownLines) : [];
  const named = takeNamed ? await takeNamed() : [];
  return commitShipment(work, { ...shipment, order_id: null, split: false }, [...pieces, ...named], ownLines);
}

async function takeFree(
  { tx, organizationId }: Work,
  warehouseId: string,
  demand: readonly OwnLine[],
): Promise<AllocationPiece[]> {
  const settings = await readOrderSettings(tx);
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockCommitments(tx, itemIds);
  const shortOf = ({ atp, atpIn }: Coverage) =>
    shortages(demand, (itemId) => {
      const [there, promisable] = [atpIn(warehouseId, itemId), atp(itemId)];
      return there.lt(promisable) ? there : promisable;
    });
  const coverage = await readCoverage(tx, {
    organizationId,
    mode: 'wms_sync',
    itemIds,
    safetyStock: settings.safety_stock,
    suffices: (part) => shortOf(part).length === 0,
  });
  const short = shortOf(coverage);
  if (short.length > 0) throw insufficientAtp(short, warehouseId);

  const strategy = settings.allocation_strategy;
  return allocateStock(tx, { organizationId, warehouseId, strategy, lines: demand });
}
