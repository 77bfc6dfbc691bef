/** The thread that draws pictures in ZPL, one at a time. */
import { parentPort } from 'node:worker_threads';
import { pngAsZpl } from '../../../domain/printing/png-graphic.ts';
import type { DrawnPicture, PictureOrder } from './draw-picture.ts';

parentPort?.on('message', ({ no, png }: PictureOrder) => {
  const drawn: DrawnPicture = { no, zpl: pngAsZpl(Buffer.from(png.buffer, png.byteOffset, png.byteLength)) };
  parentPort?.postMessage(drawn);
});
