/** Everything that can be searched: the written pages by heading, errors by code, states, operations with their fields. */
import { stateMachines } from '../../domain/state-machines.ts';
import type { Json } from '../openapi/openapi-components.ts';
import { explainedCodes } from './errors.ts';
import { anchorOf, readDocument } from './markdown.ts';
import type { Section } from './search.ts';
import type { WrittenPage } from './shelf.ts';

/** A page's parts between its headings, without the marks of Markdown. */
function partsOf({ address, title, text }: WrittenPage): Section[] {
  return text.split(/^#{2,3} /m).map((part, at) => {
    const [heading = '', ...lines] = part.split('\n');
    const words = lines.join('\n').replaceAll(/[`*|]|\]\([^)]*\)|\[/g, '');
    return at === 0
      ? { address, title, text: words }
      : {
          address: `${address}#${anchorOf(heading)}`,
          title: `${title}: ${heading.replaceAll('`', '')}`,
          text: words,
        };
  });
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name?: string }[];
  requestBody?: unknown;
  responses?: unknown;
}

type Schemas = Record<string, unknown>;

/** The names of the fields that a request or an answer has, however deep. */
function fieldsOf(part: unknown, schemas: Schemas, found: Set<string>, seen: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.split('/').at(-1)!;
      if (seen.has(name)) continue;
      seen.add(name);
      fieldsOf(schemas[name], schemas, found, seen);
    } else if (key === 'properties') {
      for (const [field, schema] of Object.entries(value as Schemas)) {
        found.add(field);
        fieldsOf(schema, schemas, found, seen);
      }
    } else if (key !== 'example' && key !== 'examples') fieldsOf(value, schemas, found, seen);
  }
}

function operationsOf(description: Json): Section[] {
  const { paths, components } = description as {
    paths: Record<string, Record<string, Operation>>;
    components?: { schemas?: Schemas };
  };
  const schemas = components?.schemas ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { summary, description: words = '', tags: [tag] = [], parameters = [] } = operation;
      if (!operation.operationId || tag === undefined) return [];
      const anchor = `tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`;
      const fields = new Set(parameters.flatMap(({ name }) => name ?? []));
      fieldsOf([operation.requestBody, operation.responses], schemas, fields, new Set());
      const title = `${method.toUpperCase()} ${path}: ${summary ?? ''}`;
      return [
        {
          address: `/docs/reference#${anchor}`,
          title,
          text: [operation.operationId, words, ...fields].join(' '),
        },
      ];
    }),
  );
}

export function everySection(pages: readonly WrittenPage[], description: Json): Section[] {
  const errors = explainedCodes().map(({ code, words }) => ({
    address: `/docs/errors#${code}`,
    title: `Error ${code}`,
    text: words.replaceAll(/[`*]/g, ''),
  }));
  const states = Object.values(stateMachines).map(({ subject, transitions }) => ({
    address: `/docs/states#${subject.replaceAll(' ', '-')}`,
    title: `States of ${subject}`,
    text: transitions.map(([action, from, to]) => `${action}: ${from.join(', ')} to ${to}`).join('; '),
  }));
  const changes = { address: '/docs/changelog', title: 'Changelog', text: readDocument('changelog.md') };
  return [...pages.flatMap(partsOf), ...errors, ...states, ...partsOf(changes), ...operationsOf(description)];
}
