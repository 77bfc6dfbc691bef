/**
 * Dangerous goods of two classes that are kept apart. It is law and no matter of room: it is refused under any
 * `capacity_policy`. Goods of one class may lie together. Pure.
 *
 * - `keep_apart`: never at one place where goods are kept, in one carton, or on one load.
 * - `same_room`: never at one place or in one carton; they may leave on one load.
 * - `ok`: anywhere, as without a rule.
 *
 * Where goods only arrive, wait or pass, those of any class may stand beside each other.
 */
import { Refusal } from '../refusal.ts';

export const segregationRules = ['keep_apart', 'same_room', 'ok'] as const;

/** The class of dangerous goods, and those that they are kept apart from. */
export interface Apart {
  class: string;
  from: readonly string[];
}

export interface Clash {
  held: string;
  class: string;
}

/** The first of these goods that may not be where goods of these classes are; undefined when all may. */
export function clashOf(goods: readonly Apart[], held: readonly string[]): Clash | undefined {
  for (const one of goods) {
    const other = held.find((there) => one.from.includes(there));
    if (other !== undefined) return { held: other, class: one.class };
  }
  return undefined;
}

/** The same of goods that come together to where goods of these classes are: none of them clashes with another either. */
export const clashAmong = (goods: readonly Apart[], held: readonly string[] = []): Clash | undefined =>
  clashOf(goods, [...held, ...goods.map((one) => one.class)]);

/** 409 HAZARD_SEGREGATION; `where` begins the sentence: it says what holds them. */
export const segregationRefusal = (where: string, clash: Clash, facts: object = {}): Refusal =>
  new Refusal(
    'HAZARD_SEGREGATION',
    `${where} dangerous goods of class ${clash.held}, which those of class ${clash.class} are kept apart from.`,
    { ...clash, ...facts },
  );
