/** The work of a flow's steps: each in its own savepoint, whose events and signals are told only if the step succeeds. */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { asRefusal } from '../../db/sql-errors.ts';
import type { StockPosting } from '../../db/inventory/posting.ts';
import type { Work } from '../engine/handler.ts';

export interface FlowWork {
  /** Shared by all steps, so that ledger line numbers continue from one step to the next. */
  readonly posting: StockPosting;
  /** Runs a step in a savepoint. Throws a Refusal when it was refused, with everything it did undone. */
  take<T>(step: () => Promise<T>): Promise<T>;
}

export function savepointPerStep(work: Work, takeNumber: Work['takeNumber'] = work.takeNumber): FlowWork {
  let tx: TenantTransaction = work.tx;
  let told: (() => void)[] = [];
  const posting: StockPosting = {
    get tx() {
      return tx;
    },
    organizationId: work.organizationId,
    commandId: work.commandId,
    actor: work.actor,
    takeNumber,
    emit: (event) => void told.push(() => work.emit(event)),
    signal: (signal) => void told.push(() => work.signal(signal)),
  };
  return {
    posting,
    take: async (step) => {
      told = [];
      try {
        const output = await inSavepoint(work.tx, (savepoint) => {
          tx = savepoint;
          return step();
        });
        for (const tell of told) tell();
        return output;
      } catch (fault) {
        // A fault ends the whole run, which is then run again.
        throw asRefusal(fault) ?? fault;
      } finally {
        tx = work.tx;
      }
    },
  };
}
