/**
 * Runs the commands of a job: those that can share a transaction in one, and whatever a group cannot finish one by one,
 * so that a bad command harms only itself and its neighbors wait for at most one more try. A single command is a group
 * of one: there is no other path.
 */
import { enterTenant, type OpenTransaction, type TenantTransaction } from '../../db/database.ts';
import { asRefusal, judgeSqlError } from '../../db/sql-errors.ts';
import { beginCommands } from '../../db/engine/command-groups.write.ts';
import type { CommandRow } from '../../db/engine/commands.read.ts';
import { recordOutcome, type NewCommand } from '../../db/engine/commands.write.ts';
import { dailyNumbers } from '../../db/tenancy/sequences.write.ts';
import { Refusal, refusalOr } from '../../domain/refusal.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import type { Actor } from '../../queues/engine/accepted-command.ts';
import type { LineBatches } from '../../queues/engine/submission.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';
import { inSharedJobs } from './follow-ups.ts';
import { apart, type Answered, type AskingHandler, type Outside, type Work } from './handler.ts';
import {
  afterCommit,
  conclude,
  refusedOutcome,
  transacted,
  validInput,
  type Finished,
  type Ran,
  type RunnerDeps,
} from './run-command.ts';
import { workOf, type Gathered } from './work-of.ts';

// After a persistent deadlock the commands are run one by one.
export const groupTriesMax = 2;

export interface Faulted {
  id: string;
  fault: unknown;
}

export interface JobRun {
  /** Of the commands that finished now, not those finished earlier. */
  states: Outcome['state'][];
  /** Those still accepted, each with what went wrong. */
  faulted: Faulted[];
}

/** Thrown to roll back a transaction whose commands have to be run one by one. */
export class OneByOne extends Error {}

/** Thrown to roll back a transaction whose command asks somebody outside first. */
class ToBeAsked extends Error {
  readonly ask: (outside: Outside) => Promise<Heard>;
  constructor(ask: (outside: Outside) => Promise<Heard>) {
    super('Only a worker process asks somebody outside.');
    this.ask = ask;
  }
}

interface Heard {
  question: unknown;
  answer: unknown;
}

/**
 * Runs what is not finished yet and reports each outcome after its commit. A redelivery changes nothing. Never throws.
 */
export async function runJob(
  parts: RunnerDeps,
  organizationId: string,
  ids: readonly string[],
  told: (finished: readonly Finished[]) => void,
): Promise<JobRun> {
  const run: JobRun = { states: [], faulted: [] };
  const keep = (finished: readonly Finished[]): void => {
    run.states.push(...finished.map(({ outcome }) => outcome.state));
    told(finished);
  };
  const runApart = async (apartIds: readonly string[]): Promise<void> => {
    for (const id of apartIds) {
      try {
        keep((await runGroup(parts, organizationId, [id])).finished);
      } catch (fault) {
        run.faulted.push({ id, fault });
        // Nothing can be done while the database is unreachable: the rest waits for the job's next attempt.
        if (judgeSqlError(fault).kind === 'away') return;
      }
    }
  };
  let left = ids;
  // Each group finishes at least one command, so this loop ends.
  while (left.length > 1) {
    try {
      const ran = await runGroup(parts, organizationId, left);
      keep(ran.finished);
      left = ran.apartIds;
    } catch (fault) {
      if (judgeSqlError(fault).kind !== 'away') break;
      run.faulted.push({ id: left[0]!, fault });
      return run;
    }
  }
  await runApart(left);
  return run;
}

/** One transaction. Throws on a fault and, with more than one command, also on a refusal that would hit them all. */
async function runGroup(
  parts: RunnerDeps,
  organizationId: string,
  ids: readonly string[],
  heard?: Heard,
): Promise<{ finished: readonly Finished[]; apartIds: readonly string[] }> {
  try {
    const run = async (open: OpenTransaction): Promise<Ran | undefined> => {
      const { tx, commands } = await beginCommands(open, organizationId, ids);
      const accepted = commands.filter(isOpen);
      return accepted.length === 0 ? undefined : executeGroup(parts, tx, accepted, { heard });
    };
    const ran = await transacted(parts, organizationId, run, ids.length === 1 ? undefined : groupTriesMax);
    if (!ran) return { finished: [], apartIds: [] };
    afterCommit(parts, ran, organizationId);
    return ran;
  } catch (fault) {
    if (fault instanceof ToBeAsked && parts.outside)
      return runGroup(parts, organizationId, ids, await fault.ask(parts.outside));
    const refusal = ids.length === 1 ? asRefusal(fault) : undefined;
    if (!refusal) throw fault;
    const id = ids[0]!;
    const outcome = refusedOutcome(refusal);
    const key = { organization_id: organizationId, id };
    const isRecorded = await recordOutcome(parts.database.system, key, 'refused', outcome);
    return { finished: isRecorded ? [{ id, outcome }] : [], apartIds: [] };
  }
}

// Every outcome is final, including failure, because its caller was told. A rerun by ops is a new command.
function isOpen({ state }: CommandRow): boolean {
  return state === 'accepted';
}

interface How {
  unwritten?: readonly NewCommand[] | undefined;
  lines?: LineBatches | undefined;
  /** What somebody outside was asked for the command, and answered. */
  heard?: Heard | undefined;
}

/**
 * Runs the handler over commands whose rows exist, or are written with their outcomes (`unwritten`), and sends what has
 * to be stored. A handler of many returns a refusal as a value, a handler of one throws it. `lines` only come with a
 * single command.
 */
export async function executeGroup(
  parts: RunnerDeps,
  tx: TenantTransaction,
  commands: readonly CommandRow[],
  { unwritten, lines, heard }: How = {},
): Promise<Ran> {
  const { name, organization_id: organizationId } = commands[0]!;
  const command = parts.commands.get(name);
  const handler = parts.handlers.get(name);
  if (!command || !handler) throw new Error(`No handler is registered for the command ${name}.`);
  const merchantId = merchantOf(commands[0]!);
  const isAlike = commands.every((one) => one.name === name && merchantOf(one) === merchantId);
  if (commands.length > 1 && !('many' in handler && isAlike)) throw new OneByOne();
  if (merchantId) enterTenant(tx, { organizationId, merchantId });

  const takeNumber = dailyNumbers(parts.database.system, organizationId);
  const parted = commands.map((row) => ({
    row,
    ...workOf(tx, row, takeNumber, lines),
    asked: inputOf(command, row),
  }));
  const valid = parted.filter(({ asked }) => !(asked instanceof Refusal));
  const asked = valid.map(({ work, asked: input }) => ({ work, input }));
  const handle = async (): Promise<Answered<any>[]> => {
    if (valid.length === 0) return [];
    if ('many' in handler) return handler.many(tx, asked);
    const { work, input } = asked[0]!;
    return [
      'one' in handler ? await handler.one(work, input) : await askOrSettle(handler.asks, work, input, heard),
    ];
  };
  const answers = await handle();
  const answerOf = new Map<unknown, Answered<any>>(valid.map((one, index) => [one, answers[index]]));

  const finished: Finished[] = [];
  const apartIds: string[] = [];
  const gathered: Gathered = { followUps: [], events: [], signals: [] };
  for (const one of parted) {
    const answer = answerOf.has(one) ? answerOf.get(one) : one.asked;
    if (answer === apart) apartIds.push(one.row.id);
    else if (answer instanceof Refusal) finished.push({ id: one.row.id, outcome: refusedOutcome(answer) });
    else {
      const kept = command.keptResult && { state: 'done' as const, result: command.keptResult(answer) };
      finished.push({ id: one.row.id, outcome: { state: 'done', result: answer }, kept });
      gathered.followUps.push(...one.followUps);
      gathered.events.push(...one.events);
      gathered.signals.push(...one.signals);
    }
  }
  // Commands that all ask to be deferred would loop forever.
  if (apartIds.length === commands.length) throw new Error(`${name} runs neither together nor by itself.`);
  const followUps = inSharedJobs(gathered.followUps, parts.commands);
  return { ...(await conclude(tx, finished, { ...gathered, followUps }, unwritten)), apartIds };
}

async function askOrSettle(
  asks: AskingHandler<any, any, any>,
  work: Work,
  input: unknown,
  heard: Heard | undefined,
): Promise<unknown> {
  if (heard) return asks.settle(work, input, heard.question, heard.answer);
  const question: unknown = await asks.say(work, input);
  throw new ToBeAsked(async (outside) => ({ question, answer: await asks.send(outside, question) }));
}

function merchantOf({ actor }: CommandRow): string | null {
  return (actor as unknown as Actor).merchant_id;
}

/** The input, or a refusal when it no longer fits its command. */
function inputOf(command: AnyCommand, row: CommandRow): unknown {
  return refusalOr(() => validInput(command, row));
}
