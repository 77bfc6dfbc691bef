/** The label of a parcel that comes back, bought from a carrier. */
import { isAtRest } from '../../../domain/parcels/label-states.ts';
import { returnLabelCommands } from '../../../queues/returns/return-labels.ts';
import { create } from '../../http/endpoint.ts';
import { boughtLabel, labelView } from '../parcels/labels.ts';

export const returnCarrierLabelEndpoint = create({
  path: '/api/oms/returns/{id}/carrier-label',
  summary: 'Buy the label of a parcel that comes back, exactly once',
  description:
    "From the customer's address to the warehouse's, with the account named, while goods of the return may still come. Answered as POST /api/tms/labels is, and then a label like any other: /api/tms/labels?return_id= lists it, voids it and has its file. It is on no manifest. A return that ends without anything has its label taken back. 409 LABEL_LIVE while the return has a label, or may have one; 422 CUSTOMS_INCOMPLETE across a customs border, where a label is bought at the carrier.",
  permission: 'tms.labels',
  command: returnLabelCommands.buyReturnLabel,
  pathToInput: { id: 'return_id' },
  respondWith: boughtLabel,
  isSettled: ({ state }) => isAtRest(state),
  returns: labelView,
});
