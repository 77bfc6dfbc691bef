/** The whole surface of the description in a few hundred short lines: breaking changes show in a review. */
type Json = Record<string, any>;

/** One line per operation, one per named schema. */
export function surfaceLines(description: Json): string[] {
  const operations = Object.entries<Json>(description['paths']).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(
      ([method, operation]) => `${method.toUpperCase()} ${path} ${operationWords(operation)}`,
    ),
  );
  const schemas = Object.entries<Json>(description['components']['schemas']).map(
    ([name, schema]) => `${name} = ${schemaWords(schema)}`,
  );
  const events = Object.entries<Json>(description['webhooks']).map(
    ([name, { post }]) => `EVENT ${name} (${contentWords(post['requestBody']['content'])})`,
  );
  return [...operations.toSorted(), '', ...events.toSorted(), '', ...schemas.toSorted()];
}

function operationWords({ operationId, parameters, requestBody, responses }: Json): string {
  const asked = (parameters as Json[])
    .filter((one) => one['in'] === 'query')
    .map((one) => `${one['name']}: ${schemaWords(one['schema'])}`);
  const body = requestBody ? ` (${contentWords(requestBody['content'])})` : '';
  const answers = Object.entries<Json>(responses)
    .filter(([status]) => status < '300')
    .map(
      ([status, answer]) => `${status} ${answer['$ref'] ? nameOf(answer) : contentWords(answer['content'])}`,
    );
  const query = asked.length > 0 ? ` ?{${asked.join(', ')}}` : '';
  return `${operationId}${query}${body} -> ${answers.join(' | ')}`;
}

function contentWords(content: Json): string {
  return Object.entries<Json>(content)
    .map(([type, { schema }]) => (type === 'application/json' ? schemaWords(schema) : type))
    .join(' or ');
}

function nameOf({ $ref }: Json): string {
  return ($ref as string).split('/').at(-1)!;
}

export function schemaWords(schema: Json): string {
  if (schema['$ref']) return nameOf(schema);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (schema['anyOf']) return (schema['anyOf'] as Json[]).map(schemaWords).join(' | ');
  const types: string[] = [schema['type'] ?? 'any'].flat();
  if (schema['enum']) return (schema['enum'] as unknown[]).map(String).join(' | ');
  return types.map((type) => typeWords(type, schema)).join(' | ');
}

function typeWords(type: string, schema: Json): string {
  if (type === 'array') return `[${schemaWords(schema['items'] ?? {})}]`;
  if (type === 'string') return schema['format'] ?? 'string';
  if (type !== 'object' || !schema['properties']) return type;
  const required: string[] = schema['required'] ?? [];
  const fields = Object.entries<Json>(schema['properties']).map(
    ([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${schemaWords(inner)}`,
  );
  return `{${fields.join(', ')}}`;
}
