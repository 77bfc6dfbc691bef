/** Takes a CSV file in: reads every line, keeps those that cannot be read with their problems, and starts the checking. */
import { insertImport } from '../../db/imports/imports.write.ts';
import { parseCsv } from '../../domain/imports/csv.ts';
import { importColumns, importCommands } from '../../queues/imports/imports.ts';
import type { Handler } from '../handler.ts';
import { assertOperator } from '../acting-person.ts';

export const startImport: Handler<typeof importCommands.startImport> = async (work, input) => {
  const { tx, organizationId, actor, enqueue, emit } = work;
  const { kind, csv, dry_run: dryRun = false, skip_bad_lines: skipBadLines = false } = input;
  // Its chunks run for the whole house, and shelves are the house's.
  if (kind === 'locations') assertOperator(work);
  const lines = parseCsv(csv, importColumns[kind]);
  const wanted = {
    kind,
    dry_run: dryRun,
    skip_bad_lines: skipBadLines,
    merchant_id: actor.merchant_id,
    created_by: actor.name,
  };
  const id = await insertImport(tx, organizationId, wanted, lines);
  enqueue(importCommands.importChunk, { import_id: id, after_line: 0 });
  emit({
    type: 'import.started',
    subject_type: 'import',
    subject_id: id,
    data: { kind, lines: lines.length },
  });
  return { id };
};
