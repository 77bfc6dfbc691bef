/**
 * Says that a label is to be bought. The parcel is frozen as it is now, and from here on no other label of it can be asked
 * for until this one was refused or voided.
 */
import { findAccount } from '../../db/parcels/accounts.read.ts';
import { findLiveLabel, insertLabel } from '../../db/parcels/labels.write.ts';
import { findQuote } from '../../db/parcels/quotes.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertServes, assertStays, cartonOf, parcelOf } from './parcel-of.ts';

type Input = InputOf<typeof parcelCommands.buyLabel>;

export const buyLabel: Handler<typeof parcelCommands.buyLabel> = async (work, input) => {
  const { tx, actor } = work;
  const { device_id: deviceId = null, quote_id: quoteId = null } = input;
  const shipment = await lockShipment(tx, input.shipment_id);
  assertStays(shipment);
  const carton = await cartonOf(tx, shipment.id, input.carton_id);
  const { account_id: accountId, service_code: service } = await serviceOf(work, input, carton?.id ?? null);
  const account = await findAccount(tx, accountId);
  if (!account) throw unknownReference('account_id', 'carrier account');
  assertServes(account, shipment, service);
  if (deviceId) await assertReference(tx, 'print_devices', deviceId, 'device_id');
  const live = await findLiveLabel(tx, shipment.id, carton?.id ?? null);
  if (live)
    throw new Refusal('LABEL_LIVE', `The parcel has a label already, or may have: it is ${live.state}.`, {
      label_id: live.id,
      state: live.state,
    });
  const id = newId();
  await insertLabel(tx, {
    id,
    shipment_id: shipment.id,
    carton_id: carton?.id ?? null,
    merchant_id: shipment.merchant_id,
    warehouse_id: shipment.warehouse_id,
    account_id: accountId,
    service_code: service,
    quote_id: quoteId,
    parcel: await parcelOf(tx, shipment, carton, input),
    is_printed: input.print ?? true,
    device_id: deviceId,
    created_by: actor.name,
  });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};

/** What is bought: as quoted, or as named. Refuses 409 QUOTE_EXPIRED for a quote that is over, or was used. */
async function serviceOf(
  { tx }: Work,
  { shipment_id, quote_id: quoteId, account_id, service_code }: Input,
  cartonId: string | null,
): Promise<{ account_id: string; service_code: string }> {
  if (!quoteId) {
    if (account_id && service_code) return { account_id, service_code };
    const missing = account_id ? 'service_code' : 'account_id';
    throw invalid(missing, 'required', 'Give a quote_id, or account_id and service_code.');
  }
  if (account_id || service_code)
    throw invalid(
      account_id ? 'account_id' : 'service_code',
      'forbidden',
      'A quote_id says whose service it is.',
    );
  const quote = await findQuote(tx, quoteId);
  if (!quote || quote.shipment_id !== shipment_id || quote.carton_id !== cartonId)
    throw unknownReference('quote_id', 'quote of the parcel');
  if (quote.is_over || quote.is_used)
    throw new Refusal(
      'QUOTE_EXPIRED',
      `The quote ${quote.is_used ? 'was used already' : 'is over'}: ask for rates anew.`,
      {
        quote_id: quoteId,
        expires_at: quote.expires_at,
      },
    );
  return quote;
}
