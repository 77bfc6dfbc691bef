/** Marks an ASN as arrived, with the receipt its goods are counted on. Does nothing when repeated. */
import { arriveWithReceipt, lockOrdersOfAsns } from '../../db/purchase/asn-arrival.write.ts';
import { lockAsn } from '../../db/purchase/asns.write.ts';
import type { asnCommands } from '../../queues/purchase/asns.ts';
import type { Handler } from '../engine/handler.ts';

export const arriveAsn: Handler<typeof asnCommands.arriveAsn> = async (work, { asn_id: id }) => {
  const { tx, emit } = work;
  await lockOrdersOfAsns(tx, [id]);
  const asn = await lockAsn(tx, id);
  const events = await arriveWithReceipt(tx, asn, () => work.takeNumber('RCPT'));
  for (const event of events) emit(event);
  return { id };
};
