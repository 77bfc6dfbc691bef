/** Wave templates, and waves planned by them. */
import {
  waveTemplateCommands as commands,
  waveTemplateRecord,
} from '../../../queues/picking/wave-templates.ts';
import * as s from '../../../queues/schema.ts';
import { command, type Endpoint } from '../../http/endpoint.ts';
import { recordEndpoints } from '../record-endpoints.ts';

export const waveTemplateEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    waveTemplateRecord,
    { create: commands.createWaveTemplate, update: commands.updateWaveTemplate },
    { view: 'wms.picking.view', manage: 'wms.picking.plan' },
  ),
  command({
    path: '/api/wms/waves/plan',
    summary: 'Plan waves by the templates of a warehouse',
    description:
      'Shipments at commit that no wave has but the one that collects whatever comes go into waves of their template, oldest first, as many as a wave takes. With release when_full the full ones are released at once and the rest waits; with at, all are released at the next of its times.',
    permission: 'wms.picking.plan',
    body: s.object({
      warehouse_id: s.uuid(),
      template_ids: s.optional(s.list(s.uuid(), { min: 1, max: 100 }), 'Default: every active one.'),
      dry_run: s.optional(s.flag(), 'Says what would be planned, and plans nothing.'),
    }),
    input: (_call, body) => body,
    command: commands.planWaves,
    returns: commands.planWaves.result,
  }),
];
