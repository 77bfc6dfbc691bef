import { fits, labelTypes, notTaken, type LabelType } from '../../domain/printing/label-types.ts';
import { pngAsZpl } from '../../domain/printing/png-graphic.ts';
import { takesOf, type Device } from '../devices/device.ts';
import { HubError } from '../hub-error.ts';
import { refuseBadLabel } from './local-jobs.ts';
import type { Label } from './print-station.ts';

interface Claimed {
  zpl_content: string;
  content_type: string;
  copies: number;
}

/**
 * The label as this printer takes it: a file as it is, a picture drawn in ZPL for a printer that takes no pictures.
 * Refuses LABEL_NOT_TAKEN, and what is wrong with ZPL.
 */
export function labelFor(device: Device, { zpl_content: text, content_type: given, copies }: Claimed): Label {
  const type = labelTypes.find((known): known is LabelType => known === given);
  const takes = takesOf(device);
  if (!type) throw new HubError('LABEL_NOT_TAKEN', `This hub is too old for labels of the type ${given}`);
  if (!fits(type, takes)) throw new HubError('LABEL_NOT_TAKEN', notTaken(device.name, type, takes));
  if (type === 'application/pdf' || (type === 'image/png' && takes.includes('png')))
    return { zpl: '', copies, raw: Buffer.from(text, 'base64') };
  const zpl = type === 'image/png' ? pngAsZpl(Buffer.from(text, 'base64')) : text;
  if (zpl === undefined) throw new HubError('ZPL_INVALID', 'The picture cannot be drawn in ZPL');
  const label = { zpl, copies };
  refuseBadLabel(label);
  return label;
}
