/** A guide with a second tab for each of its commands: TypeScript, from its own fence or made of the shell's. */
import { isWrite, type Endpoint } from '../http/endpoint.ts';
import { operationIds } from '../openapi/openapi-names.ts';
import { GuideScript, type Operation } from './shell-to-typescript.ts';

export interface GuideBlock {
  kind: string;
  text: string;
  /** For commands: the same in TypeScript; undefined if it cannot be made and none is written. */
  typescript?: string | undefined;
  /** For commands: the answer shown after them. */
  shown?: string | undefined;
  /** Why no TypeScript could be made. */
  problem?: string;
}

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;

export function operationsOf(endpoints: readonly Endpoint[]): Operation[] {
  const ids = operationIds(endpoints);
  return endpoints.map((endpoint) => ({
    id: ids.get(endpoint)!,
    verb: isWrite(endpoint) ? endpoint.method.toLowerCase() : 'get',
    path: endpoint.path,
  }));
}

/** The fenced blocks of a guide, those of commands with both tabs. */
export function guideBlocks(page: string, operations: readonly Operation[]): GuideBlock[] {
  const script = new GuideScript(operations);
  const blocks = [...page.matchAll(fence)].map(([, kind, text]) => ({ kind: kind!, text: text! }));
  return blocks.map((block, at): GuideBlock => {
    if (block.kind !== 'sh') return block;
    const next = blocks[at + 1];
    const byHand = next?.kind === 'ts' ? next.text : undefined;
    const answer = blocks[at + (byHand === undefined ? 1 : 2)];
    const shown = answer?.kind === 'json' ? answer.text : undefined;
    if (byHand !== undefined) {
      script.passOver(block.text);
      return { ...block, shown, typescript: byHand };
    }
    try {
      const isRefused =
        shown !== undefined && /^\{"ok":false/m.test(shown.split('\n').filter(Boolean).at(-1)!);
      return { ...block, shown, typescript: `${script.block(block.text, isRefused)}\n` };
    } catch (error) {
      return { ...block, shown, problem: (error as Error).message };
    }
  });
}

/** The page with both tabs beside each other, as `renderMarkdown` shows them. */
export function withTabs(page: string, operations: readonly Operation[]): string {
  const blocks = guideBlocks(page, operations);
  let at = -1;
  return page.replaceAll(fence, (whole, kind: string, text: string) => {
    at += 1;
    if (kind === 'ts' && blocks[at - 1]?.kind === 'sh') return '';
    const { typescript } = blocks[at]!;
    if (kind !== 'sh' || !typescript) return whole;
    return `\`\`\`tab-curl\n${text}\`\`\`\n\n\`\`\`tab-TypeScript\n${typescript}\`\`\``;
  });
}
