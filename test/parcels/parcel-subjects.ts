/** Labels, their manifests and the invoices for them, for the test that walks all state machines. */
import type { Platform } from '../helpers/join-platform.ts';
import type { Subject } from '../helpers/machine-asks.ts';
import { carrierInvoiceSubject } from '../transport/carrier-invoice-subject.ts';
import { labelSubject } from './label-subject.ts';
import { manifestSubject } from './manifest-subject.ts';

export const parcelSubjects = (
  platform: Platform,
): Readonly<Record<'label' | 'manifest' | 'carrier_invoice', Subject>> => ({
  label: labelSubject(platform),
  manifest: manifestSubject(platform),
  carrier_invoice: carrierInvoiceSubject(platform),
});
