/** Reads of vendors: the shared directory row joined with the organization's own extension, never another's. */
import type { RecordSource } from '../records.read.ts';

export function vendorSource(columns: readonly string[]): RecordSource {
  return {
    from: '(select v.*, d.name, d.identifiers from vendors v join vendor_directory d on d.id = v.directory_id)',
    columns,
    searched: ['code', 'name'],
  };
}
