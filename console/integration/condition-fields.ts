/** Fields for conditions: rows if rows can express them, else the JSONLogic itself. */
import { element } from '../element.ts';
import { toLogic, toRows, valueless, type Comparison, type Conditions, type Row } from './conditions.ts';
import { longField, selectField, textField } from './fields.ts';
import { comparisonWords } from './words.ts';

export interface ConditionFields {
  root: HTMLElement;
  /** The conditions in the fields. Throws a sentence if the JSON is invalid. */
  read(): Conditions | undefined;
}

/** `what` is for screen readers: "Conditions of the flow". */
export function conditionFields(what: string, given: Conditions | null | undefined): ConditionFields {
  const known = toRows(given);
  return known ? rowFields(what, known.join, known.rows) : logicField(what, given!);
}

function logicField(what: string, given: Conditions): ConditionFields {
  const field = longField(
    `${what}, as JSONLogic: more than the form can show`,
    JSON.stringify(given, null, 2),
  );
  return {
    root: field.root,
    read: () => {
      const text = field.input.value.trim();
      if (text === '') return undefined;
      try {
        return JSON.parse(text) as Conditions;
      } catch {
        throw new Error(`${what} are not valid JSON.`);
      }
    },
  };
}

function rowFields(what: string, join: 'and' | 'or', rows: readonly Row[]): ConditionFields {
  const readers = new Map<HTMLElement, () => Row>();
  const list = element('div', { class: 'form' });
  const joining = selectField(
    'Which of them must hold',
    [
      ['and', 'All of them'],
      ['or', 'Any of them'],
    ],
    join,
  );
  const refresh = (): void => {
    joining.root.hidden = readers.size < 2;
  };
  const addRow = (given: Row): HTMLElement => {
    const { root, read } = oneRow(what, given, () => {
      readers.delete(root);
      root.remove();
      add.focus();
      refresh();
    });
    readers.set(root, read);
    list.append(root);
    refresh();
    return root;
  };
  const add = element(
    'button',
    {
      label: `Add a condition to: ${what}`,
      onClick: () => addRow({ field: '', comparison: 'is', value: '' }).querySelector('input')?.focus(),
    },
    'Add a condition',
  );
  for (const row of rows) addRow(row);
  refresh();
  return {
    root: element('div', { class: 'form' }, joining.root, list, element('div', {}, add)),
    read: () =>
      toLogic({
        join: joining.input.value as 'and' | 'or',
        rows: [...readers.values()].map((read) => read()),
      }),
  };
}

function oneRow(
  what: string,
  { field, comparison, value }: Row,
  remove: () => void,
): { root: HTMLElement; read: () => Row } {
  const fieldField = textField('Field of the order', { value: field, placeholder: 'financial_status' });
  const how = selectField('Comparison', Object.entries(comparisonWords), comparison);
  const wanted = textField('Value', { value, placeholder: 'paid' });
  const hideValue = (): void => {
    wanted.root.hidden = valueless.includes(how.input.value as Comparison);
  };
  how.input.addEventListener('change', hideValue);
  hideValue();
  const removing = element(
    'button',
    { class: 'danger', label: `Remove a condition from: ${what}`, onClick: remove },
    'Remove',
  );
  return {
    root: element('div', { class: 'columns-of-three' }, fieldField.root, how.root, wanted.root, removing),
    read: () => ({
      field: fieldField.input.value,
      comparison: how.input.value as Comparison,
      value: wanted.input.value,
    }),
  };
}
