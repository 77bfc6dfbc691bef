/** Holds lines of an import against the schema of their kind, and finds what the codes in them name. */
import { setImmediate as anotherTurn } from 'node:timers/promises';
import type { TenantTransaction } from '../../db/database.ts';
import { idsByCode } from '../../db/catalog/codes.read.ts';
import type { ImportRow } from '../../db/imports/imports.write.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { cutText } from '../../domain/cut-text.ts';
import { isGood, Refusal, refusalOr, refusalOrLater, unknownReference } from '../../domain/refusal.ts';
import type { Field } from '../../queues/schema.ts';
import { checkingAll } from '../../queues/settled-schema.ts';
import { NotTogether, type GroupLine } from './importer.ts';

// Joi's sentences have the value in them.
const messageCharactersMax = 1_000;

/** All problems of a line at once. A line that is applied went through its check as it stands: it is not asked again. */
export function checkedLine<T>(schema: Field<T>, { fields }: GroupLine, { state }: ImportRow): T {
  if (state === 'applying') return fields as T;
  const { error } = checkingAll(schema).validate(fields);
  // Checked just now to be what the schema describes; nothing in it is converted.
  if (!error) return fields as T;
  const problems = error.details.map(({ path, type, message }) => ({
    path: path.join('.'),
    code: type.replaceAll('.', '_'),
    message: cutText(message, messageCharactersMax),
  }));
  throw new Refusal('VALIDATION_FAILED', problems[0]!.message, problems);
}

/** The merchant each line is for: the one it names, else the one a write without a merchant is for; never another than the scope allows. */
export async function merchantsOfLines(
  tx: TenantTransaction,
  named: readonly (string | undefined)[],
  scopeMerchantId: string | null,
): Promise<(code: string | undefined) => string> {
  const codes = [...new Set(named)].filter((code) => code !== undefined);
  const known = codes.length > 0 ? await idsByCode(tx, 'merchants', codes) : new Map<string, string>();
  const unnamed = named.includes(undefined)
    ? await refusalOrLater(() => merchantFor(tx, undefined, scopeMerchantId))
    : undefined;
  return (code) => {
    if (code !== undefined) {
      const id = known.get(code);
      if (id && (!scopeMerchantId || id === scopeMerchantId)) return id;
      throw unknownReference('merchant', 'merchant');
    }
    if (unnamed instanceof Refusal) throw unnamed;
    return unnamed!.id;
  };
}

// How long the worker's other commands wait behind one turn of an import's two thousand lines.
const turnMs = 2;

/** Of each line what `step` makes of it, or why not. Others run in between. */
export async function eachLine<A, B>(
  lines: readonly (A | Refusal)[],
  step: (line: A) => B,
): Promise<(B | Refusal)[]> {
  const results: (B | Refusal)[] = [];
  let began = performance.now();
  for (const line of lines) {
    if (performance.now() - began > turnMs) {
      await anotherTurn();
      began = performance.now();
    }
    results.push(line instanceof Refusal ? line : refusalOr(() => step(line)));
  }
  return results;
}

/** Each line with the id of its merchant, or why it cannot be. */
export async function ownedLines<T extends { merchant?: string | undefined }>(
  tx: TenantTransaction,
  schema: Field<T>,
  record: ImportRow,
  lines: readonly GroupLine[],
): Promise<((Omit<T, 'merchant'> & { merchant_id: string }) | Refusal)[]> {
  const checked = await eachLine(lines, (line) => checkedLine<T>(schema, line, record));
  const named = checked.filter(isGood).map(({ merchant }) => merchant);
  const merchantOf = await merchantsOfLines(tx, named, record.merchant_id);
  return eachLine(checked, ({ merchant, ...line }) => ({ ...line, merchant_id: merchantOf(merchant) }));
}

/** Two lines may say one record in two ways (with its merchant and without); then the second is to find what the first left. */
export function assertApart(names: readonly string[]): void {
  if (new Set(names).size < names.length) throw new NotTogether('Two lines are of one record.');
}
