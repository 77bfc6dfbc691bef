import path from 'node:path';
import { diskStore } from '../api/files/disk-store.ts';
import type { FileStore } from '../api/files/file-store.ts';
import { s3Store } from '../api/files/s3-store.ts';
import type { ServerConfig } from './config.ts';

/** Where the processes of this installation keep files: the bucket, or the data directory. */
export function fileStoreOf({ s3, dataDir }: Pick<ServerConfig, 's3' | 'dataDir'>): FileStore {
  return s3 ? s3Store(s3) : diskStore(path.join(dataDir, 'files'));
}
