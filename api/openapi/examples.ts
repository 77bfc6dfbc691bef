/**
 * Examples in the API description: real requests and responses from a run, recorded in docs/examples.json by
 * `npm run examples` and checked against the schemas by the tests.
 */
import { readFileSync } from 'node:fs';
import type { Json } from './openapi-components.ts';

export interface OperationExamples {
  /** By name: the action, for endpoints with actions, else `request`. */
  requests?: Record<string, unknown>;
  /** By status. */
  answers?: Record<string, unknown>;
}

/** By method and path: `POST /v1/oms/orders`. */
export type Examples = Record<string, OperationExamples>;

/** Seen from dist/, docs/ is next to it; without the file there are no examples. */
export const examplesFile = new URL('../../../docs/examples.json', import.meta.url);

export function readExamples(): Examples {
  try {
    return JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw fault;
  }
}

/** The description with its examples; operations without any are left unchanged. */
export function withExamples(description: Json, examples: Examples): Json {
  const paths = Object.entries(description['paths'] as Record<string, Record<string, Json>>);
  return {
    ...description,
    paths: Object.fromEntries(
      paths.map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => {
            const found = examples[`${method.toUpperCase()} ${path}`];
            return [method, found ? shown(operation, found) : operation];
          }),
        ),
      ]),
    ),
  };
}

function shown(operation: Json, { requests = {}, answers = {} }: OperationExamples): Json {
  const body = operation['requestBody'] as Json | undefined;
  const responses = Object.entries(operation['responses'] as Record<string, Json>);
  return {
    ...operation,
    ...(body && Object.keys(requests).length > 0 ? { requestBody: withContent(body, named(requests)) } : {}),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [
        status,
        Object.hasOwn(answers, status) ? withContent(response, { example: answers[status] }) : response,
      ]),
    ),
  };
}

function named(requests: Record<string, unknown>): Json {
  const entries = Object.entries(requests);
  if (entries.length === 1) return { example: entries[0]![1] };
  return { examples: Object.fromEntries(entries.map(([name, value]) => [name, { summary: name, value }])) };
}

function withContent(part: Json, example: Json): Json {
  const content = part['content'] as Record<string, Json> | undefined;
  const json = content?.['application/json'];
  if (!json) return part;
  return { ...part, content: { ...content, 'application/json': { ...json, ...example } } };
}
