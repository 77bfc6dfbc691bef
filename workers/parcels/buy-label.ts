/**
 * Says that a label is to be bought: by a quote, from the account named, or from whom the carrier rules choose. The parcel
 * is frozen as it is now, and from here on no other label of it can be asked for until this one was refused or voided.
 */
import { findAccount } from '../../db/parcels/accounts.read.ts';
import { insertLabel, type NewLabel } from '../../db/parcels/labels.write.ts';
import { ruleFor } from '../../db/parcels/ruled-parcel.read.ts';
import { wantLabel } from '../../db/parcels/wanted-labels.write.ts';
import { findQuote } from '../../db/parcels/quotes.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { assertAddressed } from '../../domain/parcels/asked-address.ts';
import { billingOf } from '../../domain/parcels/billing.ts';
import { parcelKey, type ParcelKey } from '../../domain/parcels/planned-parcels.ts';
import { ofShipment } from '../../domain/parcels/events.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertNoLabel, assertServes, assertTakesLabel, cartonOf, parcelOf } from './parcel-of.ts';

type Input = InputOf<typeof parcelCommands.buyLabel>;

export const buyLabel: Handler<typeof parcelCommands.buyLabel> = async (work, input) => {
  const { tx, actor } = work;
  const { device_id: deviceId = null, quote_id: quoteId = null } = input;
  const shipment = await lockShipment(tx, input.shipment_id);
  await assertTakesLabel(tx, shipment);
  const carton = await cartonOf(tx, shipment.id, input);
  const key = parcelKey(carton);
  const { service, weight_kg } = await askedFor(work, input, key);
  const account = service && (await findAccount(tx, service.account_id));
  if (service) {
    if (!account) throw unknownReference('account_id', 'carrier account');
    assertServes(account, shipment, service.service_code);
  }
  if (deviceId) await assertReference(tx, 'print_devices', deviceId, 'device_id');
  await assertNoLabel(tx, ofShipment(shipment.id), key);
  const parcel = await parcelOf(tx, shipment, carton, { ...input, weight_kg }, actor.name);
  if (account) assertAddressed(account.adapter, parcel);
  const wanted = {
    ...key,
    parcel,
    is_printed: input.print ?? true,
    is_invoice_printed: input.print_invoice ?? false,
    device_id: deviceId,
    created_by: actor.name,
  };
  work.signal({ kind: 'look', reason: 'labels' });
  if (!service || !account) {
    const rule = await ruleFor(tx, shipment, carton, weight_kg);
    return { id: await wantLabel(tx, shipment, { ...wanted, rule_id: rule?.id ?? null }) };
  }
  const id = newId();
  await insertLabel(tx, {
    id,
    ...ofShipment(shipment.id),
    merchant_id: shipment.merchant_id,
    warehouse_id: shipment.warehouse_id,
    ...wanted,
    parcel: { ...wanted.parcel, billing: billingOf(account) },
    ...service,
    label_format: account.label_format,
    quote_id: quoteId,
    state: 'queued',
  });
  return { id };
};

type Service = Pick<
  NewLabel,
  'account_id' | 'service_code' | 'rule_id' | 'quoted_amount' | 'quoted_currency' | 'tolerance_percent'
> & { account_id: string; service_code: string };

/** What is asked for: whose service, null where the rules choose; and the weight that somebody gave, now or for the quote. */
interface Asked {
  service: Service | null;
  weight_kg: number | undefined;
}

const unquoted = { rule_id: null, quoted_amount: null, quoted_currency: null, tolerance_percent: '0' };

/** As quoted, or as named. Refuses 409 QUOTE_EXPIRED for a quote that is over, or was used, and 409 QUOTE_OF_BASKET. */
async function askedFor(
  { tx }: Work,
  { shipment_id, quote_id: quoteId, account_id, service_code, weight_kg }: Input,
  key: ParcelKey,
): Promise<Asked> {
  if (!quoteId) {
    if (!account_id && !service_code) return { service: null, weight_kg };
    if (account_id && service_code) return { service: { account_id, service_code, ...unquoted }, weight_kg };
    const missing = account_id ? 'service_code' : 'account_id';
    throw invalid(missing, 'required', 'Give a quote_id, or account_id and service_code, or none of them.');
  }
  if (account_id || service_code)
    throw invalid(
      account_id ? 'account_id' : 'service_code',
      'forbidden',
      'A quote_id says whose service it is.',
    );
  const quote = await findQuote(tx, quoteId);
  if (quote && quote.shipment_id === null)
    throw new Refusal(
      'QUOTE_OF_BASKET',
      'The quote is of a basket, of which nothing is sent yet: ask for rates of its shipment.',
      { quote_id: quoteId },
    );
  const isOfParcel = quote?.carton_id === key.carton_id && quote.planned_sscc === key.planned_sscc;
  if (!quote || quote.shipment_id !== shipment_id || !isOfParcel)
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
  const service = {
    account_id: quote.account_id,
    service_code: quote.service_code,
    rule_id: quote.rule_id,
    quoted_amount: quote.amount,
    quoted_currency: quote.currency,
    tolerance_percent: quote.tolerance_percent,
  };
  return {
    service,
    weight_kg: weight_kg ?? (quote.weight_kg === null ? undefined : Number(quote.weight_kg)),
  };
}
