/** The catalogue of events: what does not fit, who sees what. What does not compile is in test/compile/events.ts. */
import test from 'ava';
import { eventCatalogue, namesMerchant, type EventType } from '../../../domain/domain-event.ts';
import { eventViewPermissions, maySeeEvent } from '../../../domain/event-access.ts';
import { permissions } from '../../../domain/permissions.ts';
import { payloadSchema } from '../../../queues/event-payloads.ts';
import { misfitOf } from '../../helpers/emitted-events.ts';
import { loadPlanned } from '../../compile/events.ts';
import { description } from '../../http/endpoints.ts';
import { resolved } from '../../http/resolved.ts';

const types = Object.keys(eventCatalogue) as EventType[];

test('the check finds what is not declared, not about its subject, and not its payload', (t) => {
  const good = { type: 'load.planned', subject_type: 'load', data: loadPlanned };
  t.is(misfitOf(good), undefined);
  t.is(misfitOf({ ...good, type: 'load.lost' }), 'load.lost is not declared');
  t.is(misfitOf({ ...good, subject_type: 'wave' }), 'load.planned is about a wave');
  t.regex(misfitOf({ ...good, data: { ...loadPlanned, color: 'red' } })!, /"color" is not allowed/);
  t.regex(misfitOf({ ...good, data: { ...loadPlanned, status: 'lost' } })!, /"status" must be one of/);
  const { load_no: _, ...incomplete } = loadPlanned;
  t.regex(misfitOf({ ...good, data: incomplete })!, /"load_no" is required/);
});

test('every event names permissions that exist, and the stream opens to each of them', (t) => {
  for (const type of types) {
    const { seenWith, subjects } = eventCatalogue[type];
    t.true(seenWith.length > 0 && subjects.length > 0, type);
    for (const permission of seenWith) {
      t.true(permission in permissions, `${type}: ${permission}`);
      t.true(eventViewPermissions.includes(permission), `${type}: ${permission}`);
      t.true(maySeeEvent(type, [permission]), type);
    }
    t.false(maySeeEvent(type, []), type);
  }
  t.false(maySeeEvent('load.lost', Object.keys(permissions)));
});

test('the description has a webhook for every event, with the payload that is checked', (t) => {
  t.deepEqual(Object.keys(description.webhooks), types);
  const whole = resolved(description);
  for (const type of types) {
    const { data } = whole.webhooks[type].post.requestBody.content['application/json'].schema.properties;
    const { keys = {} } = payloadSchema(type).describe() as { keys?: Record<string, unknown> };
    t.deepEqual(Object.keys(data.properties ?? {}), Object.keys(keys), type);
    t.is('merchant_id' in keys, namesMerchant(type), type);
  }
});
