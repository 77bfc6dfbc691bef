/** The tenant surface of planned moves: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { plannedMoveEndpoints } from './moves.ts';

export const movesEndpoints: readonly Endpoint[] = [...plannedMoveEndpoints];
