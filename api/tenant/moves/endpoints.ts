/** The tenant surface of planned moves: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { plannedMoveEndpoints } from './moves.ts';
import { replenishmentEndpoints } from './replenishment.ts';
import { putawayEndpoints } from './putaway.ts';
import { slottingEndpoints } from './slotting.ts';

export const movesEndpoints: readonly Endpoint[] = [
  ...plannedMoveEndpoints,
  ...putawayEndpoints,
  ...replenishmentEndpoints,
  ...slottingEndpoints,
];
