/** The v1 surface of transport: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { carrierEndpoints } from './carriers.ts';
import { freightBillEndpoints } from './freight-bills.ts';
import { labelEndpoints } from './labels.ts';
import { orderEndpoints } from './orders.ts';
import { podEndpoints } from './pod.ts';

export const tmsEndpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...podEndpoints,
  ...carrierEndpoints,
  ...freightBillEndpoints,
  ...labelEndpoints,
];
