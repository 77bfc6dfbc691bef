/** EN 16931 as UBL 2.1, an Invoice or a CreditNote, as Peppol BIS Billing 3 asks for it. */
import type { Decimal } from '../decimal.ts';
import { attributed, element as el, xmlDocument, type Child } from '../xml.ts';
import { amountText, exemptions, type EInvoice, type ELine, type EParty, type ETax } from './e-invoice.ts';
import { endpointOf, legalIdOf, paymentCodeOf } from './peppol.ts';

const profile = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
};

/** The whole file. Elements come in the order the schema asks for. */
export function ublInvoice(invoice: EInvoice): Buffer {
  const isInvoice = invoice.kind === 'invoice';
  const root = isInvoice ? 'Invoice' : 'CreditNote';
  const namespaces = {
    xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
    'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  };
  const money = amounts(invoice.currency);
  return xmlDocument(
    attributed(
      root,
      namespaces,
      el('cbc:CustomizationID', profile.customization),
      el('cbc:ProfileID', profile.process),
      el('cbc:ID', invoice.number),
      el('cbc:IssueDate', invoice.date),
      isInvoice ? el('cbc:DueDate', invoice.due) : undefined,
      el(isInvoice ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode', isInvoice ? '380' : '381'),
      el('cbc:Note', invoice.notes),
      el('cbc:DocumentCurrencyCode', invoice.currency),
      el('cbc:BuyerReference', invoice.buyer_reference),
      period(invoice.from, invoice.to),
      el('cac:OrderReference', el('cbc:ID', invoice.order_reference)),
      corrected(invoice),
      el('cac:AccountingSupplierParty', party(invoice.seller)),
      el('cac:AccountingCustomerParty', party(invoice.buyer)),
      paymentMeans(invoice),
      // A credit note has no due date of its own; who reads it is told what becomes of it (BR-CO-25).
      isInvoice ? undefined : el('cac:PaymentTerms', el('cbc:Note', 'To be credited or paid back')),
      el(
        'cac:TaxTotal',
        money('cbc:TaxAmount', invoice.tax),
        invoice.taxes.map((tax) => subtotal(tax, money)),
      ),
      el(
        'cac:LegalMonetaryTotal',
        money('cbc:LineExtensionAmount', invoice.net),
        money('cbc:TaxExclusiveAmount', invoice.net),
        money('cbc:TaxInclusiveAmount', invoice.total),
        money('cbc:PayableAmount', invoice.total),
      ),
      invoice.lines.map((line) => lineItem(line, isInvoice, money)),
    )!,
  );
}

/** An element with an amount in the invoice's currency; a price has as many decimals as it needs. */
type Amount = (name: string, amount: Decimal, isPrice?: boolean) => Child;

const amounts =
  (currency: string): Amount =>
  (name, amount, isPrice = false) =>
    attributed(name, { currencyID: currency }, isPrice ? amount.toFixed() : amountText(amount));

function period(from: string | null, to: string | null): Child {
  return el('cac:InvoicePeriod', el('cbc:StartDate', from), el('cbc:EndDate', to));
}

function corrected({ corrects }: EInvoice): Child {
  if (!corrects) return undefined;
  return el(
    'cac:BillingReference',
    el('cac:InvoiceDocumentReference', el('cbc:ID', corrects.number), el('cbc:IssueDate', corrects.date)),
  );
}

function party(of: EParty): Child {
  const [one, two, ...more] = of.street;
  const endpoint = endpointOf(of);
  const { scheme, id } = legalIdOf(of);
  const legalId = scheme ? attributed('cbc:CompanyID', { schemeID: scheme }, id) : el('cbc:CompanyID', id);
  return el(
    'cac:Party',
    endpoint && attributed('cbc:EndpointID', { schemeID: endpoint.scheme }, endpoint.id),
    el('cac:PartyName', el('cbc:Name', of.name)),
    el(
      'cac:PostalAddress',
      el('cbc:StreetName', one),
      el('cbc:AdditionalStreetName', two),
      el('cbc:CityName', of.city),
      el('cbc:PostalZone', of.postal),
      el('cbc:CountrySubentity', of.region),
      el('cac:AddressLine', el('cbc:Line', more.join(', '))),
      el('cac:Country', el('cbc:IdentificationCode', of.country)),
    ),
    taxScheme(of.vat_id, 'VAT'),
    taxScheme(of.tax_number, 'TAX'),
    el('cac:PartyLegalEntity', el('cbc:RegistrationName', of.name), legalId),
    of.email || of.phone
      ? el(
          'cac:Contact',
          el('cbc:Name', of.name),
          el('cbc:Telephone', of.phone),
          el('cbc:ElectronicMail', of.email),
        )
      : undefined,
  );
}

function taxScheme(no: string | null, scheme: 'VAT' | 'TAX'): Child {
  if (no === null) return undefined;
  return el('cac:PartyTaxScheme', el('cbc:CompanyID', no), el('cac:TaxScheme', el('cbc:ID', scheme)));
}

function paymentMeans(invoice: EInvoice): Child {
  const code = paymentCodeOf(invoice);
  if (code === undefined) return undefined;
  const { kind, iban, bic, number } = invoice;
  if (kind === 'credit_note') return el('cac:PaymentMeans', el('cbc:PaymentMeansCode', code));
  return el(
    'cac:PaymentMeans',
    el('cbc:PaymentMeansCode', code),
    el('cbc:PaymentID', number),
    el(
      'cac:PayeeFinancialAccount',
      el('cbc:ID', iban),
      el('cac:FinancialInstitutionBranch', el('cbc:ID', bic)),
    ),
  );
}

function subtotal({ category, rate, base, tax }: ETax, money: Amount): Child {
  const reason = exemptions[category];
  return el(
    'cac:TaxSubtotal',
    money('cbc:TaxableAmount', base),
    money('cbc:TaxAmount', tax),
    el(
      'cac:TaxCategory',
      el('cbc:ID', category),
      el('cbc:Percent', rate.toFixed()),
      el('cbc:TaxExemptionReasonCode', reason?.code),
      el('cbc:TaxExemptionReason', reason?.words),
      el('cac:TaxScheme', el('cbc:ID', 'VAT')),
    ),
  );
}

function lineItem(line: ELine, isInvoice: boolean, money: Amount): Child {
  return el(
    isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine',
    el('cbc:ID', line.no),
    attributed(
      isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity',
      { unitCode: line.unit },
      line.quantity.toFixed(),
    ),
    money('cbc:LineExtensionAmount', line.amount),
    period(line.from, line.to),
    line.discount.eq('0')
      ? undefined
      : el(
          'cac:AllowanceCharge',
          el('cbc:ChargeIndicator', 'false'),
          el('cbc:AllowanceChargeReasonCode', '95'),
          el('cbc:AllowanceChargeReason', 'Discount'),
          money('cbc:Amount', line.discount),
        ),
    el(
      'cac:Item',
      el('cbc:Name', line.name),
      el(
        'cac:ClassifiedTaxCategory',
        el('cbc:ID', line.category),
        el('cbc:Percent', line.rate.toFixed()),
        el('cac:TaxScheme', el('cbc:ID', 'VAT')),
      ),
    ),
    el('cac:Price', money('cbc:PriceAmount', line.price, true)),
  );
}
