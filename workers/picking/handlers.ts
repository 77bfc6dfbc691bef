/** The handlers of waves, pick tasks and packing. */
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { shortPick } from '../fulfillment/short-pick.ts';
import { addWaveShipments } from './add-wave-shipments.ts';
import { cancelWave } from './cancel-wave.ts';
import { claimNextPick } from './claim-next-pick.ts';
import { claimPick } from './claim-pick.ts';
import { confirmPick } from './confirm-pick.ts';
import { openWave } from './open-wave.ts';
import { packCarton } from './pack-carton.ts';
import { planCartons } from './plan-cartons.ts';
import { releaseWave } from './release-wave.ts';
import { removeWaveShipments } from './remove-wave-shipments.ts';
import { startPick } from './start-pick.ts';
import { unclaimPick } from './unclaim-pick.ts';
import { unpackCarton } from './unpack-carton.ts';

export const pickingHandlers: HandlersOf<
  typeof waveCommands & typeof pickingCommands & typeof packingCommands
> = {
  openWave,
  addWaveShipments,
  removeWaveShipments,
  releaseWave,
  cancelWave,
  claimNextPick,
  claimPick,
  startPick,
  unclaimPick,
  confirmPick,
  shortPick,
  planCartons,
  packCarton,
  unpackCarton,
};
