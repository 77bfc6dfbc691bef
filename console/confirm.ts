/** A question before something that cannot be undone. */
import { byId, element } from './element.ts';

const dialog = byId<HTMLDialogElement>('ask');

/** Whether the person said yes; closing it in any other way means no. */
export function confirmWith(question: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    const title = element('h2', {}, question);
    title.id = 'ask-title';
    dialog.returnValue = '';
    dialog.replaceChildren(
      title,
      element(
        'div',
        { class: 'actions' },
        element('button', { onClick: () => dialog.close() }, 'No'),
        element('button', { class: 'danger', onClick: () => dialog.close('yes') }, yes),
      ),
    );
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    dialog.showModal();
  });
}
