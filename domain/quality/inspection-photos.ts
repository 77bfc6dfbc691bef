/** What may be kept as a photo of an inspection: pictures, judged by their bytes. */
import { Refusal } from '../refusal.ts';

export const photoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** The limits on bytes per photo, photos per upload and photos of one inspection. */
export const photoBytesMax = 10 * 1024 * 1024;
export const photosMax = 10;
export const photosOfInspectionMax = 40;

/** For an inspection that has so many already. */
export const tooManyPhotos = (photos: number): Refusal =>
  new Refusal('TOO_MANY_PHOTOS', `An inspection has at most ${photosOfInspectionMax} photos.`, {
    photos,
    max: photosOfInspectionMax,
  });

/** Refuses 409 TOO_MANY_PHOTOS where photos with these hashes do not fit beside those that are kept. */
export function assertRoomForPhotos(kept: readonly { sha256: string }[], hashes: readonly string[]): void {
  const all = new Set([...kept.map(({ sha256 }) => sha256), ...hashes]);
  if (all.size > photosOfInspectionMax) throw tooManyPhotos(kept.length);
}
