/**
 * Says that the label of a parcel that comes back is to be bought: from the customer's address to the warehouse's. Of a
 * return at most one is alive.
 */
import { findAccount } from '../../../db/parcels/accounts.read.ts';
import { insertLabel } from '../../../db/parcels/labels.write.ts';
import type { TenantTransaction } from '../../../db/database.ts';
import { assertReference } from '../../../db/records.read.ts';
import { homeOf } from '../../../db/returns/replacement.write.ts';
import { readReturnForLabel } from '../../../db/returns/return-label.read.ts';
import { lockReturn, type LockedReturn } from '../../../db/returns/returns.write.ts';
import { newId } from '../../../domain/new-id.ts';
import { assertAddressed } from '../../../domain/parcels/asked-address.ts';
import { parcelKey } from '../../../domain/parcels/planned-parcels.ts';
import { billingOf, type AccountBilling } from '../../../domain/parcels/billing.ts';
import { crossesCustomsBorder } from '../../../domain/parcels/customs.ts';
import { ofReturn } from '../../../domain/parcels/events.ts';
import { parcelAddress, type Parcel } from '../../../domain/parcels/parcel.ts';
import { invalid, Refusal, unknownReference } from '../../../domain/refusal.ts';
import { returnStates } from '../../../domain/returns/return-states.ts';
import { nextState } from '../../../domain/state-machine.ts';
import type { InputOf } from '../../../queues/engine/define-command.ts';
import type { returnLabelCommands } from '../../../queues/returns/return-labels.ts';
import type { Handler } from '../../engine/handler.ts';
import { assertNoLabel, assertServes, warehouseEnd, weighed } from '../../parcels/parcel-of.ts';

type Input = InputOf<typeof returnLabelCommands.buyReturnLabel>;

export const buyReturnLabel: Handler<typeof returnLabelCommands.buyReturnLabel> = async (work, input) => {
  const { tx, actor } = work;
  const { account_id, service_code, device_id = null } = input;
  const found = await lockReturn(tx, input.return_id);
  nextState(returnStates, found.status, 'print_label');
  const account = await findAccount(tx, account_id);
  if (!account) throw unknownReference('account_id', 'carrier account');
  assertServes(account, found, service_code, againstWayBack(account));
  if (device_id) await assertReference(tx, 'print_devices', device_id, 'device_id');
  const of = ofReturn(found.id);
  await assertNoLabel(tx, of, parcelKey(undefined));
  const parcel = await parcelBack(tx, found, input);
  assertAddressed(account.adapter, parcel);
  const id = newId();
  await insertLabel(tx, {
    id,
    ...of,
    ...parcelKey(undefined),
    merchant_id: found.merchant_id,
    warehouse_id: found.warehouse_id,
    rule_id: null,
    state: 'queued',
    account_id: account.id,
    service_code,
    label_format: account.label_format,
    quote_id: null,
    quoted_amount: null,
    quoted_currency: null,
    tolerance_percent: '0',
    parcel: { ...parcel, billing: billingOf(account) },
    is_printed: input.print ?? false,
    is_invoice_printed: false,
    device_id,
    created_by: actor.name,
  });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};

/** Whom a parcel goes to is the warehouse on its way back: an account of the customer's is nobody's there. */
const againstWayBack = ({ billing }: AccountBilling): string[] =>
  billing === 'collect'
    ? ['The account bills whom a parcel goes to, and one that comes back goes to the warehouse.']
    : [];

/** Refuses 400 without an address, and 422 CUSTOMS_INCOMPLETE: nobody has declared what a customer sends. */
async function parcelBack(
  tx: TenantTransaction,
  { id, return_no, order_id: orderId }: LockedReturn,
  { ship_from: given, weight_kg, options = {} }: Input,
): Promise<Parcel> {
  const home = given ?? (orderId === null ? null : (await homeOf(tx, orderId)).ship_to);
  if (!home) throw invalid('ship_from', 'required', 'ship_from is required: the return names no order');
  const { warehouse, address, items_kg } = await readReturnForLabel(tx, id);
  const ship_from = parcelAddress(home as Record<string, unknown>, 'ship_from');
  const ship_to = warehouseEnd({ warehouse: address, warehouse_name: warehouse }, 'ship_to');
  if (crossesCustomsBorder(ship_from.country, ship_to.country))
    throw new Refusal(
      'CUSTOMS_INCOMPLETE',
      'The parcel comes back across a customs border: its label is bought at the carrier, with what is declared.',
      { items: [] },
    );
  return {
    // What comes back is of no shipment: its carrier is told the number of its return.
    shipment_no: return_no,
    carton_no: null,
    sscc: null,
    ship_from,
    ship_to,
    ...weighed(weight_kg, { id: null, weight_kg: null, is_weighed: false, items_kg }),
    length_cm: null,
    width_cm: null,
    height_cm: null,
    customs: null,
    options,
  };
}
