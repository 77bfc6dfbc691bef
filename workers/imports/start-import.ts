/** Takes a CSV file in: keeps every line, those that cannot be read with their problems, and starts the checking. */
import { insertImport } from '../../db/imports/imports.write.ts';
import type { ImportKind } from '../../domain/imports/import-kinds.ts';
import { importCommands } from '../../queues/imports/imports.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

const ofOperator: ReadonlySet<ImportKind> = new Set(['locations', 'pick_faces', 'carrier_invoices']);

export const startImport: Handler<typeof importCommands.startImport> = async (work, input) => {
  const { tx, actor, enqueue, emit } = work;
  if (!work.lines) throw new Error('An import came without the lines of its file.');
  const { kind, dry_run: dryRun = false, skip_bad_lines: skipBadLines = false } = input;
  // Its chunks run for the whole organization; shelves, what stands on which, and what carriers ask are the operator's.
  if (ofOperator.has(kind)) assertOperator(work);
  const wanted = {
    kind,
    dry_run: dryRun,
    skip_bad_lines: skipBadLines,
    merchant_id: actor.merchant_id,
    created_by: actor.name,
  };
  const id = await insertImport(tx, wanted, work.lines);
  enqueue(importCommands.importChunk, { import_id: id, after_line: 0 });
  emit({
    type: 'import.started',
    subject_type: 'import',
    subject_id: id,
    data: { kind, lines: work.lines.count },
  });
  return { id };
};
