/**
 * Fair lines: of one organization's jobs a process has only a few under way on each queue. The others wait here in the
 * order they came, and one leaves whenever one before it has ended. A queue is first-in first-out, and so never holds
 * more than a few of anybody's jobs ahead of another organization's.
 *
 * Everything that is dispatched passes through: the jobs of lanes, single commands, follow-ups, webhooks, schedules, and
 * what the sweeper brings back. What waits has its committed row; if the process ends, the sweepers dispatch it. A job
 * has ended when all outcomes of its commands were announced or, should an announcement be lost, when its queue says so.
 */
import { groupBy } from '../../domain/group-by.ts';
import { hearAll, type Hearing, type OutcomeListener } from './outcomes.ts';
import { jobsOfOneMax } from './policies.ts';
import type { Dispatch, Producer } from './producer.ts';

interface Job {
  id: string;
  commands: readonly Dispatch[];
  hearing: Hearing;
  timer: NodeJS.Timeout | undefined;
}

/** By id, in the order they came. */
interface Line {
  underWay: Map<string, Job>;
  waiting: Map<string, Job>;
  isAdvancing: boolean;
}

/** Beyond this a line keeps nothing in memory: the sweepers dispatch the rest from the rows. */
const waitingMax = 50_000;
/** After this long without an announcement the queue is asked. */
const askAfterMs = 1_000;

/** The producer whose dispatches stand in line. Closing it closes the producer. */
export function openFairLines(producer: Producer, listener: OutcomeListener): Producer {
  const lines = new Map<string, Line>();
  let isClosed = false;

  const begin = (line: Line, job: Job): void => {
    line.underWay.set(job.id, job);
    askLater(producer, job, () => isClosed);
  };

  const ended = (key: string, line: Line, job: Job): void => {
    clearTimeout(job.timer);
    line.waiting.delete(job.id);
    if (line.underWay.delete(job.id)) advanceSoon(key, line);
  };

  /** Once for all the jobs that end with one message. */
  const advanceSoon = (key: string, line: Line): void => {
    if (line.isAdvancing) return;
    line.isAdvancing = true;
    queueMicrotask(() => {
      line.isAdvancing = false;
      if (!isClosed) advance(key, line);
    });
  };

  const advance = (key: string, line: Line): void => {
    const leaving: Dispatch[] = [];
    for (const job of line.waiting.values()) {
      if (line.underWay.size >= jobsOfOneMax(job.commands[0]!.queue)) break;
      line.waiting.delete(job.id);
      begin(line, job);
      leaving.push(...job.commands);
    }
    if (leaving.length > 0) void producer.dispatch(leaving);
    if (line.underWay.size + line.waiting.size === 0 && lines.get(key) === line) lines.delete(key);
  };

  /** Whether the job leaves at once. */
  const enter = (id: string, commands: readonly Dispatch[]): boolean => {
    const { queue } = commands[0]!;
    const key = keyOf(commands[0]!);
    const line = lineAt(lines, key);
    // Dispatched again under its own id: its queue had lost it.
    if (line.underWay.has(id)) return true;
    if (line.waiting.has(id)) return false;
    const mayLeave = line.waiting.size === 0 && line.underWay.size < jobsOfOneMax(queue);
    if (!mayLeave && line.waiting.size >= waitingMax) return false;
    const ids = commands.map(({ command_id: command }) => command);
    const hearing = hearAll(listener, ids, () => ended(key, line, job));
    const job: Job = { id, commands, hearing, timer: undefined };
    if (mayLeave) begin(line, job);
    else line.waiting.set(id, job);
    return mayLeave;
  };

  return {
    ...producer,
    dispatch(commands) {
      const jobs = [...groupBy(commands, ({ job_id: id }) => id)];
      const leaving = jobs.filter(([id, ofJob]) => enter(id, ofJob)).flatMap(([, ofJob]) => ofJob);
      return leaving.length === 0 ? Promise.resolve(true) : producer.dispatch(leaving);
    },
    placeOf(command) {
      if (lines.get(keyOf(command))?.waiting.has(command.job_id)) return Promise.resolve('held');
      return producer.placeOf(command);
    },
    close() {
      isClosed = true;
      for (const { underWay } of lines.values())
        for (const { timer } of underWay.values()) clearTimeout(timer);
      lines.clear();
      return producer.close();
    },
  };
}

/** Asks the queue now and then, until it no longer has the job. */
function askLater(producer: Producer, job: Job, isClosed: () => boolean): void {
  const ask = async (): Promise<void> => {
    const isUnderWay = await producer.isUnderWay(job.commands[0]!);
    if (isClosed()) return;
    if (isUnderWay) askLater(producer, job, isClosed);
    else job.hearing.end();
  };
  job.timer = setTimeout(() => void ask(), askAfterMs).unref();
}

function lineAt(lines: Map<string, Line>, key: string): Line {
  const known = lines.get(key);
  if (known) return known;
  const line: Line = { underWay: new Map(), waiting: new Map(), isAdvancing: false };
  lines.set(key, line);
  return line;
}

function keyOf({ organization_id: id, queue }: Dispatch): string {
  return `${id}/${queue}`;
}
