/**
 * Chooses one exchange for each request and each success response of an operation: always the same one from the same
 * recordings.
 */
import type { Examples, OperationExamples } from '../../api/openapi/examples.ts';
import type { Exchange } from './exchange.ts';
import type { Operation } from './fitting.ts';
import { normalised } from './normalise.ts';

const charactersMax = 8_000;

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
    if (examples.requests || examples.answers) chosen[operation.name] = examples;
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
  const byWorth = own.map((one) => normalised(one)).toSorted((a, b) => worth(b) - worth(a) || compare(a, b));
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
  };
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

/** The more an example shows the better, up to what a reader takes in. */
function worth({ request, answer }: Exchange): number {
  const text = JSON.stringify([request, answer]);
  const said = text.length - 6 * (text.match(/null|\[\]|\{\}/g) ?? []).length;
  return text.length > charactersMax ? -text.length : said;
}

function compare(a: Exchange, b: Exchange): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
