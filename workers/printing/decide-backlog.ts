/**
 * A person says what becomes of the labels a printer found waiting. The choice is made once: whoever comes second finds
 * the question answered. Labels are locked before the printer, as by whoever writes a question.
 */
import { cancelOld, endQuestion, lockAsking } from '../../db/printing/backlogs.write.ts';
import { findDevice } from '../../db/printing/devices.read.ts';
import { queuedForHub } from '../../db/printing/print-jobs.read.ts';
import { oldMinutesDefault } from '../../domain/printing/print-job-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import { cancelledAtOnceMax } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { wake } from './send-offers.ts';

// The hub asks for the others by itself.
const firstOffersMax = 20;

export const decideBacklog: Handler<typeof deviceCommands.decideBacklog> = async (work, input) => {
  const { tx, emit } = work;
  const { device_id: id, action, older_than_minutes: minutes } = input;
  const { ids, remaining } =
    action === 'print'
      ? { ids: [], remaining: 0 }
      : await cancelOld(tx, id, minutes ?? oldMinutesDefault, cancelledAtOnceMax);
  const asking = await lockAsking(tx, id);
  if (!asking) {
    const device = await findDevice(tx, id);
    if (!device) throw notFound('print device');
    throw new Refusal(
      'NO_BACKLOG',
      `${device.name} does not ask about waiting labels, or somebody has answered already.`,
      { device_id: id },
    );
  }
  for (const job of ids) emit({ type: 'print_job.cancelled', subject_type: 'print_job', subject_id: job });
  const outcome = { is_decided: remaining === 0, cancelled: ids.length, remaining };
  if (!outcome.is_decided) return outcome;
  await endQuestion(tx, id);
  emit({
    type: 'print_device.backlog_decided',
    subject_type: 'print_device',
    subject_id: id,
    data: { action, cancelled: ids.length },
  });
  wake(work, await queuedForHub(tx, asking.hub_id, [id], firstOffersMax));
  return outcome;
};
