/** Elements from data. Texts are set as text, so nothing a label or a printer says can become markup. */
type Child = Node | string | null | undefined | false;

export interface Properties {
  class?: string;
  title?: string;
  onClick?: () => void;
  pressed?: boolean;
  data?: Record<string, string>;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  const { class: className, title, onClick, pressed, data } = properties;
  if (className) made.className = className;
  if (title) made.title = title;
  if (onClick) made.addEventListener('click', onClick);
  if (pressed !== undefined) made.setAttribute('aria-pressed', String(pressed));
  Object.assign(made.dataset, data);
  for (const child of children) if (child) made.append(child);
  return made;
}

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Keeps the list's elements where nothing changed: a poll must not take a button away from under a finger. */
export function showList<T extends { id: string }>(
  list: HTMLElement,
  rows: readonly T[],
  draw: (row: T) => HTMLElement,
): void {
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
  if (!isSame) list.replaceChildren(...next);
}
