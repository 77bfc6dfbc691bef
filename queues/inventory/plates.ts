/** License plates merged and split. */
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { overLimits, warnings } from '../warnings.ts';

const print = () =>
  s.optional(
    s.flag(),
    'Prints the label of the license plate the goods are on now, with what is on it, once. Default false.',
  );

export const plateCommands = {
  mergePallets: defineCommand({
    name: 'wms.merge_pallets',
    runs: 'inventory',
    summary:
      'Puts everything on some license plates onto another at the same place, with what is allocated of it.',
    input: s.object({
      pallet_lpn: s.described(s.text(64), 'It stays, with its SSCC.'),
      from_lpns: s.described(s.list(s.text(64), { min: 1, max: 50 }), 'They end consumed.'),
      print: print(),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  consolidatePallets: defineCommand({
    name: 'wms.consolidate_pallets',
    runs: 'inventory',
    summary:
      'Brings license plates from other places of the warehouse to another one and puts everything onto it, with what is allocated of it.',
    input: s.object({
      pallet_lpn: s.described(s.text(64), 'It stays where it stands, with its SSCC.'),
      from_lpns: s.described(s.list(s.text(64), { min: 1, max: 50 }), 'They end consumed.'),
      print: print(),
    }),
    result: s.object({ id: s.uuid(), warnings: s.optional(warnings(), overLimits) }),
  }),
  splitPallet: defineCommand({
    name: 'wms.split_pallet',
    runs: 'inventory',
    summary:
      'Takes goods off a license plate onto another at the same place: a new one, or one that stands there.',
    input: s.object({
      pallet_lpn: s.text(64),
      to_lpn: s.optional(s.code(64), 'Generated when omitted, made when unknown.'),
      lines: s.list(
        s.object({
          item_id: s.uuid(),
          lot_no: s.optional(s.text(100)),
          status: s.optional(
            s.choice('available', 'hold', 'damaged'),
            'Default available. What is allocated stays where it is.',
          ),
          qty: s.qty({ positive: true }),
        }),
        { min: 1, max: 100 },
      ),
      sscc: s.optional(
        s.choice('new'),
        "Gives the license plate the goods are on now the next SSCC of the organization's numbers, unless it has one. Default: none.",
      ),
      print: print(),
    }),
    result: s.object({
      id: s.described(s.uuid(), 'Of the license plate the goods are on now.'),
      warnings: s.optional(warnings(), overLimits),
    }),
  }),
};
