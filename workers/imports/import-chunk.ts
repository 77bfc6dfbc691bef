/**
 * The next lines of an import. Checking means applying, as far as anything may refuse a line, and rolling back, so a
 * dry run knows every rule the database knows. When all lines are good (or bad ones are to be skipped), the same lines
 * are applied chunk by chunk, each in a transaction of its own: a killed worker loses nothing and doubles nothing.
 */
import { inSavepoint } from '../../db/database.ts';
import {
  advanceImport,
  lockImport,
  nextImportSlice,
  recordProblems,
  type ImportRow,
  type ImportSlice,
} from '../../db/imports/imports.write.ts';
import { itemsPosted } from '../../db/inventory/ledger.read.ts';
import type { DomainEvent } from '../../domain/domain-event.ts';
import { importStates, type ImportState } from '../../domain/imports/import-states.ts';
import { Refusal, type ValidationProblem } from '../../domain/refusal.ts';
import { nextState, type ActionIn } from '../../domain/state-machine.ts';
import { importCommands } from '../../queues/imports/imports.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { importTogether } from './import-lines.ts';
import type { LineResult } from './importer.ts';

interface ChunkOutcome {
  created: number;
  updated: number;
  bad: { line_no: number; problems: ValidationProblem[] }[];
}

export const importChunk: Handler<typeof importCommands.importChunk> = async (work, input) => {
  const { tx, enqueue } = work;
  const { import_id: id, after_line: afterLine } = input;
  const found = await lockImport(tx, id);
  const record = found?.state === 'failed' ? takenUpAgain(found) : found;
  if (!record || (record.state !== 'checking' && record.state !== 'applying')) return { lines: 0 };

  const slice = await nextImportSlice(tx, id, afterLine);
  if (!slice) throw new Error(`The import ${id} has no line behind ${afterLine}.`);
  const { line_count: count, last_line: lastLine, is_last: isLast } = slice;
  const { created, updated, bad } = await runLines(work, record, slice);
  await recordProblems(tx, id, bad);
  const isChecking = record.state === 'checking';
  const state = isLast ? stateAfter(record, record.lines_bad + bad.length) : record.state;
  const isFinished = isLast && state !== 'applying' && state !== 'checking';
  const done = isChecking ? { checked: count } : { applied: created + updated, created, updated };
  await advanceImport(tx, id, { state, bad: bad.length, isFinished, ...done });
  if (record.kind === 'stock' && !isChecking && created > 0) work.emit(await stockChange(work, record));
  if (isFinished) work.emit(endOf(record, state));
  else enqueue(importCommands.importChunk, { import_id: id, after_line: isLast ? 0 : lastLine });
  return { lines: count };
};

/** A chunk of one that was given up comes when a person runs it again, and it goes on where it was. */
function takenUpAgain(record: ImportRow): ImportRow {
  const action = record.lines_checked === record.lines_total ? 'apply_again' : 'check_again';
  return { ...record, state: nextState(importStates, record.state, action) };
}

function endOf({ id, kind }: ImportRow, state: ImportState): DomainEvent {
  const subject = { subject_type: 'import', subject_id: id } as const;
  if (state === 'completed') return { type: 'import.completed', ...subject, data: { kind } };
  return { type: state === 'checked' ? 'import.checked' : 'import.rejected', ...subject };
}

// Its lines post in groups, so the chunk reports for all of them.
async function stockChange(
  { tx, commandId }: Work,
  { id, merchant_id: merchantId }: ImportRow,
): Promise<DomainEvent> {
  return {
    type: 'inventory.changed',
    subject_type: 'inventory_change',
    subject_id: commandId,
    data: {
      merchant_id: merchantId,
      transaction_types: ['adjust'],
      item_ids: await itemsPosted(tx, commandId),
      refs: [{ ref_type: 'import', ref_id: id }],
    },
  };
}

function stateAfter(record: ImportRow, bad: number): ImportState {
  const step = (action: ActionIn<typeof importStates>) => nextState(importStates, record.state, action);
  if (record.state === 'applying') return step('complete');
  if (record.dry_run) return step('pass');
  return step(bad > 0 && !record.skip_bad_lines ? 'reject' : 'apply');
}

class Undo extends Error {}

/** Runs the good lines of a chunk together; undoes what they wrote while checking. */
async function runLines(
  work: Work,
  record: ImportRow,
  { lines, bad_lines: badLines }: ImportSlice,
): Promise<ChunkOutcome> {
  const isBad = new Set(badLines);
  const good = lines
    .filter(({ line_no: lineNo }) => !isBad.has(lineNo))
    .map(({ line_no: lineNo, fields }, index) => ({ place: index + 1, lineNo, fields }));
  let results: LineResult[] = [];
  await inSavepoint(work.tx, async (chunk) => {
    results = await importTogether(chunk, work, record, good);
    if (record.state === 'checking') throw new Undo();
  }).catch((thrown: unknown) => {
    if (!(thrown instanceof Undo)) throw thrown;
  });
  return {
    created: results.filter((result) => result === 'created').length,
    updated: results.filter((result) => result === 'updated').length,
    bad: results.flatMap((result, at) =>
      result instanceof Refusal ? [{ line_no: good[at]!.lineNo, problems: problemsOf(result) }] : [],
    ),
  };
}

function problemsOf({ code, message, details }: Refusal): ValidationProblem[] {
  if (Array.isArray(details)) return details as ValidationProblem[];
  const { path } = (details ?? {}) as { path?: string };
  return [{ path: path ?? '', code, message }];
}
