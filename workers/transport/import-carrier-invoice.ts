/** Takes in a carrier's invoice for labels. */
import { assertReference } from '../../db/records.read.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { takeInInvoice } from './take-in-invoice.ts';

export const importCarrierInvoice: Handler<typeof carrierInvoiceCommands.importCarrierInvoice> = async (
  work,
  { lines, ...invoice },
) => {
  const { tx, actor, emit } = work;
  assertOperator(work);
  await assertReference(tx, 'carriers', invoice.carrier_id, 'carrier_id');
  const id = await takeInInvoice(tx, invoice, lines, actor.name);
  emit(carrierInvoiceEvent(id, 'imported', 'imported'));
  return { id };
};
