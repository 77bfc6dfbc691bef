/** The definition of a flow: its steps, and the conditions (JSONLogic) for the flow and for each step. */
import { cutText } from '../cut-text.ts';
import type { ValidationProblem } from '../refusal.ts';
import type { Permission } from '../permissions.ts';
import type { Conditions } from './conditions.ts';

export const flowActions = [
  'map_order',
  'create_order',
  'submit',
  'approve',
  'allocate',
  'push_to_wms',
  'hold',
  'notify',
] as const;
export type FlowAction = (typeof flowActions)[number];

export interface FlowStep {
  action: FlowAction;
  when?: Conditions | undefined;
  with?: Record<string, unknown> | undefined;
}

export interface FlowDefinition {
  conditions?: Conditions | undefined;
  steps: FlowStep[];
}

// The library's other operators write to the log or reach into objects.
const operators = new Set(
  'var missing missing_some if ?: and or ! !! == === != !== > >= < <= in cat substr + - * / % min max map filter reduce all none some merge'.split(
    ' ',
  ),
);
const hidden = /(^|\.)(__proto__|constructor|prototype)(\.|$)/;
const nodesMax = 500;

/**
 * Every problem of a flow as a whole: steps must be in a workable order, and conditions may use known operators only.
 * What its steps are given is checked by the steps' own fields.
 */
export function flowProblems({ conditions, steps }: FlowDefinition): ValidationProblem[] {
  const problems: ValidationProblem[] = [];
  const tell = (path: string, code: string, message: string): number =>
    problems.push({ path, code, message: `${path} ${message}` });
  if (conditions) checkLogic(conditions, 'conditions', tell);
  const created = steps.findIndex(({ action }) => action === 'create_order');
  steps.forEach(({ action, when }, index) => {
    const path = `steps.${index}`;
    if (when) checkLogic(when, `${path}.when`, tell);
    const needsOrder = !['map_order', 'create_order', 'notify'].includes(action);
    if (needsOrder && (created < 0 || created > index))
      tell(path, 'order', `${action} needs an order: create_order must come before it`);
  });
  return problems;
}

const permissionOf: Partial<Record<FlowAction, Permission>> = {
  create_order: 'oms.orders.create',
  submit: 'oms.orders.manage',
  approve: 'oms.orders.approve',
  allocate: 'oms.orders.manage',
  push_to_wms: 'oms.orders.manage',
  hold: 'oms.orders.manage',
};

/** What a person needs to do by hand what the steps do; a flow does it without anybody's permission once published. */
export function permissionsOfSteps(steps: readonly FlowStep[]): Permission[] {
  return steps.flatMap(({ action }) => permissionOf[action] ?? []);
}

type Tell = (path: string, code: string, message: string) => number;

function checkLogic(logic: unknown, path: string, tell: Tell): void {
  let nodes = 0;
  const visit = (node: unknown): void => {
    nodes += 1;
    if (nodes > nodesMax || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const [[operator, values] = ['', undefined], ...more] = Object.entries(node);
    if (more.length > 0 || !operators.has(operator))
      return void tell(
        path,
        'operator',
        `knows no operator ${more.length > 0 ? 'of several names' : cutText(operator, 40)}`,
      );
    const named = Array.isArray(values) ? (values as unknown[])[0] : values;
    if (operator === 'var' && typeof named === 'string' && hidden.test(named))
      tell(path, 'field', `may not look at ${cutText(named, 80)}`);
    visit(values);
  };
  visit(logic);
  if (nodes > nodesMax) tell(path, 'too_large', `must have at most ${nodesMax} parts`);
}
