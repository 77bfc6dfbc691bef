/** Handlers for record kinds that need nothing beyond their own table: one create and one update for all of them. */
import type { TenantTransaction } from '../db/database.ts';
import { assertReference } from '../db/records.read.ts';
import { insertRecord, updateRecord } from '../db/records.write.ts';
import { ownerFor } from '../db/tenancy/merchants.read.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { notFound } from '../domain/refusal.ts';
import { recordWords, type RecordCommands, type RecordKind, type RecordName } from '../queues/record-kind.ts';
import type { Handler } from './engine/handler.ts';

type Fields = Record<string, unknown>;

/** Refuses 400 UNKNOWN_REFERENCE for a field that does not name one of the organization's records. */
export async function assertReferences(
  tx: TenantTransaction,
  kind: RecordKind,
  input: Fields,
): Promise<void> {
  for (const [field, collection] of Object.entries(kind.references)) {
    const id = input[field];
    if (typeof id === 'string') await assertReference(tx, collection, id, field);
  }
}

// The compiler cannot see in a template string that subject and kind are the same word.
function recordEvent(name: RecordName, what: 'created' | 'changed', id: string): DomainEvent {
  return { type: `${name}.${what}`, subject_type: name, subject_id: id } as DomainEvent;
}

export function recordHandlers(kind: RecordKind): {
  create: Handler<RecordCommands<any, any, any>['create']>;
  update: Handler<RecordCommands<any, any, any>['update']>;
} {
  const { name, collection } = kind;
  return {
    create: async ({ tx, actor, emit }, input: Fields) => {
      await assertReferences(tx, kind, input);
      const owner = kind.isOfMerchant
        ? {
            merchant_id: await ownerFor(tx, input['merchant_id'] as string, actor.merchant_id),
          }
        : {};
      const id = await insertRecord(tx, collection, { ...input, ...owner });
      emit(recordEvent(name, 'created', id));
      return { id };
    },
    update: async ({ tx, emit }, { record_id: id, ...changes }: Fields & { record_id: string }) => {
      await assertReferences(tx, kind, changes);
      if (!(await updateRecord(tx, collection, id, changes))) throw notFound(recordWords(kind));
      emit(recordEvent(name, 'changed', id));
      return { id };
    },
  };
}
