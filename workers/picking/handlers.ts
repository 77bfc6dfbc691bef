/** The handlers of waves, pick tasks and packing. */
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { pickJobCommands } from '../../queues/picking/pick-jobs.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { waveTemplateCommands } from '../../queues/picking/wave-templates.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { shortPick } from '../fulfillment/short-pick.ts';
import { abandonPickJob } from './jobs/abandon-pick-job.ts';
import { addWaveShipments } from './add-wave-shipments.ts';
import { cancelWave } from './cancel-wave.ts';
import { claimNextPick } from './claim-next-pick.ts';
import { claimPickJob } from './jobs/claim-pick-job.ts';
import { claimPick } from './claim-pick.ts';
import { confirmPick } from './confirm-pick.ts';
import { openWave } from './open-wave.ts';
import { packCarton } from './pack-carton.ts';
import { planCartons } from './plan-cartons.ts';
import { planWaveCartons } from './plan-wave-cartons.ts';
import { passOnPickJob } from './jobs/pass-on-pick-job.ts';
import { pickStop } from './jobs/pick-stop.ts';
import { planWaves } from './plan-waves.ts';
import { releaseWave } from './release-wave.ts';
import { removeWaveShipments } from './remove-wave-shipments.ts';
import { createWaveTemplate, updateWaveTemplate } from './save-wave-template.ts';
import { startPick } from './start-pick.ts';
import { takePickJob } from './jobs/take-pick-job.ts';
import { unclaimPick } from './unclaim-pick.ts';
import { unpackCarton } from './unpack-carton.ts';

export const pickingHandlers: HandlersOf<
  typeof waveCommands &
    typeof waveTemplateCommands &
    typeof pickingCommands &
    typeof pickJobCommands &
    typeof packingCommands
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
  planWaveCartons,
  claimPickJob,
  takePickJob,
  pickStop,
  passOnPickJob,
  abandonPickJob,
  createWaveTemplate,
  updateWaveTemplate,
  planWaves,
  packCarton,
  unpackCarton,
};
