/**
 * What a kept release promised and this build does not keep: operations, parameters, fields, events, named types, codes,
 * frames of the hub's link and columns of export files that are gone, mean something else, or are for fewer. What a
 * release declared deprecated may go once its notice has ended.
 */
import { comparer, type Direction, type Tell } from './fitting-schema.ts';
import type { Json, Surface } from './surface.ts';

/** Sentences, none if everything is kept. `noticed` are the releases in which deprecations may have been declared. */
export function brokenPromises(
  before: Surface,
  now: Surface,
  noticed: readonly Surface[] = [before],
): string[] {
  const { version } = now.description['info'] as { version: string };
  const ended = endedNotices(noticed, version);
  const broken = new Set<string>();
  const tell: Tell = (at, what) => {
    const isEnded = what === 'is gone' && ended.has(at);
    if (!isEnded) broken.add(`${at} ${what}`);
  };
  const whole = { before: before.description, now: now.description };
  const named = (side: 'before' | 'now', reference: string): Json | undefined =>
    lookUp(whole[side], reference);
  const compare = comparer(named, tell);
  const compareIn = (direction: Direction, at: string, old: Json, present: Json | undefined): void => {
    if (present) compare({ before: old, now: present, direction, at });
    else tell(at, 'is gone');
  };
  const present = operationsOf(now.description);
  for (const [place, operation] of operationsOf(before.description)) {
    const other = present.get(place);
    if (other) compareOperation(place, operation, other, { compareIn, named, tell });
    else tell(place, 'is gone');
  }
  for (const [name, { post }] of Object.entries<Json>(before.description['webhooks']))
    compareIn('answered', `EVENT ${name}`, bodyOf(post), bodyOf(now.description['webhooks'][name]?.post));
  for (const [message, schema] of Object.entries(before.hub))
    compareIn('sent', message, schema, now.hub[message]);
  for (const [message, schema] of Object.entries(before.relay))
    compareIn('answered', message, schema, now.relay[message]);
  tellOfAccess(before.permissions, now.permissions, tell);
  for (const [file, columns] of Object.entries(before.columns))
    for (const column of columns)
      if (!now.columns[file]?.includes(column)) tell(`FILE ${file} ${column}`, 'is gone');
  for (const [code, status] of Object.entries(before.codes)) {
    if (now.codes[code] === undefined) tell(code, 'is gone');
    else if (now.codes[code] !== status) tell(code, `was ${status} and is ${now.codes[code]}`);
  }
  return [...broken];
}

/** Whoever was let in by one of its permissions still is. What is gone has been told of. */
function tellOfAccess(before: Surface['permissions'], now: Surface['permissions'], tell: Tell): void {
  for (const [place, permissions] of Object.entries(before)) {
    const present = now[place];
    if (!present || present.length === 0) continue;
    const shut = permissions.filter((permission) => !present.includes(permission));
    if (shut.length > 0) tell(place, `is not open to ${shut.join(', ')} any more`);
    if (permissions.length === 0) tell(place, `was open to every token and asks for ${present.join(' or ')}`);
  }
}

interface Means {
  compareIn: (direction: Direction, at: string, old: Json, present: Json | undefined) => void;
  named: (side: 'before' | 'now', reference: string) => Json | undefined;
  tell: Tell;
}

function compareOperation(place: string, old: Json, present: Json, { compareIn, named, tell }: Means): void {
  if (old['operationId'] !== present['operationId']) tell(place, `is now called ${present['operationId']}`);
  const parameters = (side: 'before' | 'now', operation: Json): Map<string, Json> =>
    new Map(
      (operation['parameters'] as Json[] | undefined)
        ?.map((one) => (one['$ref'] ? named(side, one['$ref'])! : one))
        .map((one) => [`${one['in']} ${one['name']}`, one]),
    );
  const [asked, takes] = [parameters('before', old), parameters('now', present)];
  for (const [name, { schema }] of asked)
    compareIn('sent', `${place} ${name}`, schema, takes.get(name)?.['schema']);
  for (const [name, { required }] of takes)
    if (required && !asked.get(name)?.['required']) tell(`${place} ${name}`, 'has to be sent');
  compareContents('sent', `${place} body`, old['requestBody'], present['requestBody'], compareIn);
  if (present['requestBody']?.required && !old['requestBody']?.required)
    tell(`${place} body`, 'has to be sent');
  for (const [status, answer] of Object.entries<Json>(old['responses'])) {
    const other = present['responses'][status];
    if (!other) {
      if (status < '400') tell(`${place} ${status}`, 'is gone');
    } else
      compareContents(
        'answered',
        `${place} ${status}`,
        answer['$ref'] ? named('before', answer['$ref']) : answer,
        other['$ref'] ? named('now', other['$ref']) : other,
        compareIn,
      );
  }
}

function compareContents(
  direction: Direction,
  at: string,
  old: Json | undefined,
  present: Json | undefined,
  compareIn: Means['compareIn'],
): void {
  for (const [type, { schema }] of Object.entries<Json>(old?.['content'] ?? {})) {
    const place = type === 'application/json' ? at : `${at} ${type}`;
    compareIn(direction, place, schema, present?.['content']?.[type]?.schema);
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function operationsOf({ paths }: Json): Map<string, Json> {
  return new Map(
    Object.entries<Json>(paths).flatMap(([path, item]) =>
      methods
        .filter((method) => item[method])
        .map((method): [string, Json] => [`${method.toUpperCase()} ${path}`, item[method]]),
    ),
  );
}

function bodyOf(post: Json | undefined): any {
  return post?.['requestBody'].content['application/json'].schema;
}

function lookUp(description: Json, reference: string): Json | undefined {
  return reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, name) => inner?.[name], description);
}

// As `deprecationWords` has it.
const notice = /^Deprecated since \S+, gone in (\S+) and/;

/** Operations, parameters and fields whose notice is over in this version, by where they stand. */
function endedNotices(releases: readonly Surface[], version: string): Set<string> {
  const ended = new Set<string>();
  const look = (at: string, { description }: Json): void => {
    const [, until] = notice.exec(description ?? '') ?? [];
    if (until !== undefined && isReached(until, version)) ended.add(at);
  };
  const walk = (at: string, schema: Json): void => {
    look(at, schema);
    for (const [name, field] of Object.entries<Json>(schema['properties'] ?? {}))
      walk(`${at}.${name}`, field);
    for (const inner of [schema['items'], schema['additionalProperties'], ...(schema['anyOf'] ?? [])])
      if (typeof inner === 'object') walk(inner === schema['items'] ? `${at}[]` : at, inner);
  };
  for (const { description } of releases) {
    for (const [place, operation] of operationsOf(description)) {
      look(place, operation);
      for (const one of operation['parameters'] ?? []) look(`${place} ${one['in']} ${one['name']}`, one);
    }
    for (const [name, schema] of Object.entries<Json>(description['components'].schemas)) walk(name, schema);
  }
  return ended;
}

function isReached(until: string, version: string): boolean {
  const [end, present] = [until, version].map((one) => one.split('-')[0]!.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const at = end.findIndex((part, index) => part !== present[index]);
  return at < 0 || present[at]! > end[at]!;
}
