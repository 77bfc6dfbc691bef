/** Form fields, each with its label; what is typed is only ever set as text. */
import { element, optionOf } from '../element.ts';

export interface Field<I extends HTMLElement> {
  root: HTMLElement;
  input: I;
}

function labelled<I extends HTMLElement>(label: string, input: I): Field<I> {
  return { root: element('label', { class: 'field' }, element('span', {}, label), input), input };
}

export interface TextOptions {
  value?: string;
  type?: 'text' | 'url' | 'search' | 'password' | 'datetime-local';
  placeholder?: string;
  required?: boolean;
  max?: number;
}

export function textField(label: string, options: TextOptions = {}): Field<HTMLInputElement> {
  const input = element('input');
  input.type = options.type ?? 'text';
  input.value = options.value ?? '';
  input.placeholder = options.placeholder ?? '';
  input.required = options.required ?? false;
  input.maxLength = options.max ?? 200;
  input.autocomplete = 'off';
  input.spellcheck = false;
  return labelled(label, input);
}

export function longField(label: string, value: string): Field<HTMLTextAreaElement> {
  const input = element('textarea');
  input.value = value;
  input.spellcheck = false;
  return labelled(label, input);
}

export function selectField(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen = '',
): Field<HTMLSelectElement> {
  const input = element('select');
  for (const [value, words] of options) {
    const option = optionOf(value, words);
    option.selected = value === chosen;
    input.append(option);
  }
  return labelled(label, input);
}

export function checkField(label: string, value: string, isChecked: boolean): Field<HTMLInputElement> {
  const input = element('input');
  input.type = 'checkbox';
  input.value = value;
  input.checked = isChecked;
  return { root: element('label', { class: 'choice' }, input, element('span', {}, label)), input };
}

export function fieldset(
  legend: string,
  ...children: (Node | string | false | null | undefined)[]
): HTMLFieldSetElement {
  return element('fieldset', {}, element('legend', {}, legend), ...children);
}

const typingMs = 300;

/** At once for a choice, after a pause for what is typed. */
export function whenChosen(input: HTMLInputElement | HTMLSelectElement, then: () => void): void {
  let typing: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener(input instanceof HTMLSelectElement ? 'change' : 'input', () => {
    clearTimeout(typing);
    typing = setTimeout(then, input instanceof HTMLSelectElement ? 0 : typingMs);
  });
}
