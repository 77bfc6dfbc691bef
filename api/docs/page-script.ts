/**
 * The script of the documentation's pages: a button beside each block of code that copies it, and tabs where a command is
 * written in two languages. The language chosen once is chosen on every page.
 */
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
const kept = {
  get: () => { try { return localStorage.getItem('tab'); } catch { return null; } },
  set: (name) => { try { localStorage.setItem('tab', name); } catch {} },
};
const lists = [];
const choose = (name) => {
  for (const pairs of lists) {
    for (const [button, panel] of pairs) {
      const isChosen = panel.dataset.tab === name;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
    }
  }
};
for (const first of document.querySelectorAll('main .tab[data-tab=curl]')) {
  const panels = [first, first.nextElementSibling];
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const pairs = panels.map((panel, at) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = panel.dataset.tab;
    button.id = 'tab-' + lists.length + '-' + at;
    panel.id = 'panel-' + lists.length + '-' + at;
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    panel.querySelector('p').remove();
    button.addEventListener('click', () => {
      const before = button.getBoundingClientRect().top;
      kept.set(panel.dataset.tab);
      choose(panel.dataset.tab);
      // Blocks above have other heights now; what was clicked stays where it was.
      scrollBy(0, button.getBoundingClientRect().top - before);
    });
    list.append(button);
    return [button, panel];
  });
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const [other] = pairs.find(([button]) => button !== document.activeElement);
    other.click();
    other.focus();
  });
  first.before(list);
  lists.push(pairs);
}
if (lists.length > 0) choose(kept.get() === 'TypeScript' ? 'TypeScript' : 'curl');
`;

export function servePageScript(ctx: Context): void {
  ctx.type = 'application/javascript';
  ctx.set('Cache-Control', 'max-age=3600');
  ctx.body = script;
}
