/** The life of a return to a vendor: drafted, released (its shipment holds stock), shipped, and credited by the vendor. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const vendorReturnStates = stateMachine(
  'vendor return',
  ['draft'],
  [
    ['edit', ['draft'], 'draft'],
    ['add_lines', ['draft'], 'draft'],
    ['release', ['draft'], 'released'],
    ['ship', ['released'], 'shipped'],
    ['credit', ['shipped'], 'credited'],
    ['cancel', ['draft', 'released'], 'cancelled'],
  ],
  // Units of a customer's return join it.
  ['add_lines'],
);

export type VendorReturnStatus = StateIn<typeof vendorReturnStates>;
export const vendorReturnStatuses = statesOf(vendorReturnStates);
