/**
 * Random sequences of actions on a record of any state machine: only its table moves it, and what the table allows is
 * not refused as illegal.
 */
import fc from 'fast-check';
import type { StateMachine } from '../../domain/state-machine.ts';
import { stateMachines, type MachineName } from '../../domain/state-machines.ts';
import { judgeAction } from '../chaos/state-judge.ts';
import type { Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';

/** Machines of purchase, drayage, yard, transport, transfers, returns and integration, and of work on the floor; a tender is answered through its order. */
export const machinesPlayed = [
  'purchase_order',
  'asn',
  'drayage_order',
  'dock_appointment',
  'yard_move',
  'transport_order',
  'transfer',
  'return',
  'vendor_return',
  'goods_inspection',
  'planned_move',
  'pick_job',
  'channel_connection',
  'flow',
  'webhook_endpoint',
] as const satisfies readonly MachineName[];

export interface SequenceSettings {
  sequences: number;
  seed?: number;
}

/**
 * Throws at the first sequence, reduced to its minimum, that does what the table does not say. Returns how many actions
 * it took.
 */
export async function performMachineSequences(
  platform: Platform,
  name: MachineName,
  subject: Subject,
  { sequences, seed }: SequenceSettings,
): Promise<number> {
  const machine: StateMachine<string, string> = stateMachines[name];
  const asked = Object.entries({ ...subject.ask, ...subject.askElsewhere });
  let taken = 0;
  const play = async (choices: readonly number[]): Promise<void> => {
    const id = await subject.make!();
    const trail: string[] = [];
    let before = await stateOf(platform, subject, id);
    for (const choice of choices) {
      const [action, ask] = asked[choice % asked.length]!;
      const { status, body } = await ask(id);
      const after = await stateOf(platform, subject, id);
      taken += 1;
      trail.push(`${before} ${action} -> ${status} ${after}`);
      const isAllowed = machine.transitions.some(([one, from]) => one === action && from.includes(before));
      const isOwnRule = subject.ownRule?.includes(`${before} ${action}`) ?? false;
      const isDenied = isAllowed && !isOwnRule && body?.error?.code === 'ILLEGAL_TRANSITION';
      const done = status === 201 ? 200 : status;
      const wrong = judgeAction(machine, before, action, done, after, subject.goesOn?.[action]);
      if (wrong ?? isDenied)
        throw new Error(
          `${name} ${id}: ${wrong ?? `${action} is refused`} (${trail.join(', ')}) ${JSON.stringify(body).slice(0, 300)}`,
        );
      before = after;
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(), { minLength: 6, maxLength: 14 }), play), {
    numRuns: sequences,
    ...(seed === undefined ? {} : { seed }),
  });
  return taken;
}

async function stateOf({ owner }: Platform, { table, column }: Subject, id: string): Promise<string> {
  const { rows } = await owner.query<{ state: string }>(
    `select ${column} as state from ${table} where id = $1`,
    [id],
  );
  return rows[0]?.state ?? 'gone';
}
