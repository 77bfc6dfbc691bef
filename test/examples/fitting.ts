/** Which exchange illustrates which operation, and whether it fits the operation's description. */
import { webhookDescription } from '../../api/inbound/webhook-description.ts';
import type { DocumentExample, Examples, OperationExamples } from '../../api/openapi/examples.ts';
import { description as whole } from '../http/endpoints.ts';
import { schemaChecks } from '../http/json-schema.ts';
import { resolved } from '../http/resolved.ts';

type Json = Record<string, any>;
type CheckOf = ReturnType<typeof schemaChecks>;

export interface Operation {
  /** `POST /v1/oms/orders`. */
  name: string;
  /** Whether a body is described, and whether a body without fields is all there is. */
  takesBody: boolean;
  /** Success statuses with a JSON response. */
  statuses: string[];
  /** Success answers that are no JSON: each text by itself, pictures and papers as one, any of which shows it. */
  documents: { status: string; types: string[] }[];
  matches(method: string, path: string): boolean;
  /** Why an example does not fit; empty if it does. */
  misfit(example: OperationExamples): string | undefined;
}

export function describedOperations(): Operation[] {
  const description: Json = resolved({
    ...whole,
    paths: { ...webhookDescription, ...whole.paths },
  });
  const checkOf = schemaChecks();
  return Object.entries<Json>(description['paths']).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) =>
      operationOf(`${method.toUpperCase()} ${path}`, operation, description, checkOf),
    ),
  );
}

/** What no example shows yet, by name. */
export function missingExamples(operations: readonly Operation[], examples: Examples): string[] {
  return operations.flatMap(({ name, takesBody, statuses, documents }) => {
    const { requests = {}, answers = {}, documents: shown = {} } = examples[name] ?? {};
    return [
      ...(takesBody && Object.keys(requests).length === 0 ? [`${name}: request`] : []),
      ...(statuses.length > 0 && Object.keys(answers).length === 0 ? [`${name}: answer`] : []),
      ...documents
        .filter(({ status, types }) => !types.some((type) => shown[status]?.[type]))
        .map(({ types }) => `${name}: ${types.join(' or ')}`),
    ];
  });
}

function operationOf(name: string, operation: Json, description: Json, checkOf: CheckOf): Operation {
  const [method, path = ''] = name.split(' ');
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const jsonOf = (part: Json | undefined): object | undefined =>
    part?.['content']?.['application/json']?.schema;
  const body = jsonOf(operation['requestBody']);
  const answers = new Map<string, object>();
  const documents: Operation['documents'] = [];
  for (const [status, response] of Object.entries<Json>(operation['responses'])) {
    const whole: Json = response['$ref']
      ? description['components'].responses[response['$ref'].split('/').pop()]
      : response;
    const schema = jsonOf(whole);
    // Every write has the same 202; it counts as a response of its own only where it is the only one.
    const isOwn = status !== '202' || operation['responses']['200'] === undefined;
    if (status.startsWith('2') && isOwn && schema) answers.set(status, schema);
    if (status.startsWith('2')) documents.push(...documentsOf(status, Object.keys(whole['content'] ?? {})));
  }
  const problem = (schema: object | undefined, value: unknown): string | undefined =>
    schema ? checkOf(schema)(value) : 'nothing is described there';
  return {
    name,
    takesBody: body !== undefined && takesFields(body as Json),
    statuses: [...answers.keys()],
    documents,
    matches: (asked, where) => asked === method && pattern.test(where),
    misfit: ({ requests = {}, answers: given = {}, documents: shown = {} }) => {
      const problems = [
        ...Object.entries(requests).map(([key, value]) => [`request ${key}`, problem(body, value)]),
        ...Object.entries(given).map(([status, value]) => [status, problem(answers.get(status), value)]),
        ...Object.entries(shown).flatMap(([status, byType]) =>
          Object.entries(byType).map(([type, document]) => [
            `${status} ${type}`,
            documents.some((one) => one.status === status && one.types.includes(type))
              ? misaskedOf(document, operation)
              : 'nothing is described there',
          ]),
        ),
      ].filter(([, found]) => found !== undefined);
      return problems.length > 0 ? problems.map((one) => one.join(': ')).join('; ') : undefined;
    },
  };
}

function documentsOf(status: string, types: readonly string[]): Operation['documents'] {
  const others = types.filter((type) => type !== 'application/json');
  const binaries = others.filter((type) => !type.startsWith('text/'));
  const texts = others.filter((type) => type.startsWith('text/'));
  return [
    ...texts.map((type) => ({ status, types: [type] })),
    ...(binaries.length > 0 ? [{ status, types: binaries }] : []),
  ];
}

/** A parameter that is asked with and no longer described, or a text that says nothing. */
function misaskedOf({ query, text }: DocumentExample, operation: Json): string | undefined {
  const known = (operation['parameters'] ?? []).map(({ name }: Json) => name);
  const strange = Object.keys(query).find((name) => !known.includes(name));
  if (strange !== undefined) return `${strange} is no parameter`;
  return text?.trim() === '' ? 'the text is empty' : undefined;
}

function takesFields(schema: Json): boolean {
  const isEmpty = schema['type'] === 'object' && Object.keys(schema['properties'] ?? {}).length === 0;
  return !isEmpty || schema['additionalProperties'] === true;
}
