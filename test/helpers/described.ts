/** Checks responses against the API description that the service itself publishes. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaChecks } from '../http/json-schema.ts';
import { testRunDirectory } from './environment.ts';

interface Described {
  operations: { method: string; pattern: RegExp; responses: Record<string, any> }[];
  check(schema: object): (value: unknown) => string | undefined;
}

let described: Promise<Described> | undefined;

/** Throws if the description does not name such a response, or gives it another shape. */
export async function assertDescribed(
  url: string,
  method: string,
  path: string,
  answer: { status: number; body: unknown },
): Promise<void> {
  const { operations, check } = await (described ??= readDescription(url).then(understand));
  const bare = path.split('?')[0]!;
  const operation = operations.find((one) => one.method === method && one.pattern.test(bare));
  if (!operation) return;
  const response = operation.responses[String(answer.status)];
  if (!response) {
    if (answer.status < 500)
      throw new Error(`${method} ${bare} answered ${answer.status}, which its description does not name.`);
    return;
  }
  const schema = response.content?.['application/json']?.schema;
  const problem = schema && check(schema)(answer.body);
  if (problem)
    throw new Error(`${method} ${bare} answered ${answer.status} outside its description: ${problem}`);
}

/** Every API in a run publishes the same description: the first file to ask shares it with the others. */
async function readDescription(url: string): Promise<any> {
  const runDir = testRunDirectory();
  const kept = runDir && path.join(runDir, 'openapi.json');
  const known = kept && readIfThere(kept);
  if (known) return JSON.parse(known);
  const text = await (await fetch(`${url}/api/openapi.json`)).text();
  if (kept) {
    // Written in one step: another file of the run may be reading.
    writeFileSync(`${kept}.${process.pid}`, text);
    renameSync(`${kept}.${process.pid}`, kept);
  }
  return JSON.parse(text);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function understand(description: any): Described {
  const resolve = (response: any) =>
    response.$ref ? description.components.responses[response.$ref.split('/').pop()] : response;
  const operations = Object.entries<any>(description.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
      ),
    })),
  );
  return {
    operations,
    check: schemaChecks(description.components.schemas),
  };
}
