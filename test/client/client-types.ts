/**
 * The types and the operations of the client package, generated from the served description. What the client does by
 * itself (headers, refusals, waiting for a 202) is removed first, so that a caller sees only what it sends and gets.
 */
import { register } from 'node:module';
import { webhookDescription } from '../../api/inbound/webhook-description.ts';
import { describeApi } from '../../api/openapi/openapi.ts';
import { everyEndpoint } from '../http/endpoints.ts';

type Json = Record<string, any>;

// The generator needs the compiler API from before version 7, which is installed under another name.
const hook = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);`;

const banner = (what: string): string =>
  `/** ${what}: generated from its description by \`npm run client:types\`, not written by hand. */\n`;

/** What is generated, by its file. */
export async function clientFiles(): Promise<Record<string, string>> {
  return { 'client/src/description.ts': await types(), 'client/src/operations.ts': operations() };
}

async function types(): Promise<string> {
  register(`data:text/javascript,${encodeURIComponent(hook)}`, import.meta.url);
  const { default: generate, astToString } = await import('openapi-typescript');
  const text = astToString(
    await generate(JSON.stringify(forCallers(describeApi(everyEndpoint, webhookDescription)))),
  );
  return banner('What the platform takes and answers') + withoutEmptiness(text);
}

/** The method and path of each operation that answers JSON; documents and streams are asked for by path. */
function operations(): string {
  const { paths } = describeApi(everyEndpoint) as Json;
  const lines = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([, { responses }]) => success(responses)[200].content['application/json'])
      .map(([method, { operationId }]) => `\t${operationId}: ['${method}', '${path}'],\n`),
  );
  const text = `export const operations = {\n${lines.toSorted().join('')}} as const;\n`;
  return banner("The platform's operations, by id") + text;
}

/** Drops lines that carry no information, and uses tabs for four spaces: that was half of the file. */
function withoutEmptiness(text: string): string {
  return text
    .replaceAll(/^ *\w+\?: never;\n/gm, '')
    .replaceAll(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, '')
    .replaceAll(/\{\n *\}/g, '{}')
    .replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}

function forCallers(description: Json): Json {
  const { paths, webhooks, components, ...rest } = openObjects(description) as Json;
  return {
    ...rest,
    paths: mapValues(paths, (methods) => mapValues(methods, operation)),
    components: { schemas: reachable({ ...components.schemas, PlatformEvent: anyEvent(webhooks) }, paths) },
  };
}

function operation({ summary, parameters, requestBody, responses }: Json): Json {
  const own = parameters.filter(({ $ref }: Json) => $ref === undefined);
  return { summary, parameters: own, requestBody, responses: success(responses) };
}

/** The one answer a caller gets in the end: a create's 200 has the shape of its 201, and a 202 is waited for. */
function success(responses: Json): Json {
  const status = ['201', '200', '202'].find((one) => responses[one] !== undefined)!;
  return { 200: { ...responses[status], headers: undefined } };
}

function anyEvent(webhooks: Json): Json {
  return {
    description: 'Whatever an endpoint may be sent, told apart by its type.',
    oneOf: Object.values(webhooks).map(
      ({ post }: any) => post.requestBody.content['application/json'].schema,
    ),
  };
}

/** The schemas callers meet, in paths, events and refusals. */
function reachable(schemas: Json, paths: Json): Json {
  const kept = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === undefined || kept.has(name)) continue;
      kept.add(name);
      visit(schemas[name]);
    }
  };
  const refer = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  visit([
    mapValues(paths, (methods) => mapValues(methods, operation)),
    ...['PlatformEvent', 'RefusalFacts', 'ValidationProblem', 'AcceptedOperation'].map(refer),
  ]);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name)));
}

/** An object that names no fields allows any: the generator would allow none. */
function openObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(openObjects);
  if (typeof node !== 'object' || node === null) return node;
  const whole: Json = mapValues(node, openObjects);
  const isBare =
    [whole['type']].flat().includes('object') &&
    !whole['properties'] &&
    whole['additionalProperties'] === undefined;
  return isBare ? { ...whole, additionalProperties: true } : whole;
}

function mapValues(record: Json, map: (value: any) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
