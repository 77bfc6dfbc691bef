/** The details of one thing: a sheet over the page, with what is known about it and what a person can do. */
import { byId, element } from '../element.ts';
import { sayFault } from '../say.ts';

const sheet = byId<HTMLDialogElement>('sheet');
sheet.addEventListener('click', (event) => {
  if (event.target === sheet) sheet.close();
});

// A secret that was shown disappears with its sheet.
sheet.addEventListener('close', () => sheet.replaceChildren());

type Piece = Node | string | false | null | undefined;

type ShowSheet = (title: string, pieces: readonly Piece[], actions?: readonly HTMLElement[]) => void;

let opened = 0;

/**
 * Begins to open a sheet whose content has to be read first: it is not shown if the person has gone on to something else
 * meanwhile.
 */
export function openingSheet(): ShowSheet {
  const mine = (opened += 1);
  return (...content) => {
    if (mine === opened) showSheet(...content);
  };
}

/** What is being opened is not shown any more. */
export function dropOpening(): void {
  opened += 1;
}

/** Shows a sheet; the focus is on its first button, and returns to where it was when the sheet closes. */
export const showSheet: ShowSheet = (title, pieces, actions = []) => {
  dropOpening();
  const heading = element('h2', {}, title);
  heading.id = 'sheet-title';
  const close = element('button', { onClick: () => sheet.close() }, 'Close');
  const opener = document.activeElement;
  sheet.replaceChildren(
    heading,
    element('div', {}, ...pieces),
    element('div', { class: 'actions' }, close, ...actions),
  );
  if (!sheet.open) {
    sheet.showModal();
    sheet.addEventListener('close', () => giveBack(opener), { once: true });
  }
  sheet.scrollTop = 0;
};

// The element that opened it may have been redrawn meanwhile.
function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else document.getElementById('list-title')?.focus();
}

export function closeSheet(): void {
  sheet.close();
}

/** Names and values; unknown values are left out. */
export function facts(
  rows: readonly (readonly [name: string, value: string | null | undefined | false])[],
): HTMLElement {
  return element(
    'dl',
    {},
    ...rows.flatMap(([name, value]) => (value ? [element('dt', {}, name), element('dd', {}, value)] : [])),
  );
}

/** A text as received, or data, in a box of its own that can also be scrolled by keyboard. */
export function box(name: string, value: unknown): HTMLElement {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown = element('pre', { label: name }, text);
  shown.tabIndex = 0;
  shown.setAttribute('role', 'region');
  return shown;
}

export function heading(words: string): HTMLElement {
  return element('h3', {}, words);
}

/**
 * A button that waits for its action: it can be pressed once at a time, and a failure is shown. `close` closes its sheet,
 * and no other that is open by then.
 */
export function workButton(
  words: string,
  work: (close: () => void) => Promise<unknown>,
  properties: { class?: string; label?: string } = {},
): HTMLButtonElement {
  const button = element(
    'button',
    {
      ...properties,
      onClick: () => {
        button.disabled = true;
        void work(() => button.isConnected && closeSheet())
          .catch(sayFault)
          .finally(() => (button.disabled = false));
      },
    },
    words,
  );
  return button;
}
