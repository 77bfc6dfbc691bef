/**
 * Every action of every machine in every state, requested from the endpoints. The record is put into the state by hand,
 * so no path to it is needed. An illegal action is answered 400 ILLEGAL_TRANSITION with what is allowed (or whatever
 * the contract says instead); a legal one does what the table says or is refused by a rule of its own; nothing else
 * moves the record. In `npm test` a third of the states is asked for one of what is legal there and one of what is not,
 * others from state to state.
 */
import test, { type ExecutionContext } from 'ava';
import { stateMachines, type MachineName } from '../domain/state-machines.ts';
import { allowedActions, stateMachine, statesOf, type StateMachine } from '../domain/state-machine.ts';
import { judgeAction } from './chaos/state-judge.ts';
import { someOf, triedAt } from './http/breadth.ts';
import type { Answer } from './helpers/client.ts';
import { type OwnPlatform, startPlatform } from './helpers/platform.ts';
import type { Subject } from './helpers/machine-asks.ts';
import { machineSubjects } from './helpers/machine-subjects.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let subjects: Readonly<Record<MachineName, Subject>>;

test.before(async () => {
  platform = await startPlatform(undefined);
  subjects = await machineSubjects(platform);
  await untieStates();
});
test.after.always(() => platform.stop());

/** Of all machines' states, by `name state`, those that are tried. */
const statesTried = new Set(
  someOf(
    Object.entries<StateMachine<string, string>>(stateMachines).flatMap(([name, machine]) =>
      statesOf(machine).map((state) => `${name} ${state}`),
    ),
  ),
);
const machines = Object.entries(stateMachines) as [MachineName, StateMachine<string, string>][];

async function stateOf({ table, column }: Subject, id: string): Promise<string | undefined> {
  const { rows } = await platform.owner.query<{ state: string }>(
    `select ${column} as state from ${table} where id = $1`,
    [id],
  );
  return rows[0]?.state;
}

/** By hand and past every trigger: only the state matters here. */
async function putInto({ table, column }: Subject, id: string, state: string): Promise<void> {
  const client = await platform.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(`update ${table} set ${column} = $2 where id = $1`, [id, state]);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

/** Drops the constraints that tie a state to other columns: a state set by hand lacks what usually comes with it. */
async function untieStates(): Promise<void> {
  for (const { table } of Object.values(subjects)) {
    const { rows } = await platform.owner.query<{ name: string }>(
      `select conname as name from pg_constraint
        where conrelid = $1::regclass and contype = 'c' and cardinality(conkey) > 1`,
      [table],
    );
    for (const { name } of rows) await platform.owner.query(`alter table ${table} drop constraint ${name}`);
  }
}

function assertRefused(
  t: ExecutionContext,
  machine: StateMachine<string, string>,
  { otherwise = {} }: Subject,
  [state, action, answer]: [string, string, Answer],
): void {
  const words = `${machine.subject} that is ${state}: ${action}: ${answer.status} ${answer.text}`;
  const instead = otherwise[action]?.[state];
  if (instead === 'as before') {
    t.true(answer.status < 300, words);
    return;
  }
  t.is(answer.body.error?.code, instead ?? 'ILLEGAL_TRANSITION', words);
  if (instead) return;
  t.is(answer.status, 400, words);
  const { from, allowed } = answer.body.error.details;
  t.deepEqual({ from, allowed }, { from: state, allowed: allowedActions(machine, state) }, words);
}

for (const [name, machine] of machines) {
  const asked = [...new Set(machine.transitions.map(([action]) => action))].filter(
    (action) => !machine.internal.includes(action),
  );

  test(`${name}: the test knows how to ask for each action`, (t) => {
    t.deepEqual(Object.keys(subjects[name].ask ?? {}).sort(), [...asked].sort());
  });

  test(`${name}: the column takes the states of the table, and no other`, async (t) => {
    const { table, column, states = statesOf(machine) } = subjects[name];
    const { rows } = await platform.owner.query<{ rule: string }>(
      `select pg_get_constraintdef(k.oid) as rule from pg_constraint k join pg_attribute a
          on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
        where k.conrelid = $1::regclass and k.contype = 'c' and a.attname = $2`,
      [table, column],
    );
    const words = rows.flatMap(({ rule }) =>
      [...rule.matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => word!),
    );
    t.deepEqual(words.sort(), [...states].sort());
  });

  if (asked.length === 0) continue;
  for (const [turn, state] of statesOf(machine).entries()) {
    if (!statesTried.has(`${name} ${state}`)) continue;
    // One after another: each creates records of its own, and a flood would answer 202.
    test.serial(`${name}: one that is ${state} takes what the table says and nothing else`, async (t) => {
      const subject = subjects[name];
      const legal = machine.transitions.flatMap(([action, from]) => (from.includes(state) ? [action] : []));
      const illegal = asked.filter((action) => !legal.includes(action));
      const possible = asked.filter((action) => legal.includes(action));
      const tried = [...triedAt(turn, possible, 1), ...triedAt(turn, illegal, 1)];
      let standing: string | undefined;
      for (const action of tried) {
        const isLegal = legal.includes(action);
        const id: string = isLegal || !standing ? await subject.make!() : standing;
        if (!isLegal) standing = id;
        await putInto(subject, id, state);
        const answer = await subject.ask![action]!(id);
        if (!isLegal) assertRefused(t, machine, subject, [state, action, answer]);
        else if (!subject.ownRule?.includes(`${state} ${action}`))
          t.not(answer.body?.error?.code, 'ILLEGAL_TRANSITION', `${state} ${action}: ${answer.text}`);
        const after = await stateOf(subject, id);
        // Only a draft can disappear without a trace.
        if (isLegal && action === 'delete' && after === undefined) continue;
        t.is(
          judgeAction(machine, state, action, answer.status < 300 ? 200 : answer.status, after!),
          undefined,
          `${state} ${action}: ${answer.text}`,
        );
      }
    });
  }
}

test('a table that no start can use is refused', (t) => {
  const never = () =>
    stateMachine(
      'thing',
      ['new'],
      [
        ['end', ['new'], 'ended'],
        ['end', ['begun'], 'ended'],
      ],
    );
  t.throws(never, { message: 'A thing is never begun: no action leads there.' });
  const twice = () =>
    stateMachine(
      'thing',
      ['new'],
      [
        ['end', ['new'], 'ended'],
        ['end', ['new'], 'gone'],
      ],
    );
  t.throws(twice, { message: 'A thing that is new has two ways to end.' });
});
