/** The steps of a flow as a person builds them: the action, its parameters, and when it is skipped. */
import { element } from '../element.ts';
import type { FlowAction, Step, Warehouse } from './api.ts';
import { conditionFields, type ConditionFields } from './condition-fields.ts';
import { fieldset, selectField, textField, type Field } from './fields.ts';
import { actionWords, holdWords, shipModeWords } from './words.ts';

export interface StepFields {
  root: HTMLElement;
  read(): Step[];
}

type Input = Field<HTMLInputElement> | Field<HTMLSelectElement>;

interface OneStep {
  root: HTMLFieldSetElement;
  action: HTMLSelectElement;
  read(): Step;
}

const stepsMax = 20;

/** A choice that keeps what was chosen even if it is none of those that are known here. */
function keptChoice(label: string, known: readonly (readonly [string, string])[], chosen: string): Input {
  const isKnown = chosen === '' || known.some(([value]) => value === chosen);
  return selectField(label, isKnown ? known : [...known, [chosen, chosen]], chosen);
}

/** The parameters of an action, by the names the API knows. */
function parametersOf(
  action: FlowAction,
  given: Record<string, unknown>,
  warehouses: readonly Warehouse[],
): [string, Input][] {
  const words = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const warehouse = (label: string, isChosen: boolean): [string, Input] => [
    'warehouse_id',
    keptChoice(
      label,
      [
        ...(isChosen ? [] : [['', 'Whichever the order has'] as const]),
        ...warehouses.map(({ id, code, name }) => [id, `${code} ${name}`] as const),
      ],
      // A flow written by a program may name it by its code.
      warehouses.find(({ code }) => code === words('warehouse_id'))?.id ?? words('warehouse_id'),
    ),
  ];
  const all: Record<FlowAction, () => [string, Input][]> = {
    map_order: () => [],
    create_order: () => [
      warehouse('Warehouse', false),
      [
        'customer_id',
        textField('Customer (id or code; empty for none)', { value: words('customer_id'), max: 64 }),
      ],
      ['note', textField('Note on the order', { value: words('note'), max: 500 })],
    ],
    submit: () => [],
    approve: () => [],
    allocate: () => [warehouse('Warehouse', true)],
    push_to_wms: () => [
      warehouse('Warehouse', false),
      [
        'ship_mode',
        keptChoice(
          'How it ships',
          [['', 'As the order says'], ...Object.entries(shipModeWords)],
          words('ship_mode'),
        ),
      ],
    ],
    hold: () => [
      ['reason', keptChoice('Why', Object.entries(holdWords), words('reason') || 'MANUAL')],
      ['note', textField('Note', { value: words('note'), max: 500 })],
    ],
    notify: () => [['message', textField('Message', { value: words('message'), max: 500 })]],
  };
  return all[action]();
}

export function stepFields(steps: readonly Step[], warehouses: readonly Warehouse[]): StepFields {
  const made: OneStep[] = [];
  const list = element('div', { class: 'form' });
  const add = element('button', { onClick: () => append({ action: 'submit' }).action.focus() }, 'Add a step');

  const renumber = (): void => {
    made.forEach(({ root }, at) => {
      root.querySelector('legend')!.textContent = `Step ${at + 1}`;
      for (const button of root.querySelectorAll<HTMLButtonElement>('[data-do]'))
        button.setAttribute('aria-label', `${button.textContent} step ${at + 1}`);
      root.querySelector<HTMLButtonElement>('[data-do="up"]')!.disabled = at === 0;
      root.querySelector<HTMLButtonElement>('[data-do="down"]')!.disabled = at === made.length - 1;
    });
    add.disabled = made.length >= stepsMax;
  };
  const move = (step: OneStep, by: -1 | 1): void => {
    const at = made.indexOf(step);
    made.splice(at, 1);
    made.splice(at + by, 0, step);
    list.replaceChildren(...made.map(({ root }) => root));
    renumber();
    step.root
      .querySelector<HTMLButtonElement>(`[data-do="${by === -1 ? 'up' : 'down'}"]:not(:disabled)`)
      ?.focus();
  };
  const remove = (step: OneStep): void => {
    made.splice(made.indexOf(step), 1);
    step.root.remove();
    renumber();
    add.focus();
  };
  const append = (step: Step): OneStep => {
    const one = makeStep(step, warehouses, {
      up: () => move(one, -1),
      down: () => move(one, 1),
      remove: () => remove(one),
    });
    made.push(one);
    list.append(one.root);
    renumber();
    return one;
  };
  for (const step of steps) append(step);
  return {
    root: element('div', { class: 'form' }, list, element('div', {}, add)),
    read: () => made.map(({ read }) => read()),
  };
}

function makeStep(
  { action, when, with: given = {} }: Step,
  warehouses: readonly Warehouse[],
  moves: { up(): void; down(): void; remove(): void },
): OneStep {
  const what = selectField('Action', Object.entries(actionWords), action);
  const parameters = element('div', { class: 'form' });
  let inputs: [string, Input][] = [];
  const show = (kept: Record<string, unknown>): void => {
    inputs = parametersOf(what.input.value as FlowAction, kept, warehouses);
    parameters.replaceChildren(...inputs.map(([, { root }]) => root));
  };
  show(given);
  what.input.addEventListener('change', () => show({}));
  const conditions: ConditionFields = conditionFields('Conditions of this step', when);
  const folded = element('details', {}, element('summary', {}, 'Only if'), conditions.root);
  folded.open = when !== undefined;
  const root = fieldset(
    'Step',
    what.root,
    parameters,
    folded,
    element(
      'div',
      { class: 'row-of-buttons' },
      element('button', { data: { do: 'up' }, onClick: moves.up }, 'Up'),
      element('button', { data: { do: 'down' }, onClick: moves.down }, 'Down'),
      element('button', { class: 'danger', data: { do: 'remove' }, onClick: moves.remove }, 'Remove'),
    ),
  );
  return {
    root,
    action: what.input,
    read: () => {
      const read = conditions.read();
      const filled = inputs.flatMap(([name, { input }]) =>
        input.value.trim() === '' ? [] : [[name, input.value.trim()] as const],
      );
      return {
        action: what.input.value as FlowAction,
        ...(read ? { when: read } : {}),
        ...(filled.length > 0 ? { with: Object.fromEntries(filled) } : {}),
      };
    },
  };
}
