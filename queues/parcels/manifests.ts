/** Commands of manifests: what a carrier is told, at the end of a day, that it takes with it. */
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const onManifest = { manifest_id: s.uuid() };
const result = s.object({ id: s.uuid() });
const reason = () => s.freeText(500);

export const manifestCommands = {
  createManifest: defineCommand({
    name: 'tms.create_manifest',
    runs: 'inline',
    summary:
      'Takes the labels bought with an account in a warehouse onto a manifest; it is then told to the carrier.',
    input: s.object({
      account_id: s.uuid(),
      warehouse_id: s.uuid(),
      carrier_code: s.optional(
        s.text(100),
        'Whose, of an account with many carriers: needed while labels of several wait.',
      ),
      ship_date: s.optional(s.date(), 'Default: today, at the warehouse.'),
    }),
    result,
  }),
  settleManifest: defineCommand({
    name: 'tms.settle_manifest',
    runs: 'outside',
    summary: 'Records what came of telling a carrier of a manifest.',
    input: s.object({
      ...onManifest,
      claim: s.uuid(),
      outcome: s.choice('ok', 'refused', 'unsent', 'unknown'),
      error: s.nullable(s.freeText(1000)),
      accepted: s.nullable(
        s.object({
          manifest_no: s.nullable(s.freeText(100)),
          file_sha256: s.nullable(s.text(64)),
          more_files: s.optional(s.list(s.text(64), { max: 20 }), 'Papers beside the first.'),
          label_ids: s.optional(s.list(s.uuid(), { max: 1_000 }), 'The labels the carrier took.'),
          why: s.optional(s.freeText(500), 'Why it left the others.'),
        }),
      ),
      /** It is asked again in this time; null: not by itself. */
      next_ms: s.nullable(s.integer({ min: 0, max: 1e9 })),
      attempts: s.integer({ min: 0, max: 1e6 }),
      is_lost_anew: s.flag(),
    }),
    result,
  }),
  adoptManifest: defineCommand({
    name: 'tms.adopt_manifest',
    runs: 'inline',
    summary: 'Says that the carrier took a manifest it gave no answer to.',
    input: s.object({ ...onManifest, reason: reason(), manifest_no: s.optional(s.freeText(100)) }),
    result,
  }),
  retryManifest: defineCommand({
    name: 'tms.retry_manifest',
    runs: 'inline',
    summary: 'Says that the carrier did not take it: it is told again.',
    input: s.object({ ...onManifest, reason: reason() }),
    result,
  }),
  giveUpManifest: defineCommand({
    name: 'tms.give_up_manifest',
    runs: 'inline',
    summary: 'Says that the carrier did not take it, and leaves it: its labels are free for another.',
    input: s.object({ ...onManifest, reason: reason() }),
    result,
  }),
};
