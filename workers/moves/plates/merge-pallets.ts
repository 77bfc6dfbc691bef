/** Puts everything on some license plates onto another that stands at the same place. */
import { apart } from '../../../db/moves/plates-together.write.ts';
import type { plateCommands } from '../../../queues/inventory/plates.ts';
import type { Handler } from '../../engine/handler.ts';
import { bringTogether } from './bring-together.ts';

export const mergePallets: Handler<typeof plateCommands.mergePallets> = (work, input) =>
  bringTogether(work, input, apart);
