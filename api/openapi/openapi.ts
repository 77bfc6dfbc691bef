/** OpenAPI 3.1, computed from the endpoint definitions, so the description cannot differ from what is served. */
import type Joi from 'joi';
import { deprecationWords } from '../../domain/deprecation.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import {
  isWrite,
  type ActionsEndpoint,
  type BatchEndpoint,
  type CommandEndpoint,
  type Endpoint,
  type QueryEndpoint,
  type StreamEndpoint,
} from '../http/endpoint.ts';
import { withFieldWords } from './field-words.ts';
import { jsonSchema } from './json-schema.ts';
import {
  asOfFact,
  asOfHeader,
  components,
  jsonContent,
  nextPageHeader,
  pageFacts,
  sharedSchemas,
  v1PageFacts,
  type Json,
} from './openapi-components.ts';
import { describeEvents } from './openapi-events.ts';
import { inNamingOrder, operationIds, pascal, viewName } from './openapi-names.ts';
import { namedSchemas, type NamedSchemas } from './openapi-schemas.ts';
import { tagGroups, tagOf, tagsOf } from './openapi-tags.ts';
import { withWords } from './parameter-words.ts';
import { version } from './version.ts';
import { bodyOf } from '../http/run/validate-body.ts';
import { pathParams, surfaceOf } from '../http/surface.ts';

const ref = (name: string): Json => ({ $ref: `#/components/${name}` });

/** What an operation is described with: its id, and the registry that names its schemas. */
interface Described {
  id: string;
  schemas: NamedSchemas;
}

/** The description of every endpoint on both surfaces, and of paths that take no token. */
export function describeApi(endpoints: readonly Endpoint[], beside: Record<string, Json> = {}): Json {
  const schemas = namedSchemas(sharedSchemas());
  const ids = operationIds(endpoints);
  const operations = new Map(
    inNamingOrder(endpoints).map((endpoint) => [
      endpoint,
      operation(endpoint, { id: ids.get(endpoint)!, schemas }),
    ]),
  );
  const paths: Record<string, Json> = { ...beside };
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operations.get(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Warehouse, Order and Accounting Platform API',
      version,
      description:
        'The tenant API (/api) and the versioned reference API (/v1). Every write is a command that is carried out exactly once and accepts Idempotency-Key; with Prefer: respond-async, a write that is queued answers 202 with an operation to follow.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tagsOf(endpoints),
    'x-tagGroups': tagGroups(endpoints),
    paths,
    webhooks: describeEvents(schemas),
    components: { ...components(), schemas: schemas.all() },
  };
}

function operation(endpoint: Endpoint, described: Described): Json {
  const { deprecated } = endpoint;
  return {
    operationId: described.id,
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    ...(deprecated ? { deprecated: true } : {}),
    description: [deprecated && deprecationWords(deprecated), endpoint.description, permissionWords(endpoint)]
      .filter(Boolean)
      .join('\n\n'),
    parameters: parameters(endpoint),
    ...(isWrite(endpoint) ? { requestBody: requestBody(endpoint, described) } : {}),
    responses: responses(endpoint, described),
  };
}

function permissionWords(endpoint: Endpoint): string {
  if (endpoint.kind === 'actions') {
    const each = Object.entries(endpoint.actions).map(
      ([action, { permission }]) => `${action}: ${permission}`,
    );
    return `Permission by action: ${each.join(', ')}${endpoint.edit ? `; editing: ${endpoint.edit.permission}` : ''}.`;
  }
  const { permission } = endpoint;
  if (typeof permission === 'string') return `Permission: ${permission}.`;
  return 'open' in permission
    ? `Open to every token: ${permission.reason}`
    : `Any one permission of: ${permission.join(', ')}.`;
}

function parameters(endpoint: Endpoint): Json[] {
  const inPath = pathParams(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: endpoint.params?.[name]
      ? jsonSchema(endpoint.params[name], 'input')
      : { type: 'string', format: 'uuid' },
  }));
  const headers: Json[] = [
    ...(surfaceOf(endpoint.path) === 'tenant' ? [ref('parameters/OrganizationId')] : []),
    ...(isWrite(endpoint) ? [ref('parameters/IdempotencyKey'), ref('parameters/Prefer')] : []),
  ];
  const query = 'query' in endpoint && endpoint.query ? queryParameters(endpoint.query) : [];
  return [...[...inPath, ...query].map(withWords), ...headers];
}

function queryParameters(schema: Joi.AnySchema): Json[] {
  const { properties = {} } = jsonSchema(schema, 'input') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, { description, deprecated, ...property }]) => ({
    name,
    in: 'query',
    ...(description ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    schema: property,
  }));
}

function requestBody(
  endpoint: CommandEndpoint | ActionsEndpoint | BatchEndpoint,
  { id, schemas }: Described,
): Json {
  const name = `${pascal(id)}Input`;
  if (endpoint.kind === 'batch') {
    return {
      required: true,
      content: jsonContent(schemas.input(name, jsonSchema(endpoint.body, 'input'))),
    };
  }
  const { pathToInput } = endpoint;
  if (endpoint.kind === 'command') {
    const schema = endpoint.body
      ? jsonSchema(endpoint.body, 'input')
      : bodySchema(endpoint.command, pathToInput);
    return {
      required: ((schema['required'] as string[] | undefined) ?? []).length > 0,
      content: {
        ...jsonContent(schemas.input(name, schema)),
        ...formContent(endpoint, schema),
        ...Object.fromEntries(endpoint.fileTypes.map((type) => [type, { schema: { type: 'string' } }])),
      },
    };
  }
  const modes = Object.entries(endpoint.actions).map(([action, { command }]) =>
    schemas.input(
      `${pascal(command.name.split('.').at(-1)!)}Input`,
      withAction(action, bodySchema(command, pathToInput)),
    ),
  );
  if (endpoint.edit) modes.push(schemas.input(name, bodySchema(endpoint.edit.command, pathToInput)));
  return { required: true, content: jsonContent(modes.length === 1 ? modes[0]! : { anyOf: modes }) };
}

/** The same fields as a form, for an endpoint that takes files: each file is a part named after its field. */
function formContent({ formFiles }: CommandEndpoint, schema: Json): Json {
  if (formFiles.length === 0) return {};
  const fields = schema['properties'] as Record<string, Json>;
  const files = formFiles.map((field): [string, Json] => {
    const words = fields[field]?.['description'];
    const parts = { type: 'array', items: { type: 'string', format: 'binary' } };
    return [field, words === undefined ? parts : { description: words, ...parts }];
  });
  const form = { ...schema, properties: { ...fields, ...Object.fromEntries(files) } };
  return { 'multipart/form-data': { schema: withFieldWords(form) } };
}

/** The command's input without the fields the path fills: joi describes a forbidden field as if it could be sent. */
function bodySchema(command: AnyCommand, pathToInput: Record<string, string>): Json {
  const described = jsonSchema(bodyOf(command, pathToInput), 'input');
  const filled = new Set(Object.values(pathToInput));
  const properties = Object.entries((described['properties'] ?? {}) as Record<string, Json>);
  const required = ((described['required'] ?? []) as string[]).filter((name) => !filled.has(name));
  return {
    ...described,
    properties: Object.fromEntries(properties.filter(([name]) => !filled.has(name))),
    required: required.length > 0 ? required : undefined,
  };
}

function withAction(action: string, schema: Json): Json {
  return {
    ...schema,
    title: action,
    properties: { action: { const: action }, ...(schema['properties'] as Json) },
    required: ['action', ...((schema['required'] as string[] | undefined) ?? [])],
  };
}

function responses(endpoint: Endpoint, described: Described): Json {
  const errors = Object.fromEntries(
    [
      '400',
      '401',
      '403',
      '404',
      '409',
      '421',
      '429',
      '503',
      ...(isWrite(endpoint) ? ['413', '415', '422'] : []),
    ].map((status) => [
      status,
      ref(`responses/${surfaceOf(endpoint.path) === 'tenant' ? 'Error' : 'V1Error'}`),
    ]),
  );
  if (endpoint.kind === 'stream') {
    return {
      200: {
        description: 'A stream of server-sent events.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...errors,
    };
  }
  if (endpoint.kind === 'query')
    return {
      200: {
        description: 'The answer.',
        headers: { ...(endpoint.isList ? nextPageHeader : {}), ...asOfHeader },
        content: queryContent(endpoint, described),
      },
      ...errors,
    };
  const status = endpoint.kind === 'command' ? endpoint.status : 200;
  const success = {
    description: 'Done.',
    content: jsonContent(envelope(endpoint, view(endpoint, described))),
  };
  return {
    [status]: success,
    // A create that finds an existing record instead answers 200 with it.
    ...(status === 201 ? { 200: success } : {}),
    ...(status === 202 || endpoint.kind === 'batch'
      ? {}
      : endpoint.kind === 'command' && endpoint.isSettled
        ? { 202: { ...success, description: 'Not settled yet: as it stands.' } }
        : { 202: ref(`responses/${surfaceOf(endpoint.path) === 'tenant' ? 'Accepted' : 'V1Accepted'}`) }),
    ...errors,
  };
}

function view(endpoint: Exclude<Endpoint, StreamEndpoint>, { id, schemas }: Described): Json {
  const name = viewName(endpoint, id);
  const names = endpoint.kind === 'query' && endpoint.isList ? [name, `${name}Row`] : [name];
  return schemas.view(names, jsonSchema(endpoint.returns, 'output'));
}

function queryContent(endpoint: QueryEndpoint, described: Described): Json {
  const streamed = endpoint.stream ? ['text/event-stream'] : [];
  const files = Object.fromEntries(
    [...endpoint.files, ...streamed].map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  );
  if (endpoint.isFileAlone) return files;
  const answer = view(endpoint, described);
  if (!endpoint.isList) return { ...jsonContent(envelope(endpoint, answer)), ...files };
  const rows = { type: 'array', items: answer };
  const listed =
    surfaceOf(endpoint.path) === 'tenant'
      ? {
          type: 'object',
          required: ['ok', 'data', 'meta'],
          properties: { ok: { const: true }, data: rows, meta: ref('schemas/PageFacts') },
        }
      : {
          type: 'object',
          required: ['data', ...Object.keys(pageFacts)],
          properties: { data: rows, ...v1PageFacts },
        };
  return { ...jsonContent(listed), ...files };
}

function envelope(endpoint: Endpoint, view: Json): Json {
  if (surfaceOf(endpoint.path) === 'v1') return view;
  const meta = endpoint.kind === 'query' ? { type: 'object', properties: asOfFact } : { type: 'object' };
  return {
    type: 'object',
    required: ['ok', 'data'],
    properties: { ok: { const: true }, data: view, meta },
  };
}
