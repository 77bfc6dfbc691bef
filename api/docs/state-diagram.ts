/**
 * Draws a state machine from its table: states from top to bottom in the order they can be reached, actions as arcs,
 * forward on the right and backward on the left. No layout library is needed, because arcs in one column cannot cross
 * their own labels. Screens too narrow for arcs get the same as a list: each state with the actions that leave it.
 */
import { withArticle } from '../../domain/article.ts';
import { statesOf, type StateMachine } from '../../domain/state-machine.ts';
import { escapeHtml } from './layout.ts';

type Machine = StateMachine<string, string>;

const rowHeight = 64;
const boxHeight = 32;
const boxWidth = 150;
const columnWidth = 58;
const labelRoom = 190;

interface Arc {
  from: number;
  to: number;
  actions: string[];
}

/** States in order of the fewest steps from an initial state. */
function inReach(machine: Machine): string[] {
  const found: string[] = [...machine.initial];
  for (const state of found) {
    for (const [, from, to] of machine.transitions) {
      if (from.includes(state) && !found.includes(to)) found.push(to);
    }
  }
  return [...found, ...statesOf(machine).filter((state) => !found.includes(state))];
}

/** The machine for narrow screens: each state with its actions and where they lead. */
export function stateList(machine: Machine): string {
  const states = inReach(machine);
  const arcs = arcsOf(machine, states);
  const entries = states.map((state, index) => {
    const first = machine.initial.includes(state) ? ' class="first"' : '';
    const ways = arcs
      .filter(({ from }) => from === index)
      .map(({ to, actions }) => `<li>${escapeHtml(actions.join(', '))} → ${escapeHtml(states[to]!)}</li>`);
    const list = ways.length > 0 ? `<ul>${ways.join('')}</ul>` : '<p>the end of its way</p>';
    return `<li><b${first}>${escapeHtml(state)}</b>${list}</li>`;
  });
  return `<ol class="states">${entries.join('\n')}</ol>`;
}

function arcsOf(machine: Machine, states: readonly string[]): Arc[] {
  const arcs = new Map<string, Arc>();
  for (const [action, from, to] of machine.transitions) {
    for (const state of from) {
      const arc = arcs.get(`${state} ${to}`) ?? {
        from: states.indexOf(state),
        to: states.indexOf(to),
        actions: [],
      };
      arcs.set(`${state} ${to}`, arc);
      arc.actions.push(action);
    }
  }
  return [...arcs.values()];
}

/** Inline SVG without styles of its own. */
export function stateDiagram(machine: Machine): string {
  const states = inReach(machine);
  const arcs = arcsOf(machine, states);
  const spanOf = ({ from, to }: Arc): number => Math.abs(to - from);
  const widest = (isBack: boolean): number =>
    Math.max(
      0,
      ...arcs.filter((arc) => arc.to <= arc.from === isBack).map((arc) => Math.max(1, spanOf(arc))),
    );
  const left = widest(true) === 0 ? 10 : widest(true) * columnWidth + labelRoom;
  const width = left + boxWidth + widest(false) * columnWidth + labelRoom;
  const middle = (index: number): number => index * rowHeight + boxHeight / 2 + 8;

  const boxes = states.map((state, index) => {
    const first = machine.initial.includes(state) ? ' class="first"' : '';
    return `<rect${first} x="${left}" y="${middle(index) - boxHeight / 2}" width="${boxWidth}" height="${boxHeight}" rx="8"/>
<text x="${left + boxWidth / 2}" y="${middle(index) + 5}" text-anchor="middle">${escapeHtml(state)}</text>`;
  });
  const drawn = arcs.map((arc) => {
    const isBack = arc.to <= arc.from;
    const side = isBack ? -1 : 1;
    const edge = isBack ? left : left + boxWidth;
    // An arc leaves below the middle of its box and arrives above it, so that the two ends can be told apart.
    const start = middle(arc.from) + (isBack ? -6 : 6);
    const end = middle(arc.to) + (isBack ? 6 : -6);
    const reach = edge + side * Math.max(1, spanOf(arc)) * columnWidth;
    const tip = edge + side * 8;
    return `<path d="M${edge} ${start} C${reach} ${start} ${reach} ${end} ${tip} ${end}"/>
<path class="tip" d="M${edge} ${end} l${side * 9} -4 v8 z"/>
<text class="action" x="${edge + side * (Math.max(1, spanOf(arc)) * columnWidth * 0.75 + 6)}" y="${(start + end) / 2 + 4}" text-anchor="${isBack ? 'end' : 'start'}">${escapeHtml(arc.actions.join(', '))}</text>`;
  });
  const height = states.length * rowHeight;
  return `<div class="diagram" tabindex="0"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="States of ${escapeHtml(withArticle(machine.subject))}">
${drawn.join('\n')}
${boxes.join('\n')}
</svg></div>`;
}
