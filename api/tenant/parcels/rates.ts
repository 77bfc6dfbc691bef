/** What carriers would take for a parcel. */
import { parcelCommands as commands } from '../../../queues/parcels/parcels.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';

export const rateEndpoints: readonly Endpoint[] = [
  command({
    path: '/api/tms/rates',
    summary: 'Ask carriers what a parcel would cost, and choose',
    description:
      'Every quote says why it was chosen, or was not; rejected says why an account has none. A quote_id buys a label once, until expires_at.',
    permission: 'tms.rates',
    command: commands.rateParcel,
    returns: commands.rateParcel.result,
  }),
];
