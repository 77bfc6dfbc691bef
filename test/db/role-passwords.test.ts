/** What is told to Postgres of a role's password opens for the password and for nothing else. */
import { randomBytes } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { scramVerifier } from '../../domain/secrets/scram.ts';
import { createEmptyDatabase } from '../helpers/database.ts';

test('a role signs in with the password its verifier was made of, which the server is never told', async (t) => {
  const { ownerUrl, drop } = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const role = `scram_${randomBytes(4).toString('hex')}`;
  t.teardown(async () => {
    await client.query(`drop role if exists ${role}`);
    await client.end();
    await drop();
  });
  const verifier = scramVerifier('s3cret-of-the-role');
  t.false(verifier.includes('s3cret'));
  await client.query(`create role ${role} login password ${client.escapeLiteral(verifier)}`);
  const { rows } = await client.query('select rolpassword from pg_authid where rolname = $1', [role]);
  t.is(rows[0].rolpassword, verifier, 'kept as it is');

  const asRole = async (password: string): Promise<string> => {
    const url = new URL(ownerUrl);
    url.username = role;
    url.password = password;
    const signedIn = new pg.Client({ connectionString: url.href });
    signedIn.on('error', () => {});
    await signedIn.connect();
    try {
      return (await signedIn.query('select current_user as name')).rows[0].name;
    } finally {
      await signedIn.end();
    }
  };
  t.is(await asRole('s3cret-of-the-role'), role);
  await t.throwsAsync(asRole('another'), { code: '28P01' });
});
