import {writeFileSync} from 'node:fs';
import type {JsonObject} from '../src/core/json.ts';
import {goFields} from './go-fields.ts';
import {internalTypes} from './internal-types.ts';

/** Writes the tables of the sandbox that are made out of Kubernetes' sources; `documents` are its OpenAPI v3. */
export function writeTables(documents: readonly JsonObject[]): void {
  write('src/sandbox/decode/go-fields.json', goFields(documents));
  write('src/sandbox/kinds/workloads/internal-types.json', internalTypes());
}

/** One entry a line, sorted by its name. */
function write(file: string, table: Readonly<Record<string, string>>): void {
  const sorted = Object.entries(table).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
}
