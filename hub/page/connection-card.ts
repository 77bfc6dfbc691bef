import type { HubDeps } from '../hub-deps.ts';
import { html, type Button, type Markup } from './html.ts';

/** The platform this hub prints for. Until there is one: a field for the code that connects it. */
export function connectionCard(hub: HubDeps, button: Button, csrf: string): Markup {
  const { binding, waitingForConfirmation: asked } = hub.cloud;
  return html`<section class="card">
    <h2>Platform</h2>
    ${binding ? bound(hub) : connectForm(csrf)}
    ${asked && html`<p class="bad">Somebody wants to connect this hub to ${asked.backend_url}, organization ${asked.organization_id}, instead. Allow it, and connect once more.</p>`}
    ${asked && button('/confirm-binding', 'Allow it once')} ${binding && button('/unbind', 'Disconnect')}
    ${
      binding &&
      html`<details>
        <summary>Connect to another platform</summary>
        ${connectForm(csrf)}
      </details>`
    }
  </section>`;
}

function bound({ cloud: { binding, isConnected, trouble } }: HubDeps): Markup {
  const state = isConnected
    ? html`<strong class="good">connected</strong>`
    : html`<strong class="bad">not connected</strong>`;
  return html`<p>${state} to ${binding!.backend_url}</p>
    <p class="quiet">Organization ${binding!.organization_id}</p>
    ${binding!.warehouse_id && html`<p class="quiet">Warehouse ${binding!.warehouse_id}</p>`}
    ${trouble && html`<p class="quiet">${trouble}</p>`}`;
}

function connectForm(csrf: string): Markup {
  return html`<form class="tall" method="post" action="/connect">
    <input type="hidden" name="csrf" value="${csrf}" />
    <label for="code">Connection code</label>
    <textarea
      id="code"
      name="code"
      rows="4"
      required
      autocomplete="off"
      spellcheck="false"
      placeholder="HUB1-..."
    ></textarea>
    <p class="quiet">
      The print center creates one under Printers, "Connect a workstation". It contains the platform's
      address, the organization, the warehouse and a key that can only enroll hubs.
    </p>
    <button class="main">Connect</button>
  </form>`;
}
