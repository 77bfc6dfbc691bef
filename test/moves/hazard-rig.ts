/** What tests of dangerous goods that are kept apart need: items of a class, rules, and the refusal. */
import type { ExecutionContext } from 'ava';
import type { Running } from '../fulfillment/outbound-rig.ts';
import type { Answer } from '../helpers/client.ts';

export const rulesPath = '/api/wms/hazard-segregation';

/** Fields of an item as the product writes them. */
export const dangerous = (of: string): { hazard: string } => ({
  hazard: JSON.stringify({ un_no: '1263', class: of, packing_group: null, limited_qty: false }),
});

/** 3 is kept apart from 5.1, may share a room with 8, and lies with 9 as with anything. */
export async function keepClassesApart({ client }: Running): Promise<void> {
  for (const [one, other, rule] of [
    ['3', '5.1', 'keep_apart'],
    ['8', '3', 'same_room'],
    ['3', '9', 'ok'],
  ]) {
    const made = await client.post(rulesPath, { class: one, other_class: other, rule });
    if (made.status !== 201) throw new Error(made.text);
  }
}

export function assertClash(t: ExecutionContext<any>, answer: Answer, details: object = {}): void {
  t.is(answer.status, 409, answer.text);
  const { code, details: told } = answer.body.error;
  t.is(code, 'HAZARD_SEGREGATION', answer.text);
  t.deepEqual(told, { ...told, ...details });
  t.not(told.held, told.class);
}
