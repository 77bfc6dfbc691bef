/** Hears when all commands of a job have their outcome. Started before the job exists, so that nothing can be missed. */
import type { OutcomeListener } from './outcomes.ts';

export interface Hearing {
  /** Waits for these alone: the others were not accepted. */
  only(ids: ReadonlySet<string>): void;
  /** Ends the wait, whatever has not been announced. */
  end(): void;
}

/** Calls `done` once: when all outcomes were announced, or when the wait was ended. */
export function hearAll({ events }: OutcomeListener, ids: readonly string[], done: () => void): Hearing {
  let isOver = false;
  const open = new Map<string, () => void>();
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    for (const [id, hear] of open) events.off(id, hear);
    done();
  };
  const forget = (id: string): void => {
    const hear = open.get(id);
    if (!hear) return;
    events.off(id, hear);
    open.delete(id);
    if (open.size === 0) end();
  };
  for (const id of ids) {
    const hear = (): void => forget(id);
    open.set(id, hear);
    events.on(id, hear);
  }
  return {
    only: (underWay) => {
      for (const id of open.keys()) if (!underWay.has(id)) forget(id);
    },
    end,
  };
}
