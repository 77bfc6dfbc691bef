/** The work of a flow's steps: each in a savepoint of its own, whose events are told only where the step is done. */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { judgeSqlError } from '../../db/sql-errors.ts';
import type { StockPosting } from '../../db/inventory/posting.ts';
import { Refusal } from '../../domain/refusals.ts';
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
        throw asRefusal(fault);
      } finally {
        tx = work.tx;
      }
    },
  };
}

/** A refusal as it is, one of the database as a refusal; a fault stays one and ends the whole run, to be run again. */
function asRefusal(fault: unknown): unknown {
  if (fault instanceof Refusal) return fault;
  const verdict = judgeSqlError(fault);
  return verdict.kind === 'refuse' ? verdict.refusal : fault;
}
