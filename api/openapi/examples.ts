/**
 * Examples in the API description: real requests and responses from a run, recorded in docs/examples.json by
 * `npm run examples` and checked against the schemas by the tests.
 */
import { readFileSync } from 'node:fs';
import type { Json } from './openapi-components.ts';

/**
 * How a document was requested and what came back: its headers if it is an image or a PDF, and the beginning if it is
 * text.
 */
export interface DocumentExample {
  query: Record<string, string>;
  headers: Record<string, string>;
  text?: string;
}

export interface OperationExamples {
  /** By name: the action, for endpoints with actions, else `request`. */
  requests?: Record<string, unknown>;
  /** By status. */
  answers?: Record<string, unknown>;
  /** Answers other than JSON, by status and content type. */
  documents?: Record<string, Record<string, DocumentExample>>;
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

function shown(operation: Json, { requests = {}, answers = {}, documents = {} }: OperationExamples): Json {
  const body = operation['requestBody'] as Json | undefined;
  const responses = Object.entries(operation['responses'] as Record<string, Json>);
  return {
    ...operation,
    ...(body && Object.keys(requests).length > 0 ? { requestBody: withContent(body, named(requests)) } : {}),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [
        status,
        withDocuments(
          Object.hasOwn(answers, status) ? withContent(response, { example: answers[status] }) : response,
          documents[status] ?? {},
        ),
      ]),
    ),
    ...withQueries(operation, documents),
  };
}

function withDocuments(response: Json, documents: Record<string, DocumentExample>): Json {
  const found = Object.entries(documents);
  if (found.length === 0) return response;
  const content = { ...(response['content'] as Record<string, Json>) };
  const headers: Record<string, Json> = {};
  for (const [type, { text, headers: sent }] of found) {
    if (text !== undefined) content[type] = { ...content[type], example: text };
    for (const [name, value] of Object.entries(sent))
      headers[name] = { schema: { type: 'string' }, example: value };
  }
  return { ...response, headers: { ...(response['headers'] as Json | undefined), ...headers }, content };
}

/** Gives each parameter the value that led to each document, such as the format. */
function withQueries(operation: Json, documents: NonNullable<OperationExamples['documents']>): Json {
  const parameters = operation['parameters'] as Json[] | undefined;
  const asked = Object.values(documents).flatMap((byType) => Object.entries(byType));
  if (!parameters || asked.every(([, { query }]) => Object.keys(query).length === 0)) return {};
  return {
    parameters: parameters.map((parameter) => {
      const name = parameter['name'];
      if (parameter['in'] !== 'query' || typeof name !== 'string') return parameter;
      const examples = asked.flatMap(([type, { query }]) => {
        const value = query[name];
        return value === undefined ? [] : [[type, { summary: type, value: valueOf(value) }]];
      });
      return examples.length > 0 ? { ...parameter, examples: Object.fromEntries(examples) } : parameter;
    }),
  };
}

function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
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
