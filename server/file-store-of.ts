/** The file store of an installation: its bucket where it has one, else a folder of the data directory. */
import path from 'node:path';
import { diskStore } from '../api/files/disk-store.ts';
import { s3Store } from '../api/files/s3-store.ts';
import type { FileStore } from '../api/http/file-store.ts';
import type { ServerConfig } from './config.ts';

export function fileStoreOf({ s3, dataDir }: Pick<ServerConfig, 's3' | 'dataDir'>): FileStore {
  return s3 ? s3Store(s3) : diskStore(path.join(dataDir, 'files'));
}
