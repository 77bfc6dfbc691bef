/** Connecting a workstation: one code, created here and pasted on the hub's own page. */
import { makeConnectionCode, isApiHere } from './api.ts';
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
  const address = element('input');
  Object.assign(address, { type: 'url', maxLength: 300, placeholder: 'https://warehouse.example.com' });
  // Hubs connect to the API, which is somewhere else if the pages have a port of their own: nobody but the person knows.
  void isApiHere().then((isHere) => (address.value ||= isHere ? location.origin : ''));
  const title = element('h2', {}, 'Connect a workstation');
  title.id = 'connection-title';
  const make = (): void => {
    const url = address.value.trim();
    if (url === '') {
      say('Enter the address under which the workstation reaches the platform.');
      return address.focus();
    }
    const named = { name: name.value.trim() || 'workstation', warehouse_id: where.value, backend_url: url };
    // Pressed once more, it would be another key.
    create.disabled = true;
    void makeConnectionCode(named)
      .then(showCode, sayFault)
      .finally(() => (create.disabled = false));
  };
  const create = element('button', { class: 'main', onClick: make }, 'Create the code');
  dialog.replaceChildren(
    title,
    element('label', { class: 'pick' }, element('span', {}, 'Warehouse'), where),
    element('label', { class: 'pick' }, element('span', {}, 'Name of the key'), name),
    element('label', { class: 'pick' }, element('span', {}, 'Address of the platform'), address),
    element(
      'div',
      { class: 'actions' },
      element('button', { onClick: () => dialog.close() }, 'Close'),
      create,
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
