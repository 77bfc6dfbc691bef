/** The page at `/`: what this is, and where everything else is. */
export const frontPageFacts = {
  name: 'Warehouse, Order and Accounting Platform API',
  api: '/api',
  v1: '/v1',
  description: '/api/openapi.json',
  documentation: '/docs',
  errors: '/docs/errors',
  health: '/healthz',
  readiness: '/readyz',
};

export function frontPage(hasGuides: boolean): string {
  const first = hasGuides ? '/docs/guides/sign-in' : '/docs/reference';
  return `<h1>Warehouse platform</h1>
<p>This is the API of one multi-tenant backend for warehouses, orders and accounting: receiving and inventory, orders from
draft to delivered, labels, and the books. Programs post operations over HTTP; each is carried out exactly once.</p>
<h2 id="begin">Begin</h2>
<ul>
<li><a href="${first}">Sign in and make the first request</a>, then <a href="/docs">the other guides</a>: receive, first
order, ship, print, bill.</li>
<li><a href="/docs/reference">The reference</a>: every operation with its fields and answers.</li>
<li><a href="/docs/errors">Errors by code</a> and <a href="/docs/states">the states of every document</a>.</li>
</ul>
<h2 id="programs">For programs</h2>
<table>
<tr><th>what</th><th>where</th></tr>
<tr><td>Tenant API</td><td><code>/api</code>, with <code>Authorization: Bearer</code> and <code>x-organization-id</code></td></tr>
<tr><td>Reference API, version 1</td><td><code>/v1</code>, with <code>Authorization: Bearer</code></td></tr>
<tr><td>Description, OpenAPI 3.1</td><td><a href="/api/openapi.json"><code>/api/openapi.json</code></a></td></tr>
<tr><td>Health</td><td><a href="/healthz"><code>/healthz</code></a>, <a href="/readyz"><code>/readyz</code></a></td></tr>
</table>
<h2 id="people">For people who run it</h2>
<p><a href="/ops">What is stuck</a>, <a href="/ops/queues">the queues</a> and <a href="/ops/print">the print center</a>, behind a login with an access token.</p>
`;
}
