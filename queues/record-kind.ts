/**
 * Master data handled uniformly: a kind of record is declared once by its fields, and its commands, its view and (in
 * api/tenant/record-endpoints.ts) its four endpoints are derived from the declaration.
 */
import type Joi from 'joi';
import { withArticle } from '../domain/article.ts';
import { defineCommand, type Command } from './engine/define-command.ts';
import { flag, instant, object, optional, uuid, type Field, type InferShape } from './schema.ts';

type Shape = Record<string, Field<any>>;

/** The kinds of records; each has `<kind>.created` and `<kind>.changed` in the event catalogue. */
export type RecordName =
  | 'warehouse'
  | 'location'
  | 'item'
  | 'merchant'
  | 'carrier'
  | 'vendor'
  | 'customer'
  | 'channel'
  | 'retailer'
  | 'spot'
  | 'count_plan'
  | 'putaway_rule'
  | 'pick_face'
  | 'wave_template'
  | 'return_rule'
  | 'carrier_rule'
  | 'inspection_plan'
  | 'carton_type'
  | 'hazard_segregation';

export interface RecordKind<R extends Shape = Shape, O extends Shape = Shape, P extends Shape = Shape> {
  readonly area: 'wms' | 'oms' | 'yms' | 'tms';
  /** The singular, as in `location` or `count_plan`: used for commands, events and refusals. */
  readonly name: RecordName;
  /** The plural: the table and, with hyphens, the last part of the path. */
  readonly collection: string;
  /** Columns that are required to create a record. */
  readonly required: R;
  /** Columns that have a default or may be null; always present in the view. */
  readonly optional: O;
  /** Fields of the record stored in tables of their own; its own handlers write them. */
  readonly parts: P;
  /** The record belongs to a merchant or the operator: `merchant_id` is filled in at creation (see `ownerFor`). */
  readonly isOfMerchant: boolean;
  /** Fields that never change after creation, because the meaning of other records would change with them. */
  readonly fixed: readonly string[];
  /** Fields that refer to another record of the organization: field to collection. */
  readonly references: Readonly<Record<string, string>>;
  /** Filters of the list besides q and is_active. */
  readonly filters: Shape;
  /** Columns that `q` searches; the first one orders the list. */
  readonly searched: readonly string[];
}

export interface RecordCommands<R extends Shape, O extends Shape, P extends Shape> {
  create: Command<string, InferShape<R> & Partial<InferShape<O & P>>, { id: string }>;
  update: Command<
    string,
    { record_id: string; is_active?: boolean } & Partial<InferShape<R & O & P>>,
    { id: string }
  >;
}

type Declared<R extends Shape, O extends Shape, P extends Shape> = Pick<
  RecordKind<R, O, P>,
  'area' | 'name' | 'collection' | 'required' | 'optional' | 'searched'
> &
  Partial<Pick<RecordKind<R, O, P>, 'parts' | 'isOfMerchant' | 'fixed' | 'references' | 'filters'>>;

export function recordKind<R extends Shape, O extends Shape, P extends Shape = Record<never, never>>(
  declared: Declared<R, O, P>,
): RecordKind<R, O, P> {
  return { parts: {} as P, isOfMerchant: false, fixed: [], references: {}, filters: {}, ...declared };
}

/** The name in a sentence. */
export const recordWords = ({ name }: Pick<RecordKind, 'name'>): string => name.replaceAll('_', ' ');

/** `<area>.create_<name>` and `<area>.update_<name>`: plain record keeping, so they run inline. */
export function recordCommands<R extends Shape, O extends Shape, P extends Shape>(
  kind: RecordKind<R, O, P>,
): RecordCommands<R, O, P> {
  const { area, name, required, optional: others, parts, fixed } = kind;
  const everything: Shape = { ...required, ...others, ...parts };
  const changeable = Object.fromEntries(
    Object.entries(everything).filter(([field]) => !fixed.includes(field)),
  );
  const create = defineCommand({
    name: `${area}.create_${name}`,
    runs: 'inline',
    summary: `Creates ${withArticle(recordWords(kind))}.`,
    input: object({ ...required, ...optionalFields({ ...others, ...parts }) }),
    result: object({ id: uuid() }),
  });
  const update = defineCommand({
    name: `${area}.update_${name}`,
    runs: 'inline',
    summary: `Changes ${withArticle(recordWords(kind))}.`,
    input: object({ record_id: uuid(), ...optionalFields({ ...changeable, is_active: flag() }) }),
    result: object({ id: uuid() }),
  });
  return { create, update } as RecordCommands<R, O, P>;
}

/** What a reader gets: id, every field, is_active, and when it was created and last changed. */
export function recordView(kind: RecordKind): Joi.AnySchema & Field<Record<string, unknown>> {
  const { required, optional: others, parts } = kind;
  return object({
    id: uuid(),
    ...required,
    ...others,
    ...parts,
    is_active: flag(),
    created_at: instant(),
    updated_at: instant(),
  }) as Joi.AnySchema & Field<Record<string, unknown>>;
}

/** The kind's own columns, in the order of the view. */
export function recordColumns(kind: RecordKind): string[] {
  return [
    'id',
    ...Object.keys(kind.required),
    ...Object.keys(kind.optional),
    'is_active',
    'created_at',
    'updated_at',
  ];
}

function optionalFields(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, optional(field)]));
}
