/** `/docs/states`: every document's life, as a picture and as the table it is drawn from. */
import { billingRunStates } from '../../domain/billing/billing-run-states.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import { billStates, invoiceStates } from '../../domain/documents/document-states.ts';
import { lpnStates } from '../../domain/inventory/lpn-states.ts';
import { orderStates } from '../../domain/orders/order-states.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import { waveStates } from '../../domain/picking/wave-states.ts';
import { printJobStates } from '../../domain/printing/print-job-states.ts';
import { rateSheetStates } from '../../domain/rates/rate-sheet-states.ts';
import { receiptStates } from '../../domain/receiving/receipt-states.ts';
import { receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import { shipmentStates } from '../../domain/shipping/shipment-states.ts';
import type { StateMachine } from '../../domain/state-machine.ts';
import { escapeHtml } from './layout.ts';
import { stateDiagram } from './state-diagram.ts';

// Goods come in, lie, go out, are printed and billed.
const machines: readonly StateMachine<string, string>[] = [
  receiptStates,
  receivingTaskStates,
  lpnStates,
  countStates,
  orderStates,
  waveStates,
  pickTaskStates,
  shipmentStates,
  loadStates,
  printJobStates,
  rateSheetStates,
  billingRunStates,
  invoiceStates,
  billStates,
];

export function statesPage(): string {
  const each = machines.map((machine) => {
    const id = machine.subject.replaceAll(' ', '-');
    return `<h2 id="${id}">${escapeHtml(machine.subject)}</h2>
${stateDiagram(machine)}
<details><summary>The table</summary><table>
<tr><th>action</th><th>from</th><th>to</th></tr>
${machine.transitions.map((rule) => tableRow(machine, rule)).join('\n')}
</table></details>`;
  });
  const contents = machines.map(
    ({ subject }) => `<a href="#${subject.replaceAll(' ', '-')}">${escapeHtml(subject)}</a>`,
  );
  return `<h1>States</h1>
<p>What each document can go through. An action that its state does not permit is refused with
<a href="/docs/errors#ILLEGAL_TRANSITION"><code>ILLEGAL_TRANSITION</code></a> and the actions that are permitted.
A box with a strong border is a beginning.</p>
<p>${contents.join(' · ')}</p>
${each.join('\n')}`;
}

function tableRow(
  { internal }: StateMachine<string, string>,
  [action, from, to]: StateMachine<string, string>['transitions'][number],
): string {
  const words = `${action}${internal.includes(action) ? ' (by itself)' : ''}`;
  return `<tr><td>${escapeHtml(words)}</td><td>${escapeHtml(from.join(', '))}</td><td>${escapeHtml(to)}</td></tr>`;
}
