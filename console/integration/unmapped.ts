/** The SKUs of a waiting order that nobody knows: for each, a person looks for the item it is, and says so. */
import { element } from '../element.ts';
import { say, sayFault } from '../say.ts';
import { postOnce, readList, readOne, type InboxEvent, type Item, type OrderLine } from './api.ts';
import { noteChange } from './changed.ts';
import { fieldset, textField, whenChosen } from './fields.ts';
import { heading, workButton } from './sheet.ts';

type Waiting = Pick<InboxEvent, 'connection_id' | 'merchant_id' | 'order_id'>;

const itemsMax = 8;

/** Null if every line has its product. Who may not see the order is told so. */
export async function unmappedSkus(waiting: Waiting): Promise<HTMLElement | null> {
  const read = await readOne<{ lines: OrderLine[] }>(`oms/orders/${waiting.order_id}`).catch(String);
  if (typeof read === 'string') return element('p', { class: 'hint' }, `Its lines are not shown. ${read}`);
  const unknown = read.lines.filter(({ product_id: id }) => id === null);
  if (unknown.length === 0) return null;
  const quantities = new Map<string, number>();
  for (const { channel_sku: sku, qty } of unknown)
    if (sku) quantities.set(sku, (quantities.get(sku) ?? 0) + qty);
  return element(
    'section',
    { class: 'form' },
    heading('Which items are these?'),
    ...[...quantities].map(([sku, qty]) => oneSku(sku, qty, waiting)),
    unknown.some(({ channel_sku: sku }) => !sku) &&
      element('p', { class: 'hint' }, 'A line has no SKU at the store: give it its product in the order.'),
  );
}

function oneSku(sku: string, qty: number, { connection_id, merchant_id }: Waiting): HTMLElement {
  const search = textField(`Item that ${sku} is`, { type: 'search', placeholder: 'SKU or name' });
  const found = element('ul', { class: 'found' });
  found.setAttribute('aria-live', 'polite');
  const root = fieldset(`${sku}, ordered ${qty}`, search.root, found);
  const choose = (item: Item): HTMLElement =>
    workButton(
      'This is it',
      async () => {
        const mapping = { connection_id, channel_sku: sku, item_id: item.id };
        await postOnce('integration/product-mappings', mapping);
        const known = element('p', {}, `${sku} is ${item.sku}, ${item.name}.`);
        // The button that had the focus goes with its list.
        known.tabIndex = -1;
        root.replaceChildren(known);
        known.focus();
        say('It is known from now on; the order goes on once all of its SKUs are.');
        noteChange();
      },
      { label: `This is it: ${item.sku}` },
    );
  let turn = 0;
  const look = async (): Promise<void> => {
    const mine = (turn += 1);
    const q = search.input.value.trim();
    const filter = { merchant_id, q, is_active: 'true' };
    const items = q === '' ? undefined : await readList<Item>('wms/items', filter, itemsMax);
    if (mine !== turn) return;
    const rows = (items?.data ?? []).map((item) =>
      element('li', {}, element('span', {}, `${item.sku}, ${item.name}`), choose(item)),
    );
    const words =
      items &&
      (rows.length === 0
        ? 'No item of this merchant is called that.'
        : items.meta.total > rows.length &&
          `These are ${rows.length} of more. Write more of its SKU or name.`);
    found.replaceChildren(...rows, ...(words ? [element('li', { class: 'hint' }, words)] : []));
  };
  whenChosen(search.input, () => void look().catch(sayFault));
  return root;
}
