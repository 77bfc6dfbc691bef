/** What carriers would take for a parcel. */
import { rateCommands as commands } from '../../../queues/parcels/rates.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';

export const rateEndpoints: readonly Endpoint[] = [
  command({
    path: '/api/tms/rates',
    summary: 'Ask carriers what parcels would cost, and choose',
    description:
      'Of cartons of a shipment, or of a basket before there is an order. Every quote says why it was chosen, or was not; rejected says why an account has none. A quote_id buys a label once, until expires_at; one of a basket buys nothing.',
    permission: 'tms.rates',
    command: commands.rateParcel,
    returns: commands.rateParcel.result,
  }),
];
