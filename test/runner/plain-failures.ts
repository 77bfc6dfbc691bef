/**
 * A failure fails its own test. AVA's reporter writes each as YAML and ends the whole pass at what YAML cannot say: a
 * cause with an undefined field, even a stack of one line, which has no second one to quote. So errors leave the
 * process of a file as texts alone, and what cannot be shown does not keep its test from failing.
 */
import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const causesMax = 5;

/** What AVA tells its main process of an error. */
interface Told {
  message?: unknown;
  name?: unknown;
  stack?: unknown;
  originalError?: unknown;
  errors?: Told[];
}

/** Called by AVA in each file's process, before the file is loaded (ava.config.js). */
export default async function tellPlainly(): Promise<void> {
  await showWhatCanBeShown();
  const send = process.send!.bind(process) as (message: unknown, ...more: unknown[]) => boolean;
  process.send = (message: { ava?: { err?: Told; stack?: unknown } }, ...more: unknown[]): boolean => {
    const { ava } = message;
    if (ava?.err) ava.err = plain(ava.err);
    if (ava && 'stack' in ava) ava.stack = placed(ava.stack);
    return send(message, ...more);
  };
}

function plain(told: Told): Told {
  const { errors = [] } = told;
  const [name, stack] = [textOf(told.name ?? 'Error'), placed(told.stack)];
  // Several at once, as of a host with two addresses, have no message of their own.
  const causes = causesOf(told.originalError);
  const message = [told.message ?? '', ...errors.map((one) => one.message), ...causes]
    .map(textOf)
    .join('\n')
    .trim();
  const originalError = Object.assign(new Error(message), { stack });
  return { ...told, name, message, stack, originalError, errors: errors.map(plain) };
}

/** What an error and its causes say, the outermost first; no field that is worked out is read. */
function causesOf(error: unknown): string[] {
  const said: string[] = [];
  let cause = ownValue(error, 'cause');
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    said.push(`caused by: ${textOf(ownValue(cause, 'message') ?? cause.name)}`);
    cause = ownValue(cause, 'cause');
  }
  return said;
}

const ownValue = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Object.getOwnPropertyDescriptor(of, name)?.value : undefined;

function placed(stack: unknown): string {
  const text = textOf(stack ?? '');
  return text.includes('\n') ? text : `${text}\n    at an unknown place`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

/** AVA shows what was thrown, or differs, by reading every field: one that throws would leave its test without an end. */
async function showWhatCanBeShown(): Promise<void> {
  const file = createRequire(import.meta.resolve('ava')).resolve('concordance');
  const { default: concordance } = (await import(pathToFileURL(file).href)) as {
    default: Record<string, (...values: unknown[]) => string>;
  };
  for (const name of ['format', 'formatDescriptor', 'diffDescriptors']) {
    const show = concordance[name]!;
    concordance[name] = (...values) => {
      try {
        return show(...values);
      } catch (fault) {
        return `cannot be shown: ${inspect(fault)}`;
      }
    };
  }
}
