/**
 * Brings license plates from wherever they stand in the warehouse to another one and puts everything onto it. The place has
 * to have room for what stands there then: 409 LOCATION_FULL, MIXING_REFUSED, CLASS_REFUSED, or warnings of it.
 */
import { inOtherWarehouse } from '../../../db/moves/plates-together.write.ts';
import type { plateCommands } from '../../../queues/inventory/plates.ts';
import type { Handler } from '../../engine/handler.ts';
import { bringTogether } from './bring-together.ts';

export const consolidatePallets: Handler<typeof plateCommands.consolidatePallets> = (work, input) =>
  bringTogether(work, input, inOtherWarehouse);
