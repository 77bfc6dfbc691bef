/** The v1 surface of the yard: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { appointmentEndpoints } from './appointments.ts';
import { gateEndpoints } from './gate.ts';
import { movementEndpoints } from './movements.ts';
import { slotEndpoints } from './slots.ts';

export const ymsEndpoints: readonly Endpoint[] = [
  ...appointmentEndpoints,
  ...gateEndpoints,
  ...movementEndpoints,
  ...slotEndpoints,
];
