/** Connecting a workstation: one code, created here and pasted on the hub's own page. */
import { makeConnectionCode } from './api.ts';
import { byId, element } from './element.ts';
import { say, sayFault } from './say.ts';

const dialog = byId<HTMLDialogElement>('connection');

/** Asks which warehouse the workstation is in, and shows its code. */
export function offerConnection(warehouses: HTMLSelectElement): void {
  const where = warehouses.cloneNode(true) as HTMLSelectElement;
  where.removeAttribute('id');
  where.value = warehouses.value;
  where.options[0]!.textContent = 'No particular warehouse';
  const name = element('input');
  Object.assign(name, { value: 'workstation', maxLength: 100, autocomplete: 'off' });
  const title = element('h2', {}, 'Connect a workstation');
  title.id = 'connection-title';
  const make = (): void =>
    void makeConnectionCode(name.value.trim() || 'workstation', where.value).then(showCode, sayFault);
  dialog.replaceChildren(
    title,
    element('label', { class: 'pick' }, element('span', {}, 'Warehouse'), where),
    element('label', { class: 'pick' }, element('span', {}, 'Name of the key'), name),
    element(
      'div',
      { class: 'actions' },
      element('button', { onClick: () => dialog.close() }, 'Close'),
      element('button', { class: 'main', onClick: make }, 'Create the code'),
    ),
  );
  dialog.showModal();
}

function showCode(code: string): void {
  const field = element('textarea', { label: 'Connection code' });
  Object.assign(field, { value: code, readOnly: true, rows: 6 });
  const copy = (): void => {
    field.select();
    void navigator.clipboard.writeText(code).then(
      () => say('The code has been copied.'),
      () => say('Copy the selected code.'),
    );
  };
  const title = element('h2', {}, 'Paste this on the hub');
  title.id = 'connection-title';
  dialog.replaceChildren(
    title,
    element(
      'p',
      {},
      "On the workstation, open the hub's page (http://127.0.0.1:18443/) and paste the code under Platform. It is shown once and is valid for 7 days.",
    ),
    field,
    element(
      'div',
      { class: 'actions' },
      element('button', { onClick: () => dialog.close() }, 'Close'),
      element('button', { class: 'main', onClick: copy }, 'Copy'),
    ),
  );
  field.select();
}
