/** The printers next to the labels: which are present, which need attention, which is the default. */
import { makeDefault, type Device } from './api.ts';
import type { Page } from './ask.ts';
import { byId, element, setText, showList } from './element.ts';
import { say, sayFault } from './say.ts';
import { deviceState } from './words.ts';

const printers = byId<HTMLDetailsElement>('printers');
const wide = matchMedia('(min-width: 901px)');
// Below this width there is no room next to the labels: the printers fold away behind their summary.
const fold = (): void => void (printers.open = wide.matches);
wide.addEventListener('change', fold);
fold();

let shownNow: Device[] = [];

/** The printers as they were last seen. */
export function knownPrinters(): readonly Device[] {
  return shownNow;
}

export function showPrinters({ data: devices, meta }: Page<Device>, changed: () => void): void {
  shownNow = devices;
  const list = byId('devices');
  const needy = devices.filter((device) => deviceState(device).tag !== 'online').length;
  const shown = devices.length < meta.total ? `${devices.length} of ${meta.total} shown` : `${meta.total}`;
  setText(byId('printers-word'), needy === 0 ? shown : `${shown}, ${needy} not ready`);
  if (devices.length > 0) return showList(list, devices, (device) => deviceRow(device, changed));
  const hint = 'No printer is registered here. Connect a workstation and register a printer on its hub.';
  if (list.textContent !== hint) list.replaceChildren(element('li', { class: 'hint' }, hint));
}

function deviceRow(device: Device, changed: () => void): HTMLElement {
  const { word, tag } = deviceState(device);
  const choose = (): void => {
    void makeDefault(device.id)
      .then(() => say(`${device.name} is now the default label printer.`), sayFault)
      .then(changed);
  };
  const places = [device.warehouse_name, device.hub_name];
  const takes = device.takes.length > 1 || device.takes[0] !== 'zpl';
  const facts = [
    device.model,
    device.connection,
    device.address,
    takes && `takes ${device.takes.join(', ').toUpperCase()}`,
  ];
  return element(
    'li',
    {},
    element(
      'div',
      { class: 'name' },
      element('span', {}, device.name),
      element('span', { class: `tag ${tag}` }, word),
    ),
    element('span', { class: 'facts' }, places.filter(Boolean).join(', ')),
    element('span', { class: 'facts' }, facts.filter(Boolean).join(', ')),
    device.is_default_label_printer
      ? element('span', { class: 'tag default' }, 'default label printer')
      : element(
          'button',
          { label: `Make default: ${device.name}`, data: { do: 'default' }, onClick: choose },
          'Make default',
        ),
  );
}
