/** Does what was drawn, both over HTTP and in the model; an answer the model does not expect ends the history. */
import { closeBooks } from '../../workers/journal/close-books.ts';
import { createClient, type Answer, type Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { enterByHand, enterDocument, plus, type Deed } from './books-documents.ts';
import { base } from './books.ts';
import {
  BooksModel,
  dayAt,
  foreign,
  inBase,
  monthEnds,
  nth,
  shown,
  type ModelDocument,
  type PartyName,
  type Step,
  type StepOf,
} from './books-model.ts';
import { changeRates } from './books-taxes.ts';

const log = {
  error: (...said: unknown[]) => {
    throw new Error(`the log says ${JSON.stringify(said)}`);
  },
};

/** What can go in a group with others of its kind. */
type Grouped = StepOf<'document'> | StepOf<'pay'> | StepOf<'void'> | StepOf<'enter'>;

export class BooksPlayer {
  readonly model = new BooksModel();
  /** What was asked and what came of it, for whoever reads a failure. */
  readonly history: string[] = [];
  readonly client: Client;
  readonly partyIds: Record<PartyName, string>;

  readonly platform: Platform;
  readonly organization: TestOrganization;

  constructor(platform: Platform, organization: TestOrganization) {
    this.platform = platform;
    this.organization = organization;
    this.client = createClient(platform.url, organization);
    const {
      merchantId: merchant,
      secondMerchantId,
      customerId: customer,
      vendorId: vendor,
      carrierId: carrier,
    } = organization;
    this.partyIds = { merchant, second: secondMerchantId!, customer, vendor, carrier };
  }

  async play(step: Step): Promise<void> {
    switch (step.do) {
      case 'document':
      case 'pay':
      case 'void':
      case 'enter':
        return this.doAll([await this.deedOf(step)]);
      case 'together':
        return this.together(step);
      case 'apply':
        return this.apply(step);
      case 'reverse':
        return this.reverse(step);
      case 'revalue':
        return this.revalue(step);
      case 'rate':
        return changeRates(this, step);
      case 'lock':
        return this.lock(step);
      case 'close':
        return closeBooks({ database: this.platform.database, log }, this.organization.id, {
          dayLinesMin: 1,
          monthLinesMin: 1,
        });
    }
  }

  private async deedOf(step: Grouped): Promise<Deed | undefined> {
    switch (step.do) {
      case 'document':
        return enterDocument(this, step);
      case 'pay':
        return this.pay(step);
      case 'void':
        return this.void(step);
      case 'enter':
        return enterByHand(this, step);
    }
  }

  /** Those of the steps that do not depend on the order in which the service takes them, asked at once. */
  private async together({ steps }: StepOf<'together'>): Promise<void> {
    const touched = new Set<ModelDocument>();
    const deeds: Deed[] = [];
    for (const step of steps as readonly Grouped[]) {
      // How much two drafts may correct of an invoice depends on which comes first.
      const deed = await this.deedOf(step.do === 'document' ? { ...step, corrects: undefined } : step);
      const { document } = deed ?? {};
      if (!deed || (document && [document, document.corrects].some((one) => one && touched.has(one))))
        continue;
      deeds.push(deed);
      for (const one of [document, document?.corrects]) if (one) touched.add(one);
    }
    await this.doAll(deeds);
  }

  private async doAll(deeds: readonly (Deed | undefined)[]): Promise<void> {
    const known = deeds.filter((deed) => deed !== undefined);
    const answers = await Promise.all(known.map(({ ask }) => ask()));
    for (const [index, { took }] of known.entries()) await took(answers[index]!);
  }

  /** Whether it was done. It must be, unless the model knows why not; then it must be refused for one of these reasons. */
  expect(words: string, answer: Answer, refusals: readonly string[]): boolean {
    const came = answer.status < 300 ? 'done' : (answer.body?.error?.code ?? answer.status);
    this.history.push(`${words}: ${came}`);
    const isExpected = answer.status < 300 ? refusals.length === 0 : refusals.includes(came);
    if (isExpected) return answer.status < 300;
    throw new Error(`expected ${refusals.join(' or ') || 'it to be done'}, not ${answer.text.slice(0, 400)}`);
  }

  private amountOf(document: ModelDocument, percent: number): bigint {
    const amount = (this.model.due(document) * BigInt(percent)) / 100n;
    return amount > 0n ? amount : 1n;
  }

  private pay(step: StepOf<'pay'>): Deed | undefined {
    const { model } = this;
    const document = nth(model.documents, step.document);
    if (!document) return undefined;
    const amount = this.amountOf(document, step.percent);
    const day = plus(document.day, step.delay);
    const isWrittenOff = step.isWrittenOff && document.side === 'invoice' && !document.isCredit;
    const rate =
      step.rate === undefined || document.currency === 'USD' || isWrittenOff ? undefined : BigInt(step.rate);
    const body = {
      method: isWrittenOff ? 'write_off' : 'ach',
      amount: shown(amount, document.currency),
      payment_date: day,
      ...(rate === undefined ? {} : { exchange_rate: Number(rate) / 1e6 }),
    };
    const words = `pay ${amount} on ${model.documents.indexOf(document)}, ${day}${rate ? ` at ${rate}` : ''}${isWrittenOff ? ', written off' : ''}`;
    return {
      document,
      ask: () => this.client.post(`${base}/${document.side}s/${document.id}/payments`, body),
      took: (answer) => {
        const refusals = [...model.payable(document, amount), ...model.dated(day, document.day)];
        if (!this.expect(words, answer, refusals)) return;
        document.applied.push({ day, amount });
        const { id } = answer.body.data;
        model.payments.push({ id, document, credit: undefined, amount, day, isReversed: false });
      },
    };
  }

  private async apply(step: StepOf<'apply'>): Promise<void> {
    const { model } = this;
    const credit = nth(
      model.documents.filter((one) => one.isCredit),
      step.credit,
    );
    const document = nth(
      model.documents.filter(
        (one) =>
          !one.isCredit &&
          one.side === credit?.side &&
          one.party === credit.party &&
          one.currency === credit.currency,
      ),
      step.document,
    );
    if (!document || !credit) return;
    const least = model.due(document) < model.due(credit) ? document : credit;
    const amount = this.amountOf(least, step.percent);
    const earliest = document.day > credit.day ? document.day : credit.day;
    const day = plus(earliest, step.delay);
    const answer = await this.client.post(`${base}/${document.side}s/${document.id}/payments`, {
      method: 'credit_note',
      [`credit_${document.side}_id`]: credit.id,
      amount: shown(amount, document.currency),
      payment_date: day,
    });
    const refusals = [
      ...model.payable(document, amount),
      ...model.payable(credit, amount),
      ...model.dated(day, earliest),
    ];
    const words = `use ${amount} of ${model.documents.indexOf(credit)} on ${model.documents.indexOf(document)}, ${day}`;
    if (!this.expect(words, answer, refusals)) return;
    for (const one of [document, credit]) one.applied.push({ day, amount });
    model.payments.push({ id: answer.body.data.id, document, credit, amount, day, isReversed: false });
  }

  private async reverse(step: StepOf<'reverse'>): Promise<void> {
    const { model } = this;
    const payment = nth(model.payments, step.payment);
    if (!payment) return;
    const { document, credit } = payment;
    const day = plus(payment.day, step.delay);
    const answer = await this.client.post(`${base}/${document.side}s/${(credit ?? document).id}/payments`, {
      reverses_payment_id: payment.id,
      payment_date: day,
    });
    const refusals = [...(payment.isReversed ? ['ALREADY_REVERSED'] : []), ...model.dated(day, payment.day)];
    if (!this.expect(`reverse payment ${model.payments.indexOf(payment)}, ${day}`, answer, refusals)) return;
    payment.isReversed = true;
    for (const one of credit ? [document, credit] : [document])
      one.applied.push({ day, amount: -payment.amount });
  }

  private void(step: StepOf<'void'>): Deed | undefined {
    const { model } = this;
    const document = nth(model.documents, step.document);
    if (!document) return undefined;
    const day = plus(document.day, step.delay);
    const body = { action: 'void', reason: 'Drawn', void_date: day };
    return {
      document,
      ask: () => this.client.patch(`${base}/${document.side}s/${document.id}`, body),
      took: (answer) => {
        const words = `void ${model.documents.indexOf(document)}, ${day}`;
        if (this.expect(words, answer, model.voidable(document, day))) document.voidOn = day;
      },
    };
  }

  private async revalue({ month, rates }: StepOf<'revalue'>): Promise<void> {
    const { model, client } = this;
    const day = monthEnds[month]!;
    const answer = await client.post(`${base}/journal-entries/revaluations`, {
      as_of: day,
      rates: foreign.map((currency, index) => ({ currency, rate: rates[index]! / 1e6 })),
    });
    if (!this.expect(`revalue ${day} at ${rates.join(', ')}`, answer, model.dated(day, ''))) return;
    const worth = (currency: string, units: bigint): bigint =>
      inBase(units, currency, BigInt(rates[foreign.indexOf(currency as (typeof foreign)[number])]!));
    for (const [side, asked] of [
      ['invoice', 'receivable'],
      ['bill', 'payable'],
    ] as const) {
      const { data } = (await client.get(`${base}/reports/aging?side=${asked}&as_of=${day}&page_size=200`))
        .body;
      for (const currency of foreign) {
        const told = data.parties
          .filter((row: any) => row.currency === currency)
          .map((row: any) => Math.round(row.base_total * 100));
        const own = model.documents.filter((one) => one.side === side && one.currency === currency);
        const due = own.map((one) => worth(currency, model.due(one, day) * (one.isCredit ? -1n : 1n)));
        const [left, right] = [
          told.reduce((sum: number, cents: number) => sum + cents, 0),
          Number(due.reduce((sum, cents) => sum + cents, 0n)),
        ];
        if (left !== right)
          throw new Error(`${asked} in ${currency} are revalued at ${left} cents instead of ${right}`);
      }
    }
  }

  private async lock(step: StepOf<'lock'>): Promise<void> {
    const day = dayAt(step.day);
    const answer = await this.client.patch('/api/tenancy/settings', { lock_date: day });
    const refusals = day < this.model.lockedThrough ? ['VALIDATION_FAILED'] : [];
    if (this.expect(`lock through ${day}`, answer, refusals)) this.model.lockedThrough = day;
  }
}
