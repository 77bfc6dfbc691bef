/** What a caller sends as a label: ZPL, or a file. */
import { beginsAs, type LabelType } from '../../domain/printing/label-types.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Infer } from '../../queues/schema.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';

type NewJob = Infer<typeof printJobCommands.createJob.input>;
type LabelToQueue = Omit<NewJob, 'zpl_content' | 'file'> & { zpl_content: string; content_type: LabelType };

/**
 * The label as it is queued. One of both is there. Refuses 422 LABEL_FILE_INVALID for a file that does not begin as
 * what it is said to be; its hub refuses what turns out to be broken further on.
 */
export function withContent({ zpl_content: zpl, file, ...job }: NewJob, place = ''): LabelToQueue {
  if (file === undefined) return { ...job, zpl_content: zpl!, content_type: 'application/zpl' };
  const bytes = Buffer.from(file.content, 'base64');
  if (!beginsAs(file.content_type, bytes)) {
    const path = `${place}file.content`;
    const sentence = `${path} is no file of the type ${file.content_type} that a label printer could print.`;
    throw new Refusal('LABEL_FILE_INVALID', sentence, { path, content_type: file.content_type });
  }
  return { ...job, zpl_content: file.content, content_type: file.content_type };
}
