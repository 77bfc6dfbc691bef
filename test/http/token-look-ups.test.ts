/** A token is looked up once for all requests that carry it at the same moment. */
import test from 'ava';
import { createAuthenticator } from '../../api/http/authenticate.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { Refusal } from '../../domain/refusal.ts';

test('requests with one token share a look-up, and those after a revocation do not share an earlier one', async (t) => {
  const asked: ((principal: Principal | undefined) => void)[] = [];
  const look = (): Promise<Principal | undefined> => new Promise((resolve) => asked.push(resolve));
  const authenticator = createAuthenticator({
    findToken: look,
    findMember: look,
    hasMoved: () => Promise.resolve(false),
  });
  const ask = (token: string): Promise<Principal> =>
    authenticator.authenticate({ authorization: `Bearer ${token}` }, '127.0.0.1');
  const whenAsked = async (times: number): Promise<void> => {
    while (asked.length < times) await new Promise(setImmediate);
  };
  const principal = { expires_at: null } as Principal;

  const sent = Array.from({ length: 100 }, () => ask('one'));
  const other = ask('other');
  await whenAsked(2);
  await new Promise(setImmediate);
  t.is(asked.length, 2, 'one look-up for each token');

  authenticator.forget();
  const later = ask('one');
  await whenAsked(3);
  for (const answer of asked.splice(0, 2)) answer(principal);
  t.true((await Promise.all([...sent, other])).every((found) => found === principal));

  const last = ask('one');
  await new Promise(setImmediate);
  t.is(asked.length, 1, 'what was found before the revocation is not kept');
  asked[0]!(undefined);
  await t.throwsAsync(later, { message: /unknown, expired or revoked/ });
  await t.throwsAsync(last, { message: /unknown, expired or revoked/ });
});

test('guesses from all over one IPv6 network are counted as those of one address', async (t) => {
  const nobody = (): Promise<undefined> => Promise.resolve(undefined);
  const authenticator = createAuthenticator({
    findToken: nobody,
    findMember: nobody,
    hasMoved: () => Promise.resolve(false),
  });
  const guess = async (number: number, network: string): Promise<string> => {
    const headers = { authorization: `Bearer guess-${network}-${number}` };
    const from = `2001:db8:0:${network}::${number.toString(16)}`;
    return ((await t.throwsAsync(authenticator.authenticate(headers, from))) as Refusal).code;
  };
  const codes: string[] = [];
  for (let number = 1; number <= 700; number += 1) codes.push(await guess(number, 'a'));
  t.is(codes.at(-1), 'RATE_LIMITED');
  t.is(await guess(1, 'b'), 'UNAUTHENTICATED', 'its neighbour is somebody else');
});

test('a guess that names an organization which has moved is a guess, and limited like any other', async (t) => {
  let lookedUp = 0;
  const authenticator = createAuthenticator({
    findToken: () => {
      lookedUp += 1;
      return Promise.resolve(undefined);
    },
    findMember: () => Promise.resolve(undefined),
    hasMoved: () => Promise.resolve(true),
  });
  const codes = new Map<string, number>();
  for (let guess = 0; guess < 700; guess += 1) {
    const headers = {
      authorization: `Bearer guess-${guess}`,
      'x-organization-id': '00000000-0000-4000-8000-000000000001',
    };
    const { code } = (await t.throwsAsync(authenticator.authenticate(headers, '127.0.0.1'))) as Refusal;
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  t.true(codes.get('ORGANIZATION_MOVED')! <= 600);
  t.true(codes.get('RATE_LIMITED')! >= 99);
  t.true(lookedUp <= 601, String(lookedUp));
});
