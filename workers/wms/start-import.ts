/** Takes a CSV file in: reads every line, keeps those that cannot be read with their problems, and starts the checking. */
import { insertImport } from '../../db/wms/imports.write.ts';
import { readCsv } from '../../domain/wms/csv.ts';
import { importColumns, importCommands } from '../../queues/wms/imports.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';

export const run: Handler<typeof importCommands.startImport> = async (work, input) => {
  const { tx, organizationId, actor, enqueue, tell } = work;
  const { kind, csv, dry_run: dryRun = false, skip_bad_lines: skipBadLines = false } = input;
  // Its chunks run for the whole house, and shelves are the house's.
  if (kind === 'locations') assertHouse(work);
  const wanted = {
    kind,
    dry_run: dryRun,
    skip_bad_lines: skipBadLines,
    merchant_id: actor.merchant_id,
    created_by: actor.name,
  };
  const { id, lines } = await insertImport(tx, organizationId, wanted, readCsv(csv, importColumns[kind]));
  enqueue(importCommands.importChunk, { import_id: id, after_line: 0 });
  tell({
    type: 'import.started',
    subject_type: 'import',
    subject_id: id,
    data: { kind, lines },
  });
  return { id };
};
