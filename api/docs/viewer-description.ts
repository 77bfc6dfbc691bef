/**
 * The description in the form the reference's viewer needs for requests that work when Send is pressed: the organization
 * is part of who one is, entered once beside the token instead of at each operation, and no filter is ticked by itself.
 * Everything here is plain OpenAPI or the viewer's own mark in the document: no hook of its program, which have changed.
 */
import type { Json } from '../openapi/openapi-components.ts';

type Operation = Json & { parameters?: Json[] };

const organization = {
  type: 'apiKey',
  in: 'header',
  name: 'x-organization-id',
  description: "The organization's id, the one the token belongs to.",
};

export function viewerDescription(description: Json): Json {
  const { info, components, paths } = description as Record<'info' | 'components' | 'paths', Json>;
  return {
    ...description,
    info: {
      ...info,
      description: `${String(info['description'])}\n\nAs a document: [/api/openapi.json](/api/openapi.json).`,
    },
    security: [{ bearer: [], organization: [] }],
    paths: mapped(paths, (methods) => mapped(methods as Json, (each) => sendable(each as Operation))),
    components: {
      ...components,
      securitySchemes: { ...(components['securitySchemes'] as Json), organization },
    },
  };
}

function sendable({ parameters = [], ...operation }: Operation): Operation {
  const own = parameters.filter((one) => one['$ref'] !== '#/components/parameters/OrganizationId');
  const isOfOrganization = own.length < parameters.length;
  return {
    ...operation,
    ...(isOfOrganization ? {} : { security: operation['security'] ?? [{ bearer: [] }] }),
    parameters: own.map(unticked),
  };
}

/** The viewer ticks every parameter that has an example, a default or a choice, and would send the first of its values. */
function unticked(parameter: Json): Json {
  if (parameter['in'] !== 'query' || parameter['required'] === true) return parameter;
  const { default: usual, enum: choice } = parameter['schema'] as { default?: unknown; enum?: unknown[] };
  const value = usual ?? choice?.[0];
  const examples = parameter['examples'] ?? (value === undefined ? undefined : { default: { value } });
  if (!examples) return parameter;
  return {
    ...parameter,
    examples: mapped(examples as Json, (one) => ({ ...(one as Json), 'x-disabled': true })),
  };
}

function mapped(record: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
