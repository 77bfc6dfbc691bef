import test from 'ava';
import { stuckPage, type Stuck } from './stuck-view.ts';

const none = { rows: [], isMore: false };

test('a list that is longer than what is shown names Metrics only where it is counted there', (t) => {
  const stuck: Stuck = {
    failed: none,
    late: none,
    labels: none,
    hubs: { rows: [{ hub: 'dock', organization: 'acme', silent_seconds: '300' }], isMore: true },
    orders: none,
    held: none,
    stores: none,
    endpoints: none,
    carriers: none,
    manifests: none,
    missing: none,
    unneeded: none,
    refunds: {
      rows: [{ organization: 'acme', account: 'post', shipment_no: 'S-1', tracking_no: '1', seconds: '60' }],
      isMore: true,
    },
    unbilled: none,
    isManager: false,
    notice: '',
    otherCells: [],
  };
  const [, hubs, refunds] = stuckPage(stuck).split('<h2>');
  t.regex(hubs!, /there are more, counted at <a href="\/metrics">/);
  t.regex(refunds!, /there are more\.<\/p>/);
});
