/**
 * Statements a transaction sends without waiting for their answers, since nothing it does depends on them: those that
 * bind it, and its last writes. They travel with the next one. If one fails, the transaction is aborted, and statements
 * behind it only say that something did: what failed first is told instead.
 */
import type { Knex } from 'knex';

const unawaited = new WeakMap<Knex.Transaction, Promise<unknown>>();

/** Keeps the answer of a statement that has been sent. Not inside a savepoint: what fails cannot be taken back to it. */
export function noteUnawaited(tx: Knex.Transaction, answer: Promise<unknown>): void {
  const answers = Promise.all([unawaited.get(tx), answer]);
  answers.catch(() => {});
  unawaited.set(tx, answers);
}

/** Settles once everything sent unawaited was answered; rejects with what failed first. */
export function answersOf(tx: Knex.Transaction): Promise<unknown> | undefined {
  return unawaited.get(tx);
}

/** Why a transaction failed: `fault`, unless something unawaited had failed before. */
export async function firstFault(tx: Knex.Transaction, fault: unknown): Promise<unknown> {
  try {
    await answersOf(tx);
    return fault;
  } catch (first) {
    return first;
  }
}

/** Runs `work` in a transaction. Had something unawaited failed, its commit would be a rollback that nobody is told of. */
export async function transact<T>(
  pool: Knex,
  work: (tx: Knex.Transaction) => Promise<T>,
  options: { readOnly?: boolean } = {},
): Promise<T> {
  let answers: Promise<unknown> | undefined;
  const result = await pool.transaction(async (tx) => {
    const done = await work(tx).catch(async (fault: unknown) => {
      throw await firstFault(tx, fault);
    });
    answers = answersOf(tx);
    return done;
  }, options);
  await answers;
  return result;
}
