/**
 * The description cut into its operations, each with only the schemas its answers name. A test file meets a few of the
 * 500: to read and to link the whole took a fifth of its processor time.
 */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testRunDirectory } from '../helpers/environment.ts';

export interface DescribedOperation {
  method: string;
  /** Of a path: `^/api/wms/items/[^/]+$`. */
  pattern: string;
  /** By status; null where the answer is no JSON. */
  answers: Record<string, object | null>;
  /** What the answers refer to, by name. */
  schemas: Record<string, object>;
}

type Named = Pick<DescribedOperation, 'method' | 'pattern'>;

export interface DescribedOperations {
  /** -1 for what is not described. */
  indexOf(method: string, path: string): number;
  at(index: number): DescribedOperation;
}

/** Every API in a run publishes the same description: the first file to ask leaves it to the others, cut. */
export async function describedOperations(url: string): Promise<DescribedOperations> {
  const run = testRunDirectory();
  if (run === undefined) {
    const operations = await readOperations(url);
    return { indexOf: searching(operations), at: (index) => operations[index]! };
  }
  const kept = path.join(run, 'described');
  const list = readKept(kept) ?? keep(kept, await readOperations(url));
  return {
    indexOf: searching(list),
    at: (index) => JSON.parse(readFileSync(path.join(kept, `${index}.json`), 'utf8')),
  };
}

/** Each pattern is compiled once a file, not once an answer. */
function searching(list: readonly Named[]): DescribedOperations['indexOf'] {
  const all = list.map(({ method, pattern }) => ({ method, pattern: new RegExp(pattern) }));
  return (method, path) => all.findIndex((one) => one.method === method && one.pattern.test(path));
}

function readKept(directory: string): readonly Named[] | undefined {
  try {
    return JSON.parse(readFileSync(path.join(directory, 'list.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** In one step: another file of the run may be doing the same, and its directory is as good. */
function keep(directory: string, operations: DescribedOperation[]): readonly Named[] {
  const begun = mkdtempSync(`${directory}-`);
  for (const [index, operation] of operations.entries())
    writeFileSync(path.join(begun, `${index}.json`), JSON.stringify(operation));
  const list = operations.map(({ method, pattern }) => ({ method, pattern }));
  writeFileSync(path.join(begun, 'list.json'), JSON.stringify(list));
  try {
    renameSync(begun, directory);
  } catch {
    rmSync(begun, { recursive: true });
  }
  return list;
}

async function readOperations(url: string): Promise<DescribedOperation[]> {
  const { paths, components }: any = await (await fetch(`${url}/api/openapi.json`)).json();
  const resolve = (answer: any): any =>
    answer.$ref ? components.responses[answer.$ref.split('/').pop()] : answer;
  return Object.entries<any>(paths).flatMap(([words, methods]) =>
    Object.entries<any>(methods).map(([method, { responses }]) => {
      const answers = Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [
          status,
          resolve(answer).content?.['application/json']?.schema ?? null,
        ]),
      );
      const pattern = `^${words.replaceAll(/\{\w+\}/g, '[^/]+')}$`;
      return { method: method.toUpperCase(), pattern, answers, schemas: named(answers, components.schemas) };
    }),
  );
}

/** The schemas that `from` names, and those that these name. */
function named(from: object, all: Readonly<Record<string, object>>): Record<string, object> {
  const found: Record<string, object> = {};
  const texts = [JSON.stringify(from)];
  for (const text of texts) {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found[name!]) continue;
      found[name!] = all[name!]!;
      texts.push(JSON.stringify(all[name!]));
    }
  }
  return found;
}
