/**
 * What each step of a flow is given in `with`: fields with the rules of the command that does the same by hand, and
 * records by id or code, as v1 takes them. A published version holds ids.
 */
import { cutText } from '../../domain/cut-text.ts';
import type Joi from 'joi';
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import type { FlowAction } from '../../domain/integration/flow.ts';
import { holdReasons } from '../../domain/orders/order-states.ts';
import type { ValidationProblem } from '../../domain/refusal.ts';
import { choice, described, freeText, object, optional, text, type Infer } from '../schema.ts';
import { checkingAll } from '../settled-schema.ts';

const idOrCode = () => text(64);
const warehouse = 'The warehouse, by id or code.';

export const stepFields = {
  map_order: object({}),
  create_order: object({
    warehouse_id: optional(idOrCode(), warehouse),
    customer_id: optional(
      idOrCode(),
      'The customer, by id or code: one that each merchant with a store on the connector has.',
    ),
    note: optional(freeText(), 'At most 2,000 characters.'),
  }),
  submit: object({}),
  approve: object({}),
  allocate: object({ warehouse_id: described(idOrCode(), warehouse) }),
  push_to_wms: object({
    warehouse_id: optional(idOrCode(), warehouse),
    ship_mode: optional(choice(...shipModes), 'How it ships; as the order says if not given.'),
  }),
  hold: object({
    reason: optional(choice(...holdReasons), '`MANUAL` if not given.'),
    note: optional(freeText(500), 'At most 500 characters.'),
  }),
  notify: object({ message: optional(freeText(), 'At most 2,000 characters.') }),
} as const satisfies Record<FlowAction, unknown>;

/** What each step does; the guide and the description of the API say it in these words. */
export const stepWords: Record<FlowAction, string> = {
  map_order: 'reads the payload as an order, and shows it in the run',
  create_order: 'drafts the order, once',
  submit: 'sends the draft to review',
  approve: 'confirms the order: its stock is promised',
  allocate: 'allocates its stock',
  push_to_wms: 'allocates, releases and creates the shipment',
  hold: 'places a hold',
  notify: 'emits `flow.notified`',
};

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
    const field = `${path}.${cutText(names.join('.'), 200)}`;
    const words = type === 'object.unknown' ? `${field} is not a field here${hint}` : `${path}.${message}`;
    return { path: field, code: codes[type] ?? 'format', message: cutText(words, 500) };
  });
}

/** What a step is given. It was checked when the flow was published, and a version never changes. */
export function stepInput<A extends FlowAction>(action: A, given: object): StepInput<A> {
  return checkingAll(stepFields[action]).validate(given).value as StepInput<A>;
}

/** One field of a step, for whoever describes it. */
export interface StepFieldWords {
  name: string;
  isRequired: boolean;
  words: string;
  values: readonly string[];
}

/** What a step can be given, in words. */
export function stepFieldWords(action: FlowAction): StepFieldWords[] {
  return Object.entries(stepFields[action].shape).map(([name, field]) => {
    const { flags, allow = [] } = (field as Joi.AnySchema).describe() as Joi.Description & {
      flags?: { presence?: string; description?: string };
      allow?: string[];
    };
    return {
      name,
      isRequired: flags?.presence !== 'optional',
      words: flags?.description ?? '',
      values: allow.filter((value) => typeof value === 'string' && value !== ''),
    };
  });
}

/** What steps can be given, for the description of `with`. */
export const withWords = Object.keys(stepFields)
  .map((action) => {
    const fields = stepFieldWords(action as FlowAction).map(
      ({ name, isRequired }) => `\`${name}\`${isRequired ? ' (required)' : ''}`,
    );
    return `${action}: ${fields.length > 0 ? fields.join(', ') : 'nothing'}`;
  })
  .join('; ');
