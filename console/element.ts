/** Elements from data. Text is set as text, so nothing a label or a printer says can become markup. */
type Child = Node | string | null | undefined | false;

export interface Properties {
  class?: string;
  /** What a screen reader says for a button whose place on the page gives it its meaning. */
  label?: string;
  onClick?: () => void;
  data?: Record<string, string>;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  const { class: className, label, onClick, data } = properties;
  if (className) made.className = className;
  if (label) made.setAttribute('aria-label', label);
  if (onClick) made.addEventListener('click', onClick);
  if (made instanceof HTMLButtonElement) made.type = 'button';
  Object.assign(made.dataset, data);
  for (const child of children) if (child) made.append(child);
  return made;
}

export function optionOf(value: string, words: string): HTMLOptionElement {
  const option = element('option', {}, words);
  option.value = value;
  return option;
}

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Sets a text only if it differs: a screen reader reads a live region again whenever it is touched. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Keeps the list's elements where nothing changed: a poll must not take a button away from under a finger. A row that
 * is redrawn passes the focus on to its own button; `onLost` is called if the row that had it is gone.
 */
export function showList<T extends { id: string }>(
  list: HTMLElement,
  rows: readonly T[],
  draw: (row: T) => HTMLElement,
  onLost: () => void = () => {},
): void {
  const focused = list.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
  const focusedRow = focused?.closest<HTMLElement>('[data-id]')?.dataset['id'];
  const present = new Map(
    [...list.children].map((child) => [(child as HTMLElement).dataset['id'], child as HTMLElement]),
  );
  const next = rows.map((row) => {
    const key = JSON.stringify(row);
    const known = present.get(row.id);
    const drawn = draw(row);
    if (known && known.dataset['key'] === key && known.className === drawn.className) {
      known.querySelector('.age')?.replaceWith(drawn.querySelector('.age') ?? '');
      return known;
    }
    Object.assign(drawn.dataset, { id: row.id, key });
    return drawn;
  });
  const isSame =
    next.length === list.children.length && next.every((child, at) => list.children[at] === child);
  if (isSame) return;
  list.replaceChildren(...next);
  if (!focused || document.activeElement === focused) return;
  const drawn = next.find((child) => child.dataset['id'] === focusedRow);
  if (!drawn) return onLost();
  if (drawn.contains(focused)) return focused.focus();
  (
    drawn.querySelector<HTMLElement>(`[data-do="${focused.dataset['do']}"]`) ?? drawn.querySelector('button')
  )?.focus();
}
