/**
 * E-invoices by EN 16931: what is issued keeps all published business rules, as CII and as UBL; its PDF is a PDF/A-3 that
 * carries it; and what the standard misses is told by name.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { recordingFetch } from '../examples/exchange.ts';
import type { Client } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { base, draftInvoice, issuedInvoice } from '../journal/books.ts';
import { judge } from './schematron.ts';

interface Context {
  client: Client;
  organization: TestOrganization;
}
const test = anyTest as TestFn<Context>;

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());
test.beforeEach(async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const client = await platform.clientWith(organization, everyPermission);
  const set = await client.patch('/api/tenancy/paper', {
    legal_name: 'Speicher & Söhne GmbH',
    address: { address: 'Am Sandtorkai 1\nHaus <B>', city: 'Hamburg', postal: '20457', country: 'DE' },
    vat_id: 'DE136695976',
    email: 'rechnung@speicher.example',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
  });
  t.is(set.status, 200, set.text);
  t.context = { organization, client };
});

const buyer = {
  buyer_vat_id: 'FR40303265045',
  bill_to: {
    name: 'Acheteur SARL',
    address: '5 rue du Port',
    city: 'Le Havre',
    postal: '76600',
    country: 'France',
  },
};
const euros = { currency: 'EUR', exchange_rate: 1.1, invoice_date: '2026-03-05', due_date: '2026-04-04' };
const at = (unit_price: number, more: object = {}) => ({
  unit_price,
  tax_code: 'DE',
  tax_rate: 19,
  ...more,
});

const fileAt = (client: Client, id: string, format: string): Promise<Response> =>
  recordingFetch(
    new Request(`${platform.url}${base}/invoices/${id}?format=${format}`, {
      headers: {
        authorization: `Bearer ${client.accessToken}`,
        'x-organization-id': client.organizationId,
      },
    }),
  );

/** The invoice in both syntaxes, which keep all rules. */
async function written(
  t: ExecutionContext,
  client: Client,
  id: string,
): Promise<{ cii: string; ubl: string }> {
  const texts = { cii: '', ubl: '' };
  for (const syntax of ['cii', 'ubl'] as const) {
    const answer = await fileAt(client, id, syntax);
    texts[syntax] = await answer.text();
    t.is(answer.status, 200, texts[syntax]);
    t.is(answer.headers.get('content-type'), 'application/xml');
    const { broken, tried } = judge(syntax, texts[syntax]);
    t.deepEqual(broken, [], `${syntax}: ${texts[syntax]}`);
    t.true(tried > 200, `${tried} rules were tried`);
  }
  return texts;
}

test('two rates, a discount, a credited line, a period and an order number keep all rules', async (t) => {
  const { client, organization } = t.context;
  const issued = await issuedInvoice(
    t,
    client,
    { customer_id: organization.customerId },
    {
      ...euros,
      ...buyer,
      po_number: 'PO-7',
      period_start: '2026-02-01',
      period_end: '2026-02-28',
      notes: 'Thank you & goodbye <soon>',
      lines: [
        at(3.335, {
          quantity: 3,
          uom: 'pallet',
          discount: 1,
          service_from: '2026-02-01',
          service_to: '2026-02-28',
        }),
        at(-2.5, { quantity: 2, uom: 'unit', description: 'Credited' }),
        at(40, { tax_rate: 7, uom: 'hour' }),
        { unit_price: 10 },
      ],
    },
  );
  const { cii, ubl } = await written(t, client, issued.id);
  t.true(ubl.includes(`<cbc:PayableAmount currencyID="EUR">${issued.total.toFixed(2)}</cbc:PayableAmount>`));
  t.true(
    ubl.includes('<cbc:EndpointID schemeID="9957">FR40303265045</cbc:EndpointID>'),
    'where Peppol delivers',
  );
  t.true(cii.includes('<ram:IBANID>DE89370400440532013000</ram:IBANID>'));
  t.true(cii.includes('<ram:TypeCode>58</ram:TypeCode>'), 'by SEPA');
  t.true(cii.includes('Haus &lt;B&gt;') && cii.includes('Speicher &amp; Söhne GmbH'));
  t.true(
    ubl.includes('<cbc:InvoicedQuantity unitCode="C62">-2</cbc:InvoicedQuantity>'),
    'no price is negative',
  );
});

test('late charges of days before the period keep all rules', async (t) => {
  const { client, organization } = t.context;
  const late = at(7, { service_from: '2026-01-30', service_to: '2026-02-03' });
  const party = { customer_id: organization.customerId };
  const period = { period_start: '2026-02-01', period_end: '2026-02-28' };
  const issued = await issuedInvoice(t, client, party, { ...euros, ...buyer, ...period, lines: [late] });
  const { ubl } = await written(t, client, issued.id);
  t.regex(ubl, /<cac:InvoicePeriod>\s*<cbc:StartDate>2026-01-30<.*\s*<cbc:EndDate>2026-02-28</);
});

test('two tax codes at one rate are one row, with the tax the invoice asks', async (t) => {
  const { client, organization } = t.context;
  const lines = ['DE', 'DE-OSS'].map((tax_code) => at(0.1, { tax_code, tax_rate: 5 }));
  const party = { customer_id: organization.customerId };
  const issued = await issuedInvoice(t, client, party, { ...euros, ...buyer, lines });
  t.is(issued.tax_total, 0.02);
  const { cii } = await written(t, client, issued.id);
  t.is(cii.split('<ram:CalculatedAmount>0.02<').length, 2);
});

test('an account outside SEPA is paid by another transfer', async (t) => {
  const { client, organization } = t.context;
  const set = await client.patch('/api/tenancy/paper', { iban: 'AE07 0331 2345 6789 0123 456' });
  t.is(set.status, 200, set.text);
  const party = { customer_id: organization.customerId };
  const issued = await issuedInvoice(t, client, party, { ...euros, ...buyer, lines: [at(100)] });
  const { cii, ubl } = await written(t, client, issued.id);
  t.true(cii.includes('<ram:TypeCode>30</ram:TypeCode>'));
  t.true(ubl.includes('<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>'));
});

test('the checker finds what is wrong', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const issued = await issuedInvoice(t, client, party, { ...euros, ...buyer, lines: [at(100)] });
  const { cii, ubl } = await written(t, client, issued.id);
  const rules = (syntax: 'cii' | 'ubl', from: string, to: string): string => {
    const text = syntax === 'cii' ? cii : ubl;
    t.true(text.includes(from), from);
    return judge(syntax, text.replace(from, to)).broken.join('\n');
  };
  t.regex(rules('cii', '<ram:GrandTotalAmount>119.00', '<ram:GrandTotalAmount>118.00'), /BR-CO-15/);
  t.regex(
    rules('ubl', '<cbc:TaxAmount currencyID="EUR">19.00', '<cbc:TaxAmount currencyID="EUR">18.00'),
    /BR-CO-14/,
  );
  t.regex(rules('ubl', '<cbc:IdentificationCode>DE<', '<cbc:IdentificationCode>XX<'), /BR-CL-14/);
});

test('reverse charge, an export, and a credit note that names its invoice', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const reversed = await issuedInvoice(t, client, party, {
    ...euros,
    ...buyer,
    reverse_charge: true,
    lines: [at(200)],
  });
  const first = await written(t, client, reversed.id);
  t.true(first.ubl.includes('<cbc:TaxExemptionReason>Reverse charge</cbc:TaxExemptionReason>'));
  const credit = await issuedInvoice(
    t,
    client,
    {},
    { ...euros, ...buyer, kind: 'credit_note', original_invoice_id: reversed.id, lines: [at(50)] },
  );
  const second = await written(t, client, credit.id);
  t.true(second.cii.includes('<ram:TypeCode>381</ram:TypeCode>'));
  t.true(second.ubl.includes(`<cbc:ID>${reversed.invoice_no}</cbc:ID>`), 'what it corrects');
  const abroad = {
    ...buyer,
    buyer_vat_id: 'NO974760673MVA',
    bill_to: { ...buyer.bill_to, country: 'NO' },
  };
  const exported = await issuedInvoice(t, client, party, {
    ...euros,
    ...abroad,
    lines: [at(80, { tax_rate: 0, tax_code: 'G' })],
  });
  const third = await written(t, client, exported.id);
  t.true(third.ubl.includes('<cbc:EndpointID schemeID="0192">974760673</cbc:EndpointID>'));
});

test('what the standard misses is told, all of it at once', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const lacksOf = async (id: string, format = 'ubl'): Promise<string> => {
    const answer = await fileAt(client, id, format);
    const { error } = (await answer.json()) as any;
    t.is(answer.status, 409);
    t.is(error.code, 'E_INVOICE_INCOMPLETE');
    return error.details.lacks.join('\n');
  };
  const draft = await draftInvoice(t, client, party, { ...euros, ...buyer });
  t.regex(await lacksOf(draft.id), /to be issued/);
  const nowhere = await issuedInvoice(t, client, party, {
    ...euros,
    bill_to: { name: 'Somebody' },
    lines: [at(1)],
  });
  const lacks = await lacksOf(nowhere.id);
  t.regex(lacks, /the buyer's country[\s\S]*the buyer's VAT id/);
  const ended = { action: 'void', reason: 'twice' };
  t.is((await client.patch(`${base}/invoices/${nowhere.id}`, ended)).status, 200);
  t.regex(await lacksOf(nowhere.id, 'cii'), /void/);
  await client.patch('/api/tenancy/paper', { vat_id: null });
  const unnamed = await issuedInvoice(t, client, party, { ...euros, ...buyer, lines: [at(1)] });
  t.regex(await lacksOf(unnamed.id, 'cii'), /seller's VAT id/);
});

test('the PDF is a PDF/A-3 that carries the same XML; one that lacks something is a plain one', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const issued = await issuedInvoice(t, client, party, { ...euros, ...buyer, lines: [at(100)] });
  const file = Buffer.from(await (await fileAt(client, issued.id, 'pdf')).arrayBuffer());
  const text = file.toString('latin1');
  t.true(
    text.includes('<pdfaid:part>3</pdfaid:part>') &&
      text.includes('<pdfaid:conformance>B</pdfaid:conformance>'),
  );
  t.true(text.includes('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>'));
  t.regex(text, /\/AFRelationship \/Alternative/);
  t.regex(text, /\/OutputIntents/);
  const again = Buffer.from(await (await fileAt(client, issued.id, 'pdf')).arrayBuffer());
  t.true(again.equals(file), 'the same bytes');
  const plain = await issuedInvoice(t, client, party, {
    ...euros,
    bill_to: { name: 'Somebody' },
    lines: [at(1)],
  });
  const other = Buffer.from(await (await fileAt(client, plain.id, 'pdf')).arrayBuffer()).toString('latin1');
  t.false(other.includes('pdfaid'));
  if (spawnSync('pdfdetach', ['-v']).error) return t.log('there is no pdfdetach here to read the file with');
  const folder = mkdtempSync(path.join(tmpdir(), 'e-invoice-'));
  writeFileSync(path.join(folder, 'invoice.pdf'), file);
  execFileSync('pdfdetach', [
    '-save',
    '1',
    '-o',
    path.join(folder, 'x.xml'),
    path.join(folder, 'invoice.pdf'),
  ]);
  const embedded = readFileSync(path.join(folder, 'x.xml'), 'utf8');
  t.is(embedded, (await written(t, client, issued.id)).cii);
  const fonts = execFileSync('pdffonts', [path.join(folder, 'invoice.pdf')], { encoding: 'utf8' });
  t.notRegex(
    fonts.split('\n').slice(2).join('\n'),
    / no +(yes|no) +(yes|no) /,
    `every font is embedded: ${fonts}`,
  );
});
