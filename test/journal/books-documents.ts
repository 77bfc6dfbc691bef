/** Enters a drawn invoice, credit note, bill or vendor credit: a draft, sometimes changed, to be issued. */
import { accountsByCode, base } from './books.ts';
import {
  dayAt,
  nth,
  shown,
  type BooksModel,
  type ModelDocument,
  type PartyName,
  type StepOf,
} from './books-model.ts';
import { changeRates, DrawnTaxes, taxedItem } from './books-taxes.ts';
import type { Answer, Client } from '../helpers/client.ts';

/** What entering a document takes of whoever plays the history. */
interface Desk {
  model: BooksModel;
  client: Client;
  partyIds: Record<PartyName, string>;
  expect(words: string, answer: Answer, refusals: readonly string[]): boolean;
}

/** A request that the service may take together with others, and what the model makes of its answer. */
export interface Deed {
  /** What it is about, if the order of two may matter. */
  document?: ModelDocument | undefined;
  ask(): Promise<Answer>;
  took(answer: Answer): void | Promise<void>;
}

/** Leaves a draft; the deed is its issue. */
export async function enterDocument(player: Desk, step: StepOf<'document'>): Promise<Deed> {
  const { model, client, partyIds } = player;
  const { side, isCredit, currency, day: offset, tax, isEdited } = step;
  const party =
    side === 'bill'
      ? (['vendor', 'carrier'] as const)[step.party % 2]!
      : (['merchant', 'second', 'customer'] as const)[step.party]!;
  const day = dayAt(offset);
  const taxes = new DrawnTaxes(model, step);
  const originals = model.documents.filter(
    (one) =>
      side === 'invoice' &&
      isCredit &&
      step.corrects !== undefined &&
      !one.isCredit &&
      one.side === side &&
      one.party === party &&
      one.currency === currency &&
      one.voidOn === undefined &&
      one.day <= day &&
      model.correctable(one) >= taxes.totalIf(one),
  );
  const corrects = nth(originals, step.corrects ?? 0);
  taxes.write(corrects);
  const accounts = await accountsByCode(client);
  const item = taxes.isOfItem ? await taxedItem(client) : undefined;
  const lines = step.amounts.map((units, index) => {
    const amount = shown(BigInt(units), currency);
    if (side === 'invoice')
      return {
        description: 'Line',
        quantity: 1,
        unit_price: amount,
        ...(item
          ? { billing_item_id: item, service_to: taxes.servedOn(index) }
          : { account_id: accounts['4000'], tax_code: 'T', tax_rate: tax }),
      };
    const splits = [partyIds.merchant, partyIds.second].map((merchant_id, at) => ({
      merchant_id,
      basis_qty: at + (units % 7),
    }));
    return {
      description: 'Line',
      amount,
      tax: index === 0 ? shown(taxes.tax(), currency) : 0,
      ...(index === 1 ? { split_basis: 'weight', splits } : {}),
    };
  });
  const rate = currency === 'USD' ? 1_000_000n : BigInt(step.rate);
  const kind = isCredit ? (side === 'invoice' ? 'credit_note' : 'vendor_credit') : side;
  const final = { [`${side}_date`]: day, lines };
  const path = `${base}/${side}s`;
  const made = await client.post(path, {
    kind,
    [party === 'second' ? 'merchant_id' : `${party}_id`]: partyIds[party],
    currency,
    exchange_rate: Number(rate) / 1e6,
    ...final,
    ...(isEdited ? { lines: [lines.at(-1)] } : {}),
    ...(corrects ? { original_invoice_id: corrects.id } : {}),
  });
  const words = `${kind} ${model.documents.length} of ${party}, ${taxes.total()} ${currency} at ${rate}, ${day}${corrects ? `, corrects ${model.documents.indexOf(corrects)}` : ''}`;
  player.expect(`draft ${words}`, made, []);
  const own = `${path}/${made.body.data.id}`;
  if (isEdited) player.expect('its lines', await client.patch(own, { lines }), []);
  if (step.between) await changeRates(player, step.between);
  const draft = (await client.get(own)).body.data;
  if (draft.total !== shown(taxes.total(), currency))
    throw new Error(`${words} says as a draft that its total is ${draft.total}`);
  return {
    ask: () => client.patch(own, { action: side === 'invoice' ? 'issue' : 'approve' }),
    took: async (issued) => {
      if (!player.expect(`issue ${words}`, issued, model.dated(day, ''))) {
        player.expect('delete it', await client.delete(own), []);
        return;
      }
      const { due_date: due, total: told } = issued.body.data;
      const total = taxes.total();
      const itemPercent = taxes.itemPercent();
      if (told !== shown(total, currency)) throw new Error(`${words} says its total is ${told}`);
      const { id } = made.body.data;
      const document = { id, side, isCredit, party, currency, rate, day, due, total, corrects, itemPercent };
      model.documents.push({ ...document, applied: [], voidOn: undefined });
    },
  };
}

export const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** An entry of one's own, sometimes with its reversal. */
export async function enterByHand(desk: Desk, step: StepOf<'enter'>): Promise<Deed> {
  const accounts = await accountsByCode(desk.client);
  const amount = step.amount / 100;
  const day = dayAt(step.day);
  const reversedOn = step.reverseAfter === undefined ? undefined : plus(day, step.reverseAfter);
  const body = {
    description: 'Rent',
    entry_date: day,
    lines: [
      { account_id: accounts['6000'], debit: amount },
      { account_id: accounts['1000'], credit: amount },
    ],
    ...(reversedOn === undefined ? {} : { auto_reverse_on: reversedOn }),
  };
  return {
    ask: () => desk.client.post(`${base}/journal-entries`, body),
    took: (answer) => {
      const refusals = [
        ...desk.model.dated(day, ''),
        ...(reversedOn === undefined ? [] : desk.model.dated(reversedOn, day)),
      ];
      const words = `enter ${amount}, ${day}${reversedOn ? ` and back ${reversedOn}` : ''}`;
      desk.expect(words, answer, refusals);
    },
  };
}
