import { takesOf, type Device } from '../devices/device.ts';
import type { Desk } from '../cloud/desk.ts';
import { statusWord } from '../devices/printer-watch.ts';
import type { HubDeps } from '../hub-deps.ts';
import { hubPlatform, hubVersion } from '../version.ts';
import { connectionCard } from './connection-card.ts';
import { html, type Button, type Markup } from './html.ts';
import { backlogCards, jobTable, waitingTable } from './label-tables.ts';

/**
 * The whole local page, with what the platform knows of its labels. It contains no scripts: buttons are forms with a
 * token against cross-site posts.
 */
export function renderPage(hub: HubDeps, csrf: string, desk: Desk): string {
  const button: Button = (path, text, fields = {}) =>
    html`<form method="post" action="${path}">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button>${text}</button>
    </form>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${hub.config.name} - label printing</title>
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <header>
          <h1>${hub.config.name}</h1>
          <span class="quiet">hub ${hubVersion} on ${hubPlatform} - <a href="/">refresh</a></span>
        </header>
        ${hub.journal.isBroken && html`<p class="bad">The hub cannot write its journal (disk full?). It will print nothing until it can.</p>`}
        ${backlogCards(hub, desk, button)}
        <div class="cards">${connectionCard(hub, button, csrf)} ${pairingCard(hub, button)}</div>
        <h2>Printers</h2>
        <div class="wide">${printerTable(hub, button, csrf)}</div>
        <p>${button('/discover', 'Look for printers')}</p>
        <details ${hub.book.all.length === 0 && html`open`}>
          <summary>A printer that is not found</summary>
          ${addressForm(csrf)}
        </details>
        ${waitingTable(hub, desk)}
        <h2>Last jobs</h2>
        <div class="wide">${jobTable(hub, desk)}</div>
        <h2>Paired programs</h2>
        <div class="wide">${programTable(hub, button)}</div>
      </body>
    </html>`;
  return page.text;
}

function pairingCard(hub: HubDeps, button: Button): Markup {
  const current = hub.pairing.current();
  const lockedFor = hub.pairing.lockedFor();
  const minutes = current ? Math.max(1, Math.round((current.expires_at - Date.now()) / 60_000)) : 0;
  return html`<section class="card">
    <h2>Programs on this computer</h2>
    ${
      current &&
      html`<p class="code" id="pairing-code">${current.code}</p>
        <p class="quiet">Type it into the program. Valid for ${minutes} min, once.</p>`
    }
    ${!current && lockedFor === 0 && html`<p class="quiet">A program that prints from here asks for a pairing code.</p>`}
    ${lockedFor > 0 && html`<p class="bad">Too many wrong codes. Locked for ${lockedFor} s.</p>`}
    ${lockedFor === 0 && button('/code', 'New pairing code')}
  </section>`;
}

/** What a printer takes: people say so, because no printer does reliably. */
function takesForm(device: Device, csrf: string): Markup {
  const now = takesOf(device).join(',');
  const choices = ['zpl', 'zpl,pdf', 'pdf', 'pdf,png', 'png'];
  const option = (value: string) => {
    const words = value.toUpperCase().replaceAll(',', ' and ');
    return value === now
      ? html`<option value="${value}" selected>${words}</option>`
      : html`<option value="${value}">${words}</option>`;
  };
  return html`<form method="post" action="/takes">
    <input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="device_id" value="${device.id}" />
    <select name="takes" aria-label="What ${device.name} takes">
      ${(choices.includes(now) ? choices : [...choices, now]).map(option)}
    </select>
    <button>Takes these</button>
  </form>`;
}

function printerTable(hub: HubDeps, button: Button, csrf: string): Markup {
  const row = (device: Device) => {
    const word = statusWord(hub.watch.last(device.id));
    const look = word === 'ready' ? 'good' : word === 'unknown' ? 'quiet' : 'bad';
    const id = { device_id: device.id };
    return html`<tr>
      <td>
        ${device.name}${device.is_default && html` <span class="quiet">default</span>`}<br /><span
          class="quiet"
          >${device.model}</span
        >
        ${hub.cloud.foreign.includes(device.id) && html`<p class="bad">Another hub of the platform has this printer, and gets its labels. If that is this computer before its keys were lost, revoke it in the print center.</p>`}
      </td>
      <td>${device.connection}, <span class="quiet">${device.address}</span></td>
      <td class="${look}">${word.replaceAll('_', ' ')}</td>
      <td>
        ${!device.registered && button('/register', 'Register', id)}
        ${button('/test-print', 'Test print', id)} ${button('/look', 'Check', id)}
        ${device.registered && !device.is_default && button('/make-default', 'Make default', id)}
        ${device.registered && button('/forget', 'Forget', id)}
        ${device.registered && takesForm(device, csrf)}
      </td>
    </tr>`;
  };
  if (hub.book.all.length === 0)
    return html`<p>None known yet. Switch the printer on and look for it, or add it by its address.</p>`;
  return html`<table>
    <tr>
      <th>Printer</th>
      <th>Connection</th>
      <th>Status</th>
      <th></th>
    </tr>
    ${hub.book.all.map(row)}
  </table>`;
}

function addressForm(csrf: string): Markup {
  return html`<form id="address" method="post" action="/add-printer">
    <input type="hidden" name="csrf" value="${csrf}" />
    <select name="connection" aria-label="Connection">
      <option value="network">Network</option>
      <option value="serial">Serial</option>
      <option value="usb">USB device file</option>
    </select>
    <input
      name="address"
      placeholder="10.0.0.31:9100 or /dev/ttyUSB0"
      aria-label="Address"
      required
      size="32"
    />
    <input name="name" placeholder="Name" aria-label="Name" required maxlength="100" />
    <button>Add a printer by address</button>
  </form>`;
}

function programTable(hub: HubDeps, button: Button): Markup {
  if (hub.tokens.list.length === 0) return html`<p>None.</p>`;
  return html`<table>
    <tr>
      <th>Program</th>
      <th>Paired</th>
      <th></th>
    </tr>
    ${hub.tokens.list.map(
      ({ id, origin, created_at }) =>
        html`<tr>
          <td>${origin ?? 'a program on this computer'}</td>
          <td>${created_at.slice(0, 16).replace('T', ' ')} UTC</td>
          <td>${button('/revoke', 'Revoke', { token_id: id })}</td>
        </tr>`,
    )}
  </table>`;
}
