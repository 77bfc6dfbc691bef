/**
 * Draws a state machine from its table: states from top to bottom in the order they can be reached, actions as arcs,
 * forward on the right and backward on the left, and each label where it stands on no other. Screens too narrow for arcs get the same as a list: each state with the actions that leave it.
 */
import { withArticle } from '../../domain/article.ts';
import { statesOf, type StateMachine } from '../../domain/state-machine.ts';
import { escapeHtml } from './escape-html.ts';

type Machine = StateMachine<string, string>;

const rowHeight = 64;
const boxHeight = 32;
const boxWidth = 150;
const columnWidth = 58;

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

interface Label {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

// As wide as letters of this size are on average, rounded up: a label may take less room than is kept for it.
const letterWidth = 6.6;
const labelHeight = 15;

/** Where a label may stand along its arc, from the middle outwards. */
const places = [0, -0.06, 0.06, -0.12, 0.12, -0.18, 0.18, -0.24, 0.24, -0.3, 0.3].map((off) => 0.5 + off);

/** From left to right, and its upper edge. */
const areaOf = ({ text, x, y, anchor }: Label): { left: number; right: number; top: number } => {
  const width = text.length * letterWidth;
  const left = anchor === 'start' ? x : x - width;
  return { left, right: left + width, top: y - labelHeight + 4 };
};

function overlap(one: Label, other: Label): boolean {
  const [a, b] = [areaOf(one), areaOf(other)];
  return a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < labelHeight;
}

interface Curve {
  edge: number;
  reach: number;
  start: number;
  end: number;
}

/** The label on its curve, where it stands on no other; short arcs, which have the fewest places, choose first. */
function placeLabel({ edge, reach, start, end }: Curve, text: string, placed: readonly Label[]): Label {
  const side = Math.sign(reach - edge);
  const at = (along: number, shift: number): Label => {
    const back = 1 - along;
    const x = edge + (reach - edge) * 3 * along * back;
    const y = start * (back ** 3 + 3 * along * back ** 2) + end * (3 * along ** 2 * back + along ** 3);
    return {
      text,
      x: Math.round(x + side * 6),
      y: Math.round(y + 4 + shift),
      anchor: side < 0 ? 'end' : 'start',
    };
  };
  const tried = [0, labelHeight, -labelHeight].flatMap((shift) => places.map((along) => at(along, shift)));
  return tried.find((label) => !placed.some((other) => overlap(label, other))) ?? tried[0]!;
}

/** Inline SVG without styles of its own. */
export function stateDiagram(machine: Machine): string {
  const states = inReach(machine);
  const middle = (index: number): number => index * rowHeight + boxHeight / 2 + 8;
  const spanOf = ({ from, to }: Arc): number => Math.max(1, Math.abs(to - from));
  const labels: Label[] = [];
  const drawn = arcsOf(machine, states)
    .toSorted((one, other) => spanOf(one) - spanOf(other))
    .map((arc) => {
      const isBack = arc.to <= arc.from;
      const side = isBack ? -1 : 1;
      const edge = isBack ? 0 : boxWidth;
      // An arc leaves below the middle of its box and arrives above it, so that the two ends can be told apart.
      const start = middle(arc.from) + (isBack ? -6 : 6);
      const end = middle(arc.to) + (isBack ? 6 : -6);
      const reach = edge + side * spanOf(arc) * columnWidth;
      const tip = edge + side * 8;
      labels.push(placeLabel({ edge, reach, start, end }, arc.actions.join(', '), labels));
      return `<path d="M${edge} ${start} C${reach} ${start} ${reach} ${end} ${tip} ${end}"/>
<path class="tip" d="M${edge} ${end} l${side * 9} -4 v8 z"/>`;
    });
  const boxes = states.map((state, index) => {
    const first = machine.initial.includes(state) ? ' class="first"' : '';
    return `<rect${first} x="0" y="${middle(index) - boxHeight / 2}" width="${boxWidth}" height="${boxHeight}" rx="8"/>
<text x="${boxWidth / 2}" y="${middle(index) + 5}" text-anchor="middle">${escapeHtml(state)}</text>`;
  });
  const words = labels.map(
    ({ text, x, y, anchor }) =>
      `<text class="action" x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`,
  );
  const areas = labels.map(areaOf);
  const left = Math.floor(Math.min(0, ...areas.map((area) => area.left))) - 10;
  const width = Math.ceil(Math.max(boxWidth, ...areas.map((area) => area.right))) + 10 - left;
  const height = states.length * rowHeight;
  // The words come last: they are read over every arc.
  return `<div class="diagram" tabindex="0"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} 0 ${width} ${height}" role="img" aria-label="States of ${escapeHtml(withArticle(machine.subject))}">
${[...drawn, ...boxes, ...words].join('\n')}
</svg></div>`;
}
