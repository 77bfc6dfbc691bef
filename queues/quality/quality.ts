/** Inspection plans, and the inspections of received goods they ask for. */
import { checkKinds, failOutcomes, restModes } from '../../domain/quality/inspection-plans.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { keptPhotos } from './kept-photos.ts';

const asked = (words: string) => `${words} Null: any.`;
const measure = () => s.decimalNumber({ places: 6, min: -1e9, below: 1e9 });

export const inspectionPlanRecord = recordKind({
  area: 'wms',
  name: 'inspection_plan',
  collection: 'inspection_plans',
  required: {
    name: nameText(100),
    priority: s.described(
      s.integer({ min: 0, max: 1_000_000 }),
      'The first that matches applies, from the lowest up.',
    ),
  },
  optional: {
    merchant_id: s.described(s.nullable(s.uuid()), asked('Whose goods.')),
    item_class: s.described(s.nullable(s.text(64)), asked('The class of the item.')),
    vendor_id: s.described(s.nullable(s.uuid()), asked('Who sends them.')),
    sample_percent: s.described(
      s.nullable(s.decimalNumber({ places: 2, positive: true, below: 100.01 })),
      'How much of a line is looked at, in whole units. This, or sample_qty.',
    ),
    sample_qty: s.described(
      s.nullable(s.qty({ positive: true })),
      'So many units of each sample_of are looked at, the first of them.',
    ),
    sample_of: s.nullable(s.qty({ positive: true })),
    rest: s.described(
      s.choice(...restModes),
      'What becomes of the others: they are available at once, or wait on hold too. Default passes.',
    ),
    checks: s.described(
      s.list(
        s.object({
          name: nameText(100),
          kind: s.described(
            s.choice(...checkKinds),
            'pass: somebody says whether it is good. number: it is measured. photo: one is taken, and uploaded with the inspection.',
          ),
          min: s.optional(s.nullable(measure()), 'number: the least that is good.'),
          max: s.optional(s.nullable(measure()), 'number: the most that is good.'),
        }),
        { max: 50 },
      ),
      'What is looked for. Default: nothing but that somebody looks.',
    ),
    on_fail: s.described(
      s.choice(...failOutcomes),
      'What follows when a check fails: the units stay on hold, are damaged, or a person decides. Default ask.',
    ),
  },
  fixed: [],
  references: { merchant_id: 'merchants', vendor_id: 'vendors' },
  filters: { merchant_id: s.uuid() },
  searched: ['name'],
});

const plan = recordCommands(inspectionPlanRecord);
const inspection = { inspection_id: s.uuid() };
const id = s.object({ id: s.uuid() });
const where = () => s.optional(s.nullable(s.uuid()), 'Where the units are now. Default: where they came to.');

export const qualityCommands = {
  createInspectionPlan: plan.create,
  updateInspectionPlan: plan.update,
  addGoodsPhotos: defineCommand({
    name: 'wms.add_goods_photos',
    runs: 'inline',
    summary:
      'Adds photos to an inspection of received goods; none is ever changed. The bytes are already in the file store.',
    input: s.object({ ...inspection, photos: keptPhotos() }),
    result: s.object({ id: s.uuid(), photo_ids: s.listOf(s.uuid()) }),
  }),
  recordInspection: defineCommand({
    name: 'wms.record_inspection',
    runs: 'receiving',
    summary:
      'Records what an inspection found. What passes is available at once; what fails follows its plan, or waits for a decision.',
    input: s.object({
      ...inspection,
      results: s.list(
        s.object({
          name: s.text(100),
          passed: s.optional(s.nullable(s.flag())),
          value: s.optional(s.nullable(measure())),
          photo: s.optional(
            s.nullable(s.text(2_000)),
            'The id of a photo of this inspection that was uploaded, or where else it is kept.',
          ),
        }),
        { max: 50 },
      ),
      location_id: where(),
      note: s.optional(s.freeText(2_000)),
    }),
    result: id,
  }),
  decideInspection: defineCommand({
    name: 'wms.decide_inspection',
    runs: 'receiving',
    summary:
      'Decides about units that failed: accept makes them available, reject damaged, hold leaves them on hold. Repeating it changes nothing.',
    input: s.object({
      ...inspection,
      decision: s.choice('accept', 'hold', 'reject'),
      location_id: where(),
      note: s.optional(s.freeText(2_000)),
    }),
    result: id,
  }),
  cancelInspection: defineCommand({
    name: 'wms.cancel_inspection',
    runs: 'receiving',
    summary: 'Ends an inspection that nobody decides any more: its units stay as they are, on hold.',
    input: s.object({ ...inspection, reason: s.optional(s.nullable(s.freeText(500))) }),
    result: id,
  }),
};
