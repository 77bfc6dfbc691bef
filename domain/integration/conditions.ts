/**
 * JSONLogic within limits. The condition comes from a tenant and the event from a stranger, and both are evaluated in a
 * process that works for everyone: each part that is evaluated and every value it handles is counted, and evaluation
 * ends at the limit. Lists and objects are never converted to text or numbers implicitly, since nobody counts that
 * work.
 */
import { cutText } from '../cut-text.ts';
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { Refusal } from '../refusal.ts';

export type Conditions = Record<string, unknown>;

/** Parts evaluated for one condition on one event: fifty for each line of an order of a thousand lines. */
export const stepsMax = 50_000;
const charactersPerStep = 16;

let stepsLeft = 0;

/**
 * Whether an event meets a condition; without one it always does. Refuses 400 FLOW_INVALID for a condition that takes
 * too many steps or cannot be evaluated for this event.
 */
export function holds(conditions: Conditions | undefined, facts: object): boolean {
  if (!conditions) return true;
  stepsLeft = stepsMax;
  try {
    return jsonLogic.truthy(jsonLogic.apply(conditions as RulesLogic, facts));
  } catch (fault) {
    if (fault instanceof Refusal) throw fault;
    const why = cutText((fault as Error).message, 200);
    throw new Refusal('FLOW_INVALID', `A condition cannot be worked out over this event: ${why}`);
  }
}

function charge(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft < 0)
    throw new Refusal(
      'FLOW_INVALID',
      `A condition takes more than ${stepsMax} steps over this event; make it simpler.`,
    );
}

/** Charges what is read or copied by its size. */
function weighed<T>(value: T): T {
  if (typeof value === 'string') charge(value.length / charactersPerStep);
  else if (Array.isArray(value)) charge(value.length);
  return value;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const asNumber = (value: unknown): unknown => (isPlain(value) ? weighed(value) : Number.NaN);
/** A list becomes its plain values joined by commas; anything nested deeper becomes nothing. */
const asText = (value: unknown): unknown =>
  weighed(Array.isArray(value) ? weighed(value).filter(isPlain).join() : isPlain(value) ? value : '');

/** Converts the operands of operators that would otherwise coerce whatever they get. */
const operandsOf = new Map<string, (value: unknown) => unknown>([
  ...['<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'min', 'max'].map((name) => [name, asNumber] as const),
  ...['cat', 'substr'].map((name) => [name, asText] as const),
]);

// The library calls itself by this name for every part of a condition, so each of them is counted here.
const library = jsonLogic.apply;
Object.assign(jsonLogic, { apply });

function apply(logic: unknown, data: unknown): unknown {
  charge(1);
  if (!jsonLogic.is_logic(logic)) return library(logic as RulesLogic, data);
  const [[operator, given] = ['', undefined]] = Object.entries(logic as Conditions);
  const isComparison = operator === '==' || operator === '!=';
  const operandOf = operandsOf.get(operator);
  if (!isComparison && !operandOf) return library(logic as RulesLogic, data);
  const values: unknown[] = (Array.isArray(given) ? given : [given]).map((one) => apply(one, data));
  if (!isComparison) return library({ [operator]: values.map(operandOf!) } as RulesLogic, data);
  const [a, b] = values;
  // A list or an object equals only itself.
  if (!isPlain(a) || !isPlain(b)) return (a === b) === (operator === '==');
  return library({ [operator]: [weighed(a), weighed(b)] } as RulesLogic, data);
}

jsonLogic.rm_operation('log');
jsonLogic.add_operation('in', (sought: unknown, where: unknown) => {
  if (Array.isArray(where)) return weighed(where).includes(sought);
  return typeof where === 'string' && isPlain(sought) && weighed(where).includes(String(sought));
});
jsonLogic.add_operation('merge', (...lists: unknown[]) => lists.flatMap((list) => weighed(list)));
jsonLogic.add_operation('var', function (this: unknown, path: unknown, otherwise: unknown = null) {
  if (path === undefined || path === '' || path === null) return this;
  if (typeof path !== 'string' && typeof path !== 'number') return otherwise;
  const value = fieldOf(this, String(weighed(path)).split('.'));
  return value === undefined ? otherwise : value;
});

/** The value an event has at this path; never anything inherited from a prototype. */
function fieldOf(facts: unknown, steps: readonly string[]): unknown {
  let value = facts;
  for (const step of steps) {
    if (value === null || value === undefined || !Object.hasOwn(Object(value) as object, step))
      return undefined;
    value = (value as Conditions)[step];
  }
  return value;
}
