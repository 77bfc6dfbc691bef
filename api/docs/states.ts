/** `/docs/states`: the life of every document, as a picture and as the table it is drawn from. */
import { stateMachines } from '../../domain/state-machines.ts';
import type { StateMachine } from '../../domain/state-machine.ts';
import { escapeHtml } from './escape-html.ts';
import { stateDiagram, stateList } from './state-diagram.ts';

// The mirror is the order's states as the warehouse reports them; drawing them once is enough.
const { sales_order_mirror: _mirror, ...shown } = stateMachines;
const machines: readonly StateMachine<string, string>[] = Object.values(shown);

export function statesPage(): string {
  const each = machines.map((machine) => {
    const id = machine.subject.replaceAll(' ', '-');
    return `<h2 id="${id}">${escapeHtml(machine.subject)}</h2>
${stateDiagram(machine)}
${stateList(machine)}
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
