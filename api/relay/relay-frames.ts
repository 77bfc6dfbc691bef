/** What the relay sends over the link of a hub, by type: kept as released, so that an older hub goes on working. */
import { devicesPerHubMax } from '../../queues/printing/devices.ts';
import { zplText } from '../../queues/printing/print-jobs.ts';
import * as s from '../../queues/schema.ts';

// The hub's own word for its request, as it came.
const id = s.optional(s.anything());
const foreign = s.list(s.uuid(), { max: devicesPerHubMax });
const attempt = s.integer({ min: 1, max: 1_000_000 });
const copies = s.integer({ min: 1, max: 1_000_000 });

export const relayFrames = {
  welcome: s.object({ hub_id: s.uuid(), protocol: s.integer({ min: 1, max: 1 }), foreign }),
  devices_ack: s.object({ id, foreign }),
  offer: s.object({ print_job_id: s.uuid(), attempt, device_id: s.uuid(), label_kind: s.text(), copies }),
  claimed: s.object({
    id,
    print_job_id: s.uuid(),
    claim_id: s.uuid(),
    attempt,
    device_id: s.uuid(),
    label_kind: s.text(),
    copies,
    content_type: s.text(),
    zpl_content: s.described(
      zplText(),
      'The label, or its file in base64 where content_type is none of ZPL.',
    ),
  }),
  not_claimed: s.object({ id, print_job_id: s.uuid(), claim_id: s.uuid(), reason: s.text() }),
  result_ack: s.object({ id, claim_id: s.uuid() }),
};

type Frames = typeof relayFrames;
export type RelayFrame = { [K in keyof Frames]: { type: K } & s.Infer<Frames[K]> }[keyof Frames];
