/** The work of a flow's steps: each in a savepoint of its own, whose events are told only where the step is done. */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { asRefusal } from '../../db/sql-errors.ts';
import type { StockPosting } from '../../db/inventory/posting.ts';
import type { Work } from '../handler.ts';

type Told = Parameters<StockPosting['emit']>[0];

export interface StepWork {
  /** One for all steps: what posts to the ledger counts its lines through. */
  readonly posting: StockPosting;
  /** Runs a step in a savepoint. Throws a Refusal when it was refused: then nothing of it is left. */
  take<T>(step: () => Promise<T>): Promise<T>;
}

export function stepWork(work: Work, takeNumber: Work['takeNumber'] = work.takeNumber): StepWork {
  let tx: TenantTransaction = work.tx;
  let told: Told[] = [];
  const posting: StockPosting = {
    get tx() {
      return tx;
    },
    organizationId: work.organizationId,
    commandId: work.commandId,
    actor: work.actor,
    takeNumber,
    emit: (event) => void told.push(event),
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
        for (const event of told) work.emit(event);
        return output;
      } catch (fault) {
        // A fault ends the whole run, to be run again.
        throw asRefusal(fault) ?? fault;
      } finally {
        tx = work.tx;
      }
    },
  };
}
