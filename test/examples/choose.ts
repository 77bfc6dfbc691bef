/** Chooses one exchange for each request and each success answer of an operation: the same from the same recordings. */
import type { DocumentExample, Examples, OperationExamples } from '../../api/openapi/examples.ts';
import type { Exchange } from './exchange.ts';
import type { Operation } from './fitting.ts';
import { normalised } from './normalise.ts';

const charactersMax = 8_000;

type Documents = NonNullable<OperationExamples['documents']>;

/**
 * A kept example stays as long as it fits, so that a new run changes only what has to change; whatever is missing or no
 * longer fits comes from the recordings.
 */
export function chooseExamples(
  operations: readonly Operation[],
  kept: Examples,
  recorded: readonly Exchange[],
): Examples {
  const chosen: Examples = {};
  for (const operation of operations) {
    const own = recorded.filter(({ method, path }) => operation.matches(method, path));
    const examples = chooseFor(operation, kept[operation.name] ?? {}, own);
    if (Object.keys(examples).length > 0) chosen[operation.name] = examples;
  }
  return Object.fromEntries(Object.entries(chosen).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function chooseFor(
  operation: Operation,
  kept: OperationExamples,
  own: readonly Exchange[],
): OperationExamples {
  const requests = fittingOf(kept.requests, (name, value) =>
    operation.misfit({ requests: { [name]: value } }),
  );
  const answers = fittingOf(kept.answers, (status, value) =>
    operation.misfit({ answers: { [status]: value } }),
  );
  const documents = documentsFor(operation, kept.documents ?? {}, own);
  const byWorth = own
    .filter(({ document }) => !document)
    .map((one) => normalised(one))
    .toSorted((a, b) => worth(b) - worth(a) || compare(a, b));
  for (const { request, answer, status } of byWorth) {
    const name = nameOf(request);
    const isAsked = operation.takesBody && typeof request === 'object' && request !== null;
    if (isAsked && !requests[name] && !operation.misfit({ requests: { [name]: request } }))
      requests[name] = request;
    if (!answers[status] && !operation.misfit({ answers: { [status]: answer } })) answers[status] = answer;
  }
  return {
    ...(Object.keys(requests).length > 0 ? { requests } : {}),
    ...(Object.keys(answers).length > 0 ? { answers } : {}),
    ...(Object.keys(documents).length > 0 ? { documents } : {}),
  };
}

/** One document for each that is described: the one that says most. */
function documentsFor(operation: Operation, kept: Documents, own: readonly Exchange[]): Documents {
  const chosen: Documents = {};
  const byWorth = own
    .filter(({ document }) => document)
    .map((one) => normalised(one))
    .toSorted((a, b) => worth(b) - worth(a) || compare(a, b));
  for (const { status, types } of operation.documents) {
    const recorded = byWorth.flatMap(({ document, status: answered }) =>
      document && String(answered) === status ? [[document.type, exampleOf(document)] as const] : [],
    );
    const all = [...Object.entries(kept[status] ?? {}), ...recorded];
    const fitting = all.find(
      ([type, example]) =>
        types.includes(type) && !operation.misfit({ documents: { [status]: { [type]: example } } }),
    );
    if (fitting) chosen[status] = { ...chosen[status], [fitting[0]]: fitting[1] };
  }
  return chosen;
}

function exampleOf({ type: _type, ...example }: NonNullable<Exchange['document']>): DocumentExample {
  return example;
}

function nameOf(request: unknown): string {
  const action = (request as { action?: unknown } | undefined)?.action;
  return typeof action === 'string' ? action : 'request';
}

function fittingOf(
  kept: Record<string, unknown> = {},
  misfit: (name: string, value: unknown) => string | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => misfit(name, value) === undefined),
  );
}

/** More that is said is worth more, up to what a reader takes in. */
function worth({ request, answer, document }: Exchange): number {
  const text = JSON.stringify([request, answer, document]);
  const said = text.length - 6 * (text.match(/null|\[\]|\{\}/g) ?? []).length;
  return text.length > charactersMax ? -text.length : said;
}

function compare(a: Exchange, b: Exchange): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
