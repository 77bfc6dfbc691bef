/** EN 16931 as UN/CEFACT Cross Industry Invoice D16B: what Factur-X and ZUGFeRD carry in their PDF. */
import type { Decimal } from '../decimal.ts';
import { attributed, Element, element as el, xmlDocument, type Child } from '../xml.ts';
import { amountText, exemptions, type EInvoice, type ELine, type EParty, type ETax } from './e-invoice.ts';
import { transferCode } from './peppol.ts';

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
};

/** The whole file. Elements come in the order the schema asks for. */
export function ciiInvoice(invoice: EInvoice): Buffer {
  const { kind, number, notes } = invoice;
  return xmlDocument(
    attributed(
      'rsm:CrossIndustryInvoice',
      namespaces,
      el(
        'rsm:ExchangedDocumentContext',
        el('ram:GuidelineSpecifiedDocumentContextParameter', el('ram:ID', 'urn:cen.eu:en16931:2017')),
      ),
      el(
        'rsm:ExchangedDocument',
        el('ram:ID', number),
        el('ram:TypeCode', kind === 'invoice' ? '380' : '381'),
        el('ram:IssueDateTime', day('udt', invoice.date)),
        el('ram:IncludedNote', el('ram:Content', notes)),
      ),
      el(
        'rsm:SupplyChainTradeTransaction',
        invoice.lines.map(lineItem),
        agreement(invoice),
        // Asked for, whatever is in it.
        new Element('<ram:ApplicableHeaderTradeDelivery/>'),
        settlement(invoice),
      ),
    )!,
  );
}

const day = (space: 'udt' | 'qdt', date: string | null): Child =>
  date === null
    ? undefined
    : attributed(`${space}:DateTimeString`, { format: '102' }, date.replaceAll('-', ''));

function period(from: string | null, to: string | null): Child {
  return el(
    'ram:BillingSpecifiedPeriod',
    el('ram:StartDateTime', day('udt', from)),
    el('ram:EndDateTime', day('udt', to)),
  );
}

function lineItem(line: ELine): Child {
  return el(
    'ram:IncludedSupplyChainTradeLineItem',
    el('ram:AssociatedDocumentLineDocument', el('ram:LineID', line.no)),
    el('ram:SpecifiedTradeProduct', el('ram:Name', line.name)),
    el(
      'ram:SpecifiedLineTradeAgreement',
      el('ram:NetPriceProductTradePrice', el('ram:ChargeAmount', line.price.toFixed())),
    ),
    el(
      'ram:SpecifiedLineTradeDelivery',
      attributed('ram:BilledQuantity', { unitCode: line.unit }, line.quantity.toFixed()),
    ),
    el(
      'ram:SpecifiedLineTradeSettlement',
      el(
        'ram:ApplicableTradeTax',
        el('ram:TypeCode', 'VAT'),
        el('ram:CategoryCode', line.category),
        el('ram:RateApplicablePercent', line.rate.toFixed()),
      ),
      period(line.from, line.to),
      line.discount.eq('0') ? undefined : discount(line.discount),
      el(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        el('ram:LineTotalAmount', amountText(line.amount)),
      ),
    ),
  );
}

function discount(amount: Decimal): Child {
  return el(
    'ram:SpecifiedTradeAllowanceCharge',
    el('ram:ChargeIndicator', el('udt:Indicator', 'false')),
    el('ram:ActualAmount', amountText(amount)),
    el('ram:ReasonCode', '95'),
    el('ram:Reason', 'Discount'),
  );
}

function agreement({ buyer_reference: reference, order_reference: order, seller, buyer }: EInvoice): Child {
  return el(
    'ram:ApplicableHeaderTradeAgreement',
    el('ram:BuyerReference', reference),
    party('ram:SellerTradeParty', seller),
    party('ram:BuyerTradeParty', buyer),
    el('ram:BuyerOrderReferencedDocument', el('ram:IssuerAssignedID', order)),
  );
}

function party(name: string, of: EParty): Child {
  const [one, two, ...more] = of.street;
  return el(
    name,
    el('ram:Name', of.name),
    el('ram:SpecifiedLegalOrganization', el('ram:ID', of.registration_no)),
    of.email || of.phone
      ? el(
          'ram:DefinedTradeContact',
          el('ram:PersonName', of.name),
          el('ram:TelephoneUniversalCommunication', el('ram:CompleteNumber', of.phone)),
          el('ram:EmailURIUniversalCommunication', el('ram:URIID', of.email)),
        )
      : undefined,
    el(
      'ram:PostalTradeAddress',
      el('ram:PostcodeCode', of.postal),
      el('ram:LineOne', one),
      el('ram:LineTwo', two),
      el('ram:LineThree', more.join(', ')),
      el('ram:CityName', of.city),
      el('ram:CountryID', of.country),
      el('ram:CountrySubDivisionName', of.region),
    ),
    el(
      'ram:URIUniversalCommunication',
      of.email ? attributed('ram:URIID', { schemeID: 'EM' }, of.email) : undefined,
    ),
    el('ram:SpecifiedTaxRegistration', registration('FC', of.tax_number)),
    el('ram:SpecifiedTaxRegistration', registration('VA', of.vat_id)),
  );
}

const registration = (scheme: 'FC' | 'VA', no: string | null): Child =>
  no === null ? undefined : attributed('ram:ID', { schemeID: scheme }, no);

function settlement(invoice: EInvoice): Child {
  const { kind, number, currency, iban, bic, taxes, corrects } = invoice;
  const account = kind === 'invoice' ? iban : null;
  return el(
    'ram:ApplicableHeaderTradeSettlement',
    el('ram:PaymentReference', account === null ? undefined : number),
    el('ram:InvoiceCurrencyCode', currency),
    account === null
      ? undefined
      : el(
          'ram:SpecifiedTradeSettlementPaymentMeans',
          el('ram:TypeCode', transferCode(invoice)),
          el('ram:PayeePartyCreditorFinancialAccount', el('ram:IBANID', account)),
          el('ram:PayeeSpecifiedCreditorFinancialInstitution', el('ram:BICID', bic)),
        ),
    taxes.map(tax),
    period(invoice.from, invoice.to),
    el('ram:SpecifiedTradePaymentTerms', el('ram:DueDateDateTime', day('udt', invoice.due))),
    el(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      el('ram:LineTotalAmount', amountText(invoice.net)),
      el('ram:TaxBasisTotalAmount', amountText(invoice.net)),
      attributed('ram:TaxTotalAmount', { currencyID: currency }, amountText(invoice.tax)),
      el('ram:GrandTotalAmount', amountText(invoice.total)),
      el('ram:DuePayableAmount', amountText(invoice.total)),
    ),
    corrects
      ? el(
          'ram:InvoiceReferencedDocument',
          el('ram:IssuerAssignedID', corrects.number),
          el('ram:FormattedIssueDateTime', day('qdt', corrects.date)),
        )
      : undefined,
  );
}

function tax({ category, rate, base, tax: amount }: ETax): Child {
  return el(
    'ram:ApplicableTradeTax',
    el('ram:CalculatedAmount', amountText(amount)),
    el('ram:TypeCode', 'VAT'),
    el('ram:ExemptionReason', exemptions[category]?.words),
    el('ram:BasisAmount', amountText(base)),
    el('ram:CategoryCode', category),
    el('ram:ExemptionReasonCode', exemptions[category]?.code),
    el('ram:RateApplicablePercent', rate.toFixed()),
  );
}
