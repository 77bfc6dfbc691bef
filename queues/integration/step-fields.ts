/** What each step of a flow is given in `with`: fields with the rules of the command that does the same by hand. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import type { FlowAction } from '../../domain/integration/flow.ts';
import { holdReasons } from '../../domain/orders/order-states.ts';
import type { ValidationProblem } from '../../domain/refusal.ts';
import { choice, freeText, object, optional, uuid, type Infer } from '../schema.ts';
import { checkingAll } from '../settled-schema.ts';

export const stepFields = {
  map_order: object({}),
  create_order: object({
    warehouse_id: optional(uuid()),
    customer_id: optional(uuid()),
    note: optional(freeText()),
  }),
  submit: object({}),
  approve: object({}),
  allocate: object({ warehouse_id: uuid() }),
  push_to_wms: object({ warehouse_id: optional(uuid()), ship_mode: optional(choice(...shipModes)) }),
  hold: object({ reason: optional(choice(...holdReasons)), note: optional(freeText(500)) }),
  notify: object({ message: optional(freeText()) }),
} as const satisfies Record<FlowAction, unknown>;

export type StepInput<A extends FlowAction> = Infer<(typeof stepFields)[A]>;

const codes: Readonly<Record<string, string>> = {
  'object.unknown': 'unknown_field',
  'any.required': 'required',
  'any.only': 'not_allowed',
  'string.max': 'too_long',
  'string.base': 'type',
};

/** Everything wrong with what a step is given, by its place in the flow. */
export function stepProblems(action: FlowAction, given: object, path: string): ValidationProblem[] {
  const fields = stepFields[action];
  const allowed = Object.keys(fields.shape);
  const hint = allowed.length > 0 ? `; allowed are ${allowed.join(', ')}` : `; ${action} is given nothing`;
  const { error } = checkingAll(fields).validate(given);
  return (error?.details ?? []).map(({ path: names, type, message }) => {
    const field = `${path}.${names.join('.').slice(0, 200)}`;
    const words = type === 'object.unknown' ? `${field} is not a field here${hint}` : `${path}.${message}`;
    return { path: field, code: codes[type] ?? 'format', message: words.slice(0, 500) };
  });
}

/** What a step is given. It was checked when the flow was published, and a version never changes. */
export function stepInput<A extends FlowAction>(action: A, given: object): StepInput<A> {
  return checkingAll(stepFields[action]).validate(given).value as StepInput<A>;
}
