/** Checks responses against the API description that the service itself publishes. */
import { schemaChecks } from './json-schema.ts';
import { describedOperations, type DescribedOperations } from './described-operations.ts';

interface Operation {
  answers: Record<string, object | null>;
  check: ReturnType<typeof schemaChecks>;
}

let described: Promise<DescribedOperations> | undefined;
const met = new Map<number, Operation>();

/** Throws if the description does not name such a response, or gives it another shape. */
export async function assertDescribed(
  url: string,
  method: string,
  path: string,
  answer: { status: number; body: unknown },
): Promise<void> {
  const operations = await (described ??= describedOperations(url));
  const bare = path.split('?')[0]!;
  const index = operations.indexOf(method, bare);
  if (index === -1) return;
  const { answers, check } = operationAt(operations, index);
  const schema = answers[answer.status];
  if (schema === undefined) {
    if (answer.status < 500)
      throw new Error(`${method} ${bare} answered ${answer.status}, which its description does not name.`);
    return;
  }
  const problem = schema && check(schema)(answer.body);
  if (problem)
    throw new Error(`${method} ${bare} answered ${answer.status} outside its description: ${problem}`);
}

function operationAt(operations: DescribedOperations, index: number): Operation {
  const known = met.get(index);
  if (known) return known;
  const { answers, schemas } = operations.at(index);
  const operation = { answers, check: schemaChecks(schemas) };
  met.set(index, operation);
  return operation;
}
