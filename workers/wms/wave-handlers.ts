/** The handlers of waves and pick tasks. */
import type { pickingCommands } from '../../queues/wms/picking.ts';
import type { waveCommands } from '../../queues/wms/waves.ts';
import type { HandlersOf } from '../handler.ts';
import { run as addWaveShipments } from './add-wave-shipments.ts';
import { run as cancelWave } from './cancel-wave.ts';
import { run as claimNextPick } from './claim-next-pick.ts';
import { run as claimPick } from './claim-pick.ts';
import { run as confirmPick } from './confirm-pick.ts';
import { run as openWave } from './open-wave.ts';
import { run as releaseWave } from './release-wave.ts';
import { run as removeWaveShipments } from './remove-wave-shipments.ts';
import { run as shortPick } from './short-pick.ts';
import { run as startPick } from './start-pick.ts';
import { run as unclaimPick } from './unclaim-pick.ts';

export const waveHandlers: HandlersOf<typeof waveCommands & typeof pickingCommands> = {
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
};
