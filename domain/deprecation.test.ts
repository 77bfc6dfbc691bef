import test from 'ava';
import { deprecationProblem, deprecationWords, saysDeprecated } from './deprecation.ts';

const notice = {
  since: '1.2.0',
  on: '2027-02-01',
  until: '1.5.0',
  sunset: '2027-08-01',
  instead: 'use the other',
};

test('what is deprecated stays for two minor versions, and names what to use', (t) => {
  t.is(deprecationProblem(notice), undefined);
  t.regex(deprecationProblem({ ...notice, until: '1.4.0' })!, /may go in 1\.5\.0, not in 1\.4\.0/);
  t.regex(deprecationProblem({ ...notice, until: '2.0.0' })!, /may go in 1\.5\.0/);
  t.regex(deprecationProblem({ ...notice, since: '1.2.3' })!, /minor versions/);
  t.regex(deprecationProblem({ ...notice, sunset: '2027-02-01' })!, /a day after/);
  t.regex(deprecationProblem({ ...notice, sunset: 'soon' })!, /a day after/);
  t.regex(deprecationProblem({ ...notice, instead: '' })!, /instead/);
  t.is(
    deprecationWords(notice),
    'Deprecated since 1.2.0, gone in 1.5.0 and not before 2027-08-01: use the other.',
  );
  t.true(saysDeprecated(deprecationWords(notice)));
  t.false(saysDeprecated('Not deprecated.'));
});
