/** Wave templates, and the planning of waves by them. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { pickMethods } from '../../domain/picking/pick-job-states.ts';
import { releaseRules } from '../../domain/picking/wave-plan.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { timeOfDay } from '../time-of-day.ts';

const most = () => s.nullable(s.integer({ min: 1, max: 100_000 }));
const measure = () => s.decimalNumber({ places: 6, below: 1e9, positive: true });
const lines = () => s.integer({ min: 1, max: 100_000 });

const conditions = () =>
  s.described(
    s.object({
      merchant_ids: s.optional(s.list(s.uuid(), { min: 1, max: 100 })),
      carrier_codes: s.optional(s.list(s.text(64), { min: 1, max: 100 })),
      zones: s.optional(s.list(s.text(64), { min: 1, max: 100 }), 'All that is allocated lies in these.'),
      min_lines: s.optional(lines(), 'Of the shipment.'),
      max_lines: s.optional(lines(), '1 for single-line orders.'),
    }),
    'Shipments of which all of this is so. Default: all of the ship mode.',
  );

export const waveTemplateRecord = recordKind({
  area: 'wms',
  name: 'wave_template',
  collection: 'wave_templates',
  required: { warehouse_id: s.uuid(), name: nameText(100), ship_mode: s.choice(...shipModes) },
  optional: {
    priority: s.described(
      s.integer({ min: 0, max: 1_000_000 }),
      'The smallest is planned first, and its picks are claimed first. Default 100.',
    ),
    conditions: conditions(),
    max_orders: s.described(most(), 'Per wave, as the next three; null for no limit.'),
    max_lines: most(),
    max_cbm: s.nullable(measure()),
    max_kg: s.nullable(measure()),
    method: s.described(
      s.choice(...pickMethods),
      'How its waves are picked: for pick jobs claimed with template_id.',
    ),
    positions: s.described(s.integer({ min: 1, max: 99 }), 'Of such a job. Default 12.'),
    cartonize_at_release: s.described(
      s.flag(),
      'The cartons of its waves are planned as they are released, and anew for what is short. Default false.',
    ),
    cutoff: s.nullable(timeOfDay(), "Shipments committed after it go to the next day's waves."),
    release: s.described(
      s.choice(...releaseRules),
      'manual (default): by a person. at: at release_times. when_full: once no more fits; the rest waits.',
    ),
    release_times: s.described(s.list(timeOfDay(), { max: 24 }), 'With release at, and only then.'),
  },
  fixed: ['warehouse_id', 'ship_mode'],
  references: { warehouse_id: 'warehouses' },
  filters: { warehouse_id: s.uuid(), ship_mode: s.choice(...shipModes) },
  searched: ['name'],
});

const template = recordCommands(waveTemplateRecord);

export const waveTemplateCommands = {
  createWaveTemplate: template.create,
  updateWaveTemplate: template.update,
  planWaves: defineCommand({
    name: 'wms.plan_waves',
    runs: 'inventory',
    summary: 'Puts waiting shipments into waves by the active templates of a warehouse.',
    input: s.object({
      warehouse_id: s.uuid(),
      template_ids: s.optional(s.list(s.uuid(), { min: 1, max: 100 }), 'Default: every active one.'),
      dry_run: s.optional(s.flag(), 'Says what would be planned, and plans nothing.'),
      is_scheduled: s.optional(
        s.flag(),
        'By the clock: templates that release by themselves, those with a time if it has come.',
      ),
      goes_on_with: s.optional(s.uuid(), 'The template whose time an earlier plan took and had more for.'),
    }),
    result: s.object({
      dry_run: s.flag(),
      waves: s.listOf(
        s.object({
          id: s.nullable(s.uuid(), 'Null in a dry run.'),
          wave_no: s.nullable(s.text()),
          template_id: s.uuid(),
          template: s.text(),
          orders: s.integer({ min: 0, max: 1e6 }),
          lines: s.integer({ min: 0, max: 1e9 }),
          cbm: s.decimalNumber({ places: 6, below: 1e12, min: 0 }),
          kg: s.decimalNumber({ places: 6, below: 1e12, min: 0 }),
          is_full: s.flag(),
          is_released: s.described(s.flag(), 'Its release is under way.'),
          shipment_ids: s.listOf(s.uuid()),
        }),
      ),
      waiting: s.described(
        s.listOf(s.object({ template_id: s.uuid(), template: s.text(), shipment_ids: s.listOf(s.uuid()) })),
        'What fills no wave of a template that releases when_full.',
      ),
    }),
  }),
};
