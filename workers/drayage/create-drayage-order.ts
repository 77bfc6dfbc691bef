/**
 * Plans the pickup of a container. A number that fails its check digit is accepted: the container comes anyway. An order
 * made again after it was cancelled begins with what happened to the container meanwhile.
 */
import { recomputeClocks } from '../../db/drayage/container-events.write.ts';
import { insertDrayageOrder, lockDrayageOrder, lockTripToContinue } from '../../db/drayage/orders.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { chooseWarehouse } from '../../db/purchase/default-warehouse.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { newId } from '../../domain/new-id.ts';
import { normalContainerNo } from '../../domain/catalog/container-no.ts';
import { drayageEvent } from '../../domain/drayage/events.ts';
import { Refusal } from '../../domain/refusal.ts';
import { placeOf } from '../../queues/catalog/master-data.ts';
import type { drayageCommands } from '../../queues/drayage/drayage.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { assertExactRates, termsAreTheOperators } from './exact-rates.ts';
import { catchUp } from './follow-events.ts';

const freeDays = 4;
// From the first tracking of a voyage to the pickup; a container that was cancelled longer ago is on another one.
const voyageDaysMax = 90;

const terms = ['demurrage_free_days', 'per_diem_free_days', 'demurrage_rate', 'per_diem_rate'] as const;

export const createDrayageOrder: Handler<typeof drayageCommands.createDrayageOrder> = async (work, input) => {
  const { tx, actor, emit } = work;
  const { id: merchantId } = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  if (terms.some((name) => input[name] !== undefined)) assertOperator(work, termsAreTheOperators);
  if (input.carrier_id) await assertReference(tx, 'carriers', input.carrier_id, 'carrier_id');
  const currency = input.currency ?? (await readOrganization(tx)).base_currency;
  assertExactRates(input, currency);
  const containerNo = normalContainerNo(input.container_no);
  const before = await lockTripToContinue(tx, merchantId, containerNo, voyageDaysMax);
  const order = {
    id: newId(),
    order_no: await work.takeNumber('DRAY'),
    merchant_id: merchantId,
    warehouse_id: await chooseWarehouse(tx, input.warehouse_id ?? null),
    container_no: containerNo,
    pickup: placeOf(input.pickup),
    delivery: placeOf(input.delivery),
    carrier_id: input.carrier_id ?? null,
    seal_no: input.seal_no ?? null,
    size_type: input.size_type ?? null,
    demurrage_free_days: input.demurrage_free_days ?? freeDays,
    per_diem_free_days: input.per_diem_free_days ?? freeDays,
    demurrage_rate: input.demurrage_rate ?? null,
    per_diem_rate: input.per_diem_rate ?? null,
    currency,
    note: input.note ?? '',
    continues: before ? [...before.continues, before.id] : [],
    created_by: actor.name,
  };
  if (!(await insertDrayageOrder(tx, order))) {
    const message = `${order.container_no} is on an open drayage order already.`;
    throw new Refusal('CONTAINER_IN_USE', message, { container_no: order.container_no });
  }
  emit(drayageEvent(order, 'created', { status: 'planned', previous_status: null }));
  if (before) {
    const made = await lockDrayageOrder(tx, order.id);
    await recomputeClocks(tx, made, null);
    await catchUp(work, made);
  }
  return { id: order.id };
};
