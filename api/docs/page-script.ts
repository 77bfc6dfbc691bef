/** The script of the documentation's pages: a button beside each block of code that copies it. */
import type { Context } from 'koa';

const script = `for (const block of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.innerText.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  frame.append(block, ...(navigator.clipboard ? [button] : []));
}
`;

export function servePageScript(ctx: Context): void {
  ctx.type = 'application/javascript';
  ctx.set('Cache-Control', 'max-age=3600');
  ctx.body = script;
}
