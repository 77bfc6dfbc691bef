/** Inline commands in an API process: how the runner is bound to it, and what of this process hears of their effects. */
import type { Authenticator } from '../../api/http/authenticate.ts';
import type { Relay } from '../../api/relay/relay.ts';
import { shareJob } from '../../db/engine/commands.write.ts';
import { commandsByName } from '../../queues/commands.ts';
import type { RunInline } from '../../queues/engine/submission.ts';
import type { Wakes } from '../../queues/engine/wakes.ts';
import { tenancyCommands } from '../../queues/tenancy/commands.ts';
import { openFollowUps } from '../../workers/engine/follow-ups.ts';
import type { RunnerDeps } from '../../workers/engine/run-command.ts';
import { sendSignals } from '../../workers/engine/signals.ts';
import { finalFailuresByName } from '../../workers/give-ups.ts';
import { handlersByName } from '../../workers/handlers.ts';
import type { Engine } from '../open-engine.ts';

/** The relay is asked for when there is something to tell it: it is opened after the runner. */
export function inlineDeps(
  { database, producer, signals }: Engine,
  wakes: Wakes,
  relay: () => Relay,
): RunnerDeps {
  const followUps = openFollowUps(
    { producer, shareJob: (...of) => shareJob(database, ...of) },
    commandsByName,
  );
  return {
    database,
    commands: commandsByName,
    handlers: handlersByName,
    giveUps: finalFailuresByName,
    committed: (left, _organizationId, eventCount) => {
      followUps.dispatch(left);
      if (eventCount > 0) wakes.tell('events');
    },
    signal: (sent) =>
      sendSignals(sent, {
        // A hub linked to this process is told of its label at once; the queue reaches the others.
        print: (ours) => signals.send(ours.filter((one) => one.kind !== 'wake' || !relay().offer(one.offer))),
        wake: (reason) => wakes.tell(reason),
      }),
    signalAhead: (ahead, ended) => {
      for (const one of ahead) if (one.kind === 'wake') relay().offerAhead(one.offer, ended);
    },
  };
}

// A token revoked through this process is refused from the next request on.
const changesAccess = new Set<unknown>([
  tenancyCommands.revokeToken,
  tenancyCommands.updateMember,
  tenancyCommands.updateSettings,
]);

export function forgetting(authenticator: Authenticator, runInline: RunInline): RunInline {
  return async (asked) => {
    const ends = await runInline(asked);
    if (asked.some(({ command }) => changesAccess.has(command))) authenticator.forget();
    return ends;
  };
}
