/**
 * Groups inline commands: those of one lane that arrive while transactions of that lane are running in this process
 * share the next one. They have no row before they run, so there is nothing to accept, and only the transaction to wait
 * for.
 */
import { laneOf } from './jobs.ts';
import { lanePolicy, type LanePolicy } from './policies.ts';
import type { InlineCommand, InlineEnd, RunInline } from './submission.ts';
import { mayStart, startGathered, takeGroup } from './take-group.ts';
import type { Outcome } from './waiting-room.ts';

export interface InlineLanes {
  /** The outcome; rejects with the fault when there is none. */
  send(asked: InlineCommand): Promise<Outcome | 'key_taken'>;
}

interface Waiting {
  asked: InlineCommand;
  characters: number;
  tell(end: InlineEnd): void;
}

interface Lane {
  waiting: Waiting[];
  /** How many commands each running transaction carries. */
  underWay: number[];
}

export function openInlineLanes(run: RunInline, policy: LanePolicy = lanePolicy): InlineLanes {
  const lanes = new Map<string, Lane>();

  const advance = (key: string, lane: Lane): void => {
    while (mayStart(policy.jobsUnderWayMax, lane.underWay, lane.waiting.length)) {
      const group = takeGroup(policy, lane.waiting);
      lane.underWay.push(group.length);
      void runGroup(group).finally(() => {
        lane.underWay.splice(lane.underWay.indexOf(group.length), 1);
        advance(key, lane);
      });
    }
    if (lane.underWay.length === 0 && lane.waiting.length === 0) lanes.delete(key);
  };

  const runGroup = async (group: readonly Waiting[]): Promise<void> => {
    const ends = await run(group.map(({ asked }) => asked));
    for (const [index, { tell }] of group.entries()) tell(ends[index]!);
  };

  return {
    async send(asked) {
      const { command, organizationId, actor, input } = asked;
      if (!command.together) return outcomeOf((await run([asked]))[0]!);
      const key = laneOf({
        organization_id: organizationId,
        name: command.name,
        merchant_id: actor.merchant_id,
      });
      const lane = lanes.get(key) ?? { waiting: [], underWay: [] };
      lanes.set(key, lane);
      const end = await new Promise<InlineEnd>((tell) => {
        lane.waiting.push({ asked, characters: JSON.stringify(input).length, tell });
        startGathered(policy, () => advance(key, lane));
      });
      return outcomeOf(end);
    },
  };
}

function outcomeOf(end: InlineEnd): Outcome | 'key_taken' {
  if ('fault' in end) throw end.fault;
  return end.outcome;
}
