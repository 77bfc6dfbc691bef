/** Asks the run's platform for organizations (organizations.ts). */
import { sendRequest } from '../../http/send-request.ts';
import type { NewToken, OrganizationWords, TestOrganization } from '../organization.ts';

const madeMsMax = 60_000;

export async function askForOrganization(
  organizationsUrl: string,
  words: OrganizationWords,
): Promise<TestOrganization> {
  const made = (await ask(`${organizationsUrl}/organizations`, words)) as Omit<TestOrganization, 'addToken'>;
  return {
    ...made,
    addToken: async (accessToken, granted, merchantId) => {
      const token: NewToken = { organizationId: made.id, accessToken, granted, merchantId };
      return (await ask(`${organizationsUrl}/tokens`, token)) as string;
    },
  };
}

async function ask(url: string, body: unknown): Promise<unknown> {
  const { status, text } = await sendRequest(url, {
    method: 'POST',
    headers: {},
    body: JSON.stringify(body),
    msMax: madeMsMax,
  });
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text);
}
