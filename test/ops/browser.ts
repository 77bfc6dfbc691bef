/** As much of a browser as a sign-in needs: cookies by host and path, redirects, and the provider's forms. */
interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

export class Browser {
  #cookies: Cookie[] = [];

  async get(url: string): Promise<Response> {
    return this.#send(url);
  }

  async post(url: string, fields: Record<string, string>): Promise<Response> {
    return this.#send(url, new URLSearchParams(fields));
  }

  cookie(url: string, name: string): string | undefined {
    return this.#cookiesFor(url).find((cookie) => cookie.name === name)?.value;
  }

  /** Continues until it is redirected to `until`, filling in the provider's forms as the account. */
  async signIn(url: string, account: string, until: (url: string) => boolean): Promise<string> {
    let at = url;
    let answer = await this.#send(at);
    for (let step = 0; step < 20; step += 1) {
      const to = answer.headers.get('location');
      if (to) {
        at = new URL(to, at).href;
        if (until(at)) return at;
        answer = await this.#send(at);
        continue;
      }
      const page = await answer.text();
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`No form at ${at} (${answer.status}): ${page.slice(0, 400)}`);
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login';
      at = new URL(action, at).href;
      answer = await this.#send(at, new URLSearchParams({ prompt, login: account, password: 'x' }));
    }
    throw new Error('The sign-in came to no end.');
  }

  async #send(url: string, body?: URLSearchParams): Promise<Response> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: this.#cookiesFor(url)
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
      },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split(/=(.*)/s) as [string, string];
      const path = /; ?path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const { host } = new URL(url);
      const isSame = (known: Cookie) => known.name === name && known.host === host && known.path === path;
      this.#cookies = this.#cookies.filter((known) => !isSame(known));
      if (value !== '') this.#cookies.push({ name, value, host, path });
    }
    return answer;
  }

  #cookiesFor(url: string): Cookie[] {
    const { host, pathname } = new URL(url);
    return this.#cookies.filter((cookie) => cookie.host === host && pathname.startsWith(cookie.path));
  }
}
